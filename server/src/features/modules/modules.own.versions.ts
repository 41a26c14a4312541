import { type ModuleDocument, moduleDocumentFormat } from '@ulna/contract/modules/module-document'
import type { RecordClass, RecordClassFile } from '@ulna/contract/record-class/record-class'
import { withoutReserved } from '@ulna/contract/record-class/record-class.reserved'
import { textKeysOf } from './faults/modules.text-keys.ts'
import { pickTexts } from './faults/modules.texts.faults.ts'
import type { OwnModule } from './modules.own.repository.ts'

/** A class without what its module adds to it. */
export const fileOf = ({ recordModuleId: _, locales: __, ...file }: RecordClass): RecordClassFile => file

/** A stored module as a document; classes that are not in its list any more are not in it either. */
export const documentOf = ({ file, texts }: OwnModule, classes: readonly RecordClass[]): ModuleDocument => ({
  format: moduleDocumentFormat,
  module: file,
  classes: file.classes.flatMap((id) => classes.filter(({ classId }) => classId === id)).map(fileOf),
  locales: { es: texts.es, en: texts.en, it: texts.it },
})

/** The classes of a document with the texts each one shows. */
export const withTexts = ({ module, classes, locales }: ModuleDocument): RecordClass[] =>
  classes.map((one) => ({
    ...one,
    recordModuleId: module.id,
    locales: pickTexts(locales, textKeysOf(one)),
  }))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Whether two things say the same, in whatever order their keys stand. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** What a record is written with: all of a class but its number, whether it takes new records, and what it keeps back from copies. */
const asked = (file: RecordClassFile): unknown => {
  const { version: _, active: __, ...rest } = withoutReserved(file)
  return rest
}

/**
 * A version once stored is what records were written with: what is asked anew gets the next number, and of a consent
 * what is to be read, in any language.
 */
const nextClass = (
  file: RecordClassFile,
  texts: RecordClass['locales'],
  newest: RecordClass | undefined,
): RecordClassFile => {
  if (!newest) return file
  const isAsked = isSame(asked(file), asked(fileOf(newest)))
  if (isAsked && (!file.consent || isSame(texts, newest.locales))) return { ...file, version: newest.version }
  return { ...file, version: Math.max(file.version, newest.version + 1) }
}

const withoutNumber = ({ module, ...rest }: ModuleDocument): unknown => ({
  ...rest,
  module: { ...module, version: null },
})

/**
 * The document as it is stored: with the versions of its classes, and of the module itself when anything differs from
 * before.
 */
export const nextDocument = (
  document: ModuleDocument,
  before: ModuleDocument | undefined,
  newest: readonly RecordClass[],
): ModuleDocument => {
  const classes = document.classes.map((file) =>
    nextClass(
      file,
      pickTexts(document.locales, textKeysOf(file)),
      newest.find(({ classId }) => classId === file.classId),
    ),
  )
  const next = { ...document, classes }
  if (!before) return next
  const least = isSame(withoutNumber(next), withoutNumber(before))
    ? before.module.version
    : before.module.version + 1
  return { ...next, module: { ...next.module, version: Math.max(next.module.version, least) } }
}
