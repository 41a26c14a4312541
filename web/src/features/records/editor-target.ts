import { formOfDraft } from '@ulna/contract/drafts/drafts'
import { builtInClasses, type RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import type { FormValues } from '../../blocks/record-form/form/form-values.ts'

/** What is being written: a new record of a class (of a case, for follow-ups), or a record that exists. */
export type EditorTarget =
  | { kind: 'new'; classId: string; caseId: number | undefined }
  | { kind: 'edit'; recordId: number }

/** Names the form on the server (contract/src/drafts/drafts.ts). */
export const draftKeyOf = (target: EditorTarget): string => {
  if (target.kind === 'edit') return `record:${target.recordId}`
  return target.caseId === undefined ? `new:${target.classId}` : `new:${target.classId}:case:${target.caseId}`
}

/** The target a draft key names, of a copy that of its form; undefined for a key this version does not know. */
export const targetOfDraftKey = (draftKey: string): EditorTarget | undefined => {
  const key = formOfDraft(draftKey)
  const edited = /^record:(\d+)$/.exec(key)
  if (edited) return { kind: 'edit', recordId: Number(edited[1]) }
  const fresh = /^new:([a-z][a-z0-9_]*)(?::case:(\d+))?$/.exec(key)
  if (!fresh?.[1]) return undefined
  return { kind: 'new', classId: fresh[1], caseId: fresh[2] ? Number(fresh[2]) : undefined }
}

const writeWords = {
  history: builtInClasses.medicalHistory,
  case: builtInClasses.case,
  followup: builtInClasses.followUp,
  document: builtInClasses.document,
} as const

type WriteWord = keyof typeof writeWords
const writeWordList = Object.keys(writeWords) as WriteWord[]

/** Class that the address asks to write: `?write=followup&case=12`; those of modules stand there by their id. */
export const classIdOf = (write: string): string => {
  const word = writeWordList.find((one) => one === write)
  return word ? writeWords[word] : write
}

/** How the address says a class: a word for the built-in ones, the id of any other. */
export const writeWordOf = (classId: string): string =>
  writeWordList.find((word) => writeWords[word] === classId) ?? classId

/** What `?write=` says; undefined for what can be no class. */
export const readWrite = (said: unknown): string | undefined =>
  typeof said === 'string' && /^[a-z][a-z0-9_]{1,63}$/.test(said) ? writeWordOf(said) : undefined

/** True for a class that comes with every practice: its forms have titles of their own. */
export const isBuiltIn = (classId: string): boolean =>
  writeWordList.some((word) => writeWords[word] === classId)

/** The hidden values a new record carries: the case of a follow-up. */
export const valuesOfTarget = (target: EditorTarget): FormValues =>
  target.kind === 'new' && target.caseId !== undefined ? { case: target.caseId } : {}

/** The class and version a record was written with. */
export const classOf = (record: RecordRow, classes: readonly RecordClass[]): RecordClass | undefined =>
  classes.find((one) => one.classId === record.recordClassId && one.version === record.recordClassVersion) ??
  classes.find((one) => one.classId === record.recordClassId)
