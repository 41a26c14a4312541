import { languages } from '@ulna/contract/languages'
import {
  isOwnId,
  type ModuleDocument,
  moduleDocumentFormat,
  moduleLimits,
  ownId,
} from '@ulna/contract/modules/module-document'
import { type RecordModuleFile, recordModuleFile, standardModule } from '@ulna/contract/modules/record-module'
import {
  type Language,
  localeTexts,
  type RecordClassFile,
  type RecordField,
  recordClassFile,
} from '@ulna/contract/record-class/record-class'
import { fieldsOf, switchOptions } from '@ulna/contract/record-class/record-class.fields'
import * as z from 'zod/mini'
import { type Fault, fault, within } from './faults/modules.fault.ts'
import { classFaults } from './faults/modules.faults.ts'
import { type Read, readShape } from './faults/modules.shape.faults.ts'
import { sizeFaults } from './faults/modules.size.faults.ts'
import { textKeysOf } from './faults/modules.text-keys.ts'
import { missingTexts } from './faults/modules.texts.faults.ts'

/** The outside of a document; its parts are looked at one by one, so that no number of them is too much. */
const envelope = z.strictObject({
  format: z.literal(moduleDocumentFormat),
  module: z.unknown(),
  classes: z.array(z.unknown()).check(z.minLength(1), z.maxLength(moduleLimits.classes)),
  locales: z.strictObject({
    es: z.record(z.string(), z.unknown()),
    en: z.record(z.string(), z.unknown()),
    it: z.record(z.string(), z.unknown()),
  }),
})

/** Texts of a language; a module of a hundred forms has a tenth of it. */
export const mostTexts = 20_000
/** Versions are raised one by one, and this is where a document may start at most. */
export const highestVersion = 1_000_000

/** A part whose size is looked at before its shape. */
const readPart = <S extends z.ZodMiniType>(schema: S, input: unknown): Read<z.output<S>> => {
  const tooMuch = sizeFaults(input)
  return tooMuch.length > 0 ? { faults: tooMuch } : readShape(schema, input)
}

const readTexts = (input: Readonly<Record<string, unknown>>): Read<Record<string, string>> => {
  if (Object.keys(input).length > mostTexts) return { faults: [fault('tooMany', { max: mostTexts })] }
  return readShape(localeTexts, input)
}

/** `own_knee`, or the place in the list where the id is none. */
const classPlace = (input: unknown, index: number): string => {
  const id =
    typeof input === 'object' && input !== null ? (input as { classId?: unknown }).classId : undefined
  return recordClassFile.shape.classId.safeParse(id).success
    ? `classes.${ownId(String(id))}`
    : `classes.${index}`
}

interface Parts {
  readonly module: RecordModuleFile | undefined
  readonly classes: readonly RecordClassFile[]
  readonly texts: Partial<Record<Language, Record<string, string>>>
  readonly faults: readonly Fault[]
}

const readParts = ({ module, classes, locales }: z.output<typeof envelope>): Parts => {
  const readModule = readPart(recordModuleFile, module)
  const faults = within('module', readModule.faults ?? [])
  const texts: Parts['texts'] = {}
  for (const language of languages) {
    const read = readTexts(locales[language])
    if (read.faults) faults.push(...within(`locales.${language}`, read.faults))
    else texts[language] = read.value
  }
  const read: RecordClassFile[] = []
  for (const [index, input] of classes.entries()) {
    if (faults.length >= moduleLimits.faults) break
    const { value, faults: found } = readPart(recordClassFile, input)
    if (found) faults.push(...within(classPlace(input, index), found))
    else read.push(value)
  }
  return { module: readModule.value, classes: read, texts, faults }
}

const versionFaults = (version: number): Fault[] =>
  version > highestVersion ? [{ ...fault('tooLarge', { max: highestVersion }), at: 'version' }] : []

const idFaults = (id: string, at: string): Fault[] =>
  isOwnId(id) || id.length <= moduleLimits.id ? [] : [{ ...fault('idTooLong', { max: moduleLimits.id }), at }]

const moduleFaults = (module: RecordModuleFile): Fault[] => [
  ...idFaults(module.id, 'id'),
  ...versionFaults(module.version),
  ...(module.category === standardModule ? [{ ...fault('standardCategory'), at: 'category' }] : []),
]

