import * as z from 'zod/mini'
import { localeTexts, recordClassFile } from '../record-class/record-class.ts'
import { mostRecordKeys } from '../record-class/record-class.validation.ts'
import { recordModuleFile } from './record-module.ts'

/** What a document says it is; the number is raised when old ones can no longer be read. */
export const moduleDocumentFormat = 'ulna-module/1'

/** Ids of a practice's own modules and classes start with it, so that they never meet those that ship. */
export const ownPrefix = 'own_'

/** The id as it is kept: those without the prefix get it. */
export const ownId = (id: string): string => (id.startsWith(ownPrefix) ? id : `${ownPrefix}${id}`)

export const isOwnId = (id: string): boolean => id.startsWith(ownPrefix)

export const moduleLimits = {
  bytes: 2 * 1024 * 1024,
  /** Own modules of a practice. */
  modules: 50,
  /** Classes of a module. */
  classes: 100,
  /** Fields of a class, groups and titles included. */
  fields: mostRecordKeys,
  /** Characters of an id, so that the prefix still fits. */
  id: 64 - ownPrefix.length,
  /** Faults that are told at once. */
  faults: 100,
} as const

/** A whole module as one JSON file: what the folder of a shipped one holds (docs/modules.md). */
export const moduleDocument = z.strictObject({
  format: z.literal(moduleDocumentFormat),
  module: recordModuleFile,
  /** In the order `module.classes` lists them. */
  classes: z.array(recordClassFile).check(z.minLength(1), z.maxLength(moduleLimits.classes)),
  locales: z.strictObject({ es: localeTexts, en: localeTexts, it: localeTexts }),
})
export type ModuleDocument = z.output<typeof moduleDocument>
/** The document as somebody writes it: `lang`, `version` and `active` of a class may be absent. */
export type ModuleDocumentInput = z.input<typeof moduleDocument>

const faultParams = z.record(z.string(), z.union([z.string(), z.number()]))

/** One thing that is wrong with a module. */
export const moduleFault = z.object({
  /**
   * Where: `module.licence`; `classes.own_knee` and then the ids on the way to a field (`classes.own_knee.main.flexion`)
   * and its keys; `classes.own_knee.scores.total`; `locales.it.flexion`. Classes and fields whose ids are wrong are
   * named by their place, counted from 0. Empty: the document as a whole.
   */
  at: z.string(),
  /** Key of a text of the group `moduleFaults`. */
  message: z.string(),
  /** What the text names. */
  params: faultParams,
})
export type ModuleFault = z.output<typeof moduleFault>
