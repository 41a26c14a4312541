import type { PrintScope } from './records.print.ts'
import type { RecordRow } from './records.ts'

/** What goes onto paper: all of a file, one case with its sessions, or one record. */
export interface PrintChoice {
  readonly scope: PrintScope
  /** The case or the record; a file names none. */
  readonly recordId: number | undefined
  /** Records that were entered in error are printed too, struck through. */
  readonly withVoided: boolean
}

const oldestFirst = (one: RecordRow, other: RecordRow): number =>
  Date.parse(one.date) - Date.parse(other.date) || one.id - other.id

const bySession = (one: RecordRow, other: RecordRow): number =>
  (one.sessionNumber ?? 0) - (other.sessionNumber ?? 0) || oldestFirst(one, other)

const isCase = (record: RecordRow): boolean => record.subtype === 'case' && record.type === 'control'

const withSessions = (records: readonly RecordRow[], diagnosis: RecordRow): RecordRow[] => [
  diagnosis,
  ...records.filter((record) => record.caseId === diagnosis.id).toSorted(bySession),
]

/** A file is read from the medical history to cases with their sessions, then tests and documents by date. */
const inReadingOrder = (records: readonly RecordRow[]): RecordRow[] => {
  const cases = records.filter(isCase).toSorted(oldestFirst)
  const rest = records.filter((record) => record.type === 'test' || record.type === 'document')
  return [
    ...records.filter((record) => record.type === 'med_hist').toSorted(oldestFirst),
    ...cases.flatMap((diagnosis) => withSessions(records, diagnosis)),
    ...rest.toSorted(oldestFirst),
  ]
}

/** The records that are printed, in the order of the pages. */
export const recordsToPrint = (
  records: readonly RecordRow[],
  { scope, recordId, withVoided }: PrintChoice,
): RecordRow[] => {
  const chosen = records.find((record) => record.id === recordId)
  if (scope === 'record') return chosen ? [chosen] : []
  const counting = records.filter((record) => withVoided || record.voidedAt === null)
  if (scope === 'file') return inReadingOrder(counting)
  return chosen ? withSessions(counting, chosen) : []
}
