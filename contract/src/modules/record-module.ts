import * as z from 'zod/mini'
import { limits, moduleText } from '../http/text.ts'
import { recordClass } from '../record-class/record-class.ts'

/** What a module is about; lists of modules are filtered by it. */
export const moduleCategories = [
  'standard',
  'measures',
  'scales',
  'tests',
  'examination',
  'consents',
] as const
export type ModuleCategory = (typeof moduleCategories)[number]

/** The module of the built-in classes: every practice has it and none can do without. */
export const standardModule = 'standard'

export const moduleId = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,63}$/))

/** `modules/<id>/module.json`: a module is data, never code (product-decisions.md §10). */
export const recordModuleFile = z.strictObject({
  /** Also the name of the folder. */
  id: moduleId,
  /** Key of the name in `locales/<language>.json`. */
  name: moduleText(limits.title),
  /** Key of the description. */
  description: moduleText(limits.title),
  category: z.enum(moduleCategories),
  /** True when every practice may install it. */
  public: z.boolean(),
  version: z.int().check(z.minimum(1)),
  /** SPDX identifier of what its content may be used under. */
  licence: moduleText(limits.name),
  /** What its content rests on: citations of public norms and methods, in the language they were published in. */
  sources: z.optional(z.array(moduleText(500)).check(z.maxLength(50))),
  /** Ids of its classes; each is `classes/<classId>.json`. */
  classes: z.array(recordClass.shape.classId).check(z.minLength(1), z.maxLength(100)),
})
export type RecordModuleFile = z.output<typeof recordModuleFile>
