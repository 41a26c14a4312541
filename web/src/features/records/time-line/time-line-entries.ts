import type { RecordRow } from '@ulna/contract/records/records'

/** Shape of what sits on the thread; it says the state without colour (visual.md, The idea). */
export type NodeShape = 'signed' | 'unsigned' | 'case' | 'medicalHistory' | 'document' | 'test' | 'void'

export type TimeLineEntry =
  | { kind: 'month'; key: string; month: string }
  | { kind: 'record'; key: string; record: RecordRow; node: NodeShape }

export const nodeShape = (record: RecordRow): NodeShape => {
  if (record.voidedAt !== null) return 'void'
  if (record.type === 'control' && record.subtype === 'case') return 'case'
  if (record.type === 'med_hist') return 'medicalHistory'
  if (record.type === 'document') return 'document'
  if (record.type === 'test') return 'test'
  return record.signed ? 'signed' : 'unsigned'
}

/** Newest first by the day the session took place, then by the moment of writing. */
export const newestFirst = (one: RecordRow, other: RecordRow): number =>
  Date.parse(other.date) - Date.parse(one.date) || other.id - one.id

/** The time line: records newest first, each month introduced by its name (`YYYY-MM`). */
export const timeLineEntries = (records: readonly RecordRow[]): TimeLineEntry[] => {
  const entries: TimeLineEntry[] = []
  let month = ''
  for (const record of [...records].sort(newestFirst)) {
    const own = record.localDay.slice(0, 7)
    if (own !== month) entries.push({ kind: 'month', key: `month-${own}`, month: own })
    month = own
    entries.push({ kind: 'record', key: `record-${record.id}`, record, node: nodeShape(record) })
  }
  return entries
}

export const recordKinds = ['all', 'case', 'follow_up', 'med_hist', 'document', 'test'] as const
export type RecordKindFilter = (typeof recordKinds)[number]

export const kindOf = (record: RecordRow): Exclude<RecordKindFilter, 'all'> => {
  if (record.type === 'control') return record.subtype === 'case' ? 'case' : 'follow_up'
  return record.type
}

export interface TimeLineFilter {
  kind: RecordKindFilter
  /** Only this case and its follow-ups. */
  caseId: number | undefined
}

export const matches = (record: RecordRow, { kind, caseId }: TimeLineFilter): boolean => {
  if (kind !== 'all' && kindOf(record) !== kind) return false
  return caseId === undefined || record.id === caseId || record.caseId === caseId
}