/** What a class may not be because it is a practice's own: other kinds of records have their one form. */
const ownClassFaults = (one: RecordClassFile): Fault[] => [
  ...idFaults(one.classId, 'classId'),
  ...versionFaults(one.version),
  ...(one.type === 'test' ? [] : [{ ...fault('onlyTests', { type: one.type }), at: 'type' }]),
  ...(fieldsOf(one).length > moduleLimits.fields
    ? [fault('tooManyFields', { max: moduleLimits.fields })]
    : []),
]

const twice = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) < index)),
]

/** Each class is listed once, and there once. */
const listFaults = (listed: readonly string[], there: readonly string[]): Fault[] => [
  ...twice(listed).map((id) => ({ ...fault('classTwice', { id }), at: 'module.classes' })),
  ...twice(there).map((id) => ({ ...fault('classTwice', { id }), at: `classes.${id}` })),
  ...listed
    .filter((id) => !there.includes(id))
    .map((id) => ({ ...fault('classMissing', { id }), at: 'module.classes' })),
  ...there
    .filter((id) => !listed.includes(id))
    .map((id) => ({ ...fault('classNotListed', { id }), at: `classes.${id}` })),
]

/** A form, or a choice of a field, with the consent it needs by its new id where that comes with the document. */
const withOwnConsent = <Needing extends Pick<RecordClassFile, 'needsConsent'>>(
  one: Needing,
  there: readonly string[],
): Needing =>
  one.needsConsent !== undefined && there.includes(one.needsConsent)
    ? { ...one, needsConsent: ownId(one.needsConsent) }
    : one

const fieldWithOwnConsents = (field: RecordField, there: readonly string[]): RecordField => {
  const { options, params, subfields } = field
  const opened = switchOptions(field)
  return {
    ...field,
    ...(options ? { options: options.map((one) => withOwnConsent(one, there)) } : {}),
    ...(opened ? { params: { ...params, options: opened.map((one) => withOwnConsent(one, there)) } } : {}),
    ...(subfields ? { subfields: subfields.map((one) => fieldWithOwnConsents(one, there)) } : {}),
  }
}

const withOwnConsents = (one: RecordClassFile, there: readonly string[]): RecordClassFile => ({
  ...withOwnConsent(one, there),
  sections: one.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => fieldWithOwnConsents(field, there)),
  })),
})

/** The same document with ids that are a practice's own, its classes in the order they are listed. */
const withOwnIds = ({ module, classes, ...rest }: ModuleDocument): ModuleDocument => {
  const listed = module.classes.map(ownId)
  const there = classes.map(({ classId }) => classId)
  return {
    ...rest,
    module: { ...module, id: ownId(module.id), classes: listed },
    classes: classes
      .map((one) => ({ ...withOwnConsents(one, there), classId: ownId(one.classId) }))
      .toSorted((one, other) => listed.indexOf(one.classId) - listed.indexOf(other.classId)),
  }
}

/** Everything a schema cannot say of a document. */
const contentFaults = ({ module, classes, locales }: ModuleDocument): Fault[] => [
  ...within('module', moduleFaults(module)),
  ...listFaults(
    module.classes.map(ownId),
    classes.map(({ classId }) => ownId(classId)),
  ),
  ...classes.flatMap((one) =>
    within(`classes.${ownId(one.classId)}`, [...ownClassFaults(one), ...classFaults(one)]),
  ),
  ...missingTexts([...new Set([module.name, module.description, ...classes.flatMap(textKeysOf)])], locales),
]

const told = (faults: readonly Fault[]): { readonly faults: readonly Fault[] } => ({
  faults: faults.slice(0, moduleLimits.faults),
})

/**
 * A document as a practice keeps it, with ids of its own, or what is wrong with it: at most a hundred faults, each
 * with its place. Never throws, whatever it is given.
 */
export const readDocument = (input: unknown): Read<ModuleDocument> => {
  const outside = readShape(envelope, input)
  if (outside.faults) return told(outside.faults)
  const { module, classes, texts, faults } = readParts(outside.value)
  const { es, en, it } = texts
  if (!module || !es || !en || !it || faults.length > 0) return told(faults)
  const document: ModuleDocument = {
    format: moduleDocumentFormat,
    module,
    classes: [...classes],
    locales: { es, en, it },
  }
  const wrong = contentFaults(document)
  return wrong.length > 0 ? told(wrong) : { value: withOwnIds(document) }
}
