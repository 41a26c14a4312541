import type { RecordRow } from '@ulna/contract/records/records'
import { newestFirst } from './time-line-entries.ts'

export interface CaseBranch {
  record: RecordRow
  followUps: number
}

export interface CaseTree {
  medicalHistory: RecordRow | undefined
  /** Open cases first, then closed ones, newest first in each. */
  cases: CaseBranch[]
}

const isCase = (record: RecordRow) => record.type === 'control' && record.subtype === 'case'
const isClosed = (branch: CaseBranch) => branch.record.caseStatus === 'closed'

/** History and diagnoses of a file, without what is void. */
export const caseTree = (records: readonly RecordRow[]): CaseTree => {
  const valid = records.filter((record) => record.voidedAt === null).sort(newestFirst)
  const followUps = new Map<number, number>()
  for (const { caseId } of valid) {
    if (caseId !== null) followUps.set(caseId, (followUps.get(caseId) ?? 0) + 1)
  }
  const branches = valid
    .filter(isCase)
    .map((record) => ({ record, followUps: followUps.get(record.id) ?? 0 }))
  return {
    medicalHistory: valid.find((record) => record.type === 'med_hist' && !record.former),
    cases: [...branches.filter((branch) => !isClosed(branch)), ...branches.filter(isClosed)],
  }
}

/** The case a new follow-up belongs to when none was named: the only open one, or the one last worked on. */
export const caseToContinue = (records: readonly RecordRow[]): RecordRow | undefined => {
  const open = records.filter(
    (record) => isCase(record) && record.voidedAt === null && record.caseStatus === 'active',
  )
  const lastWork = (one: RecordRow) =>
    Math.max(
      Date.parse(one.date),
      ...records.filter((record) => record.caseId === one.id).map((record) => Date.parse(record.date)),
    )
  return [...open].sort((one, other) => lastWork(other) - lastWork(one))[0]
}

/** The open case that is meant: the one that was chosen, where it is open; the one to go on with where none was. */
export const openCaseOf = (
  records: readonly RecordRow[],
  chosen: number | undefined,
): RecordRow | undefined =>
  chosen === undefined
    ? caseToContinue(records)
    : records.find(
        ({ id, caseStatus, voidedAt }) => id === chosen && caseStatus === 'active' && voidedAt === null,
      )

/** Open diagnoses that a follow-up which was written under another one may go to, newest first. */
export const casesToMoveTo = (records: readonly RecordRow[], record: RecordRow): RecordRow[] =>
  record.caseId === null
    ? []
    : records
        .filter((one) => isCase(one) && one.voidedAt === null && one.caseStatus === 'active')
        .filter(({ id }) => id !== record.caseId)
        .sort(newestFirst)

/** The visits of one case, oldest first: what the pain curve and the comparison are drawn from. */
export const visitsOfCase = (records: readonly RecordRow[], caseId: number): RecordRow[] =>
  records
    .filter((record) => record.voidedAt === null && (record.id === caseId || record.caseId === caseId))
    .sort((one, other) => (one.sessionNumber ?? 0) - (other.sessionNumber ?? 0) || one.id - other.id)

const painOf = (record: RecordRow): number | undefined => {
  const pain = record.data?.painIntensity
  return typeof pain === 'number' ? pain : undefined
}

/** Visits that recorded pain, oldest first. */
export const painOverVisits = (visits: readonly RecordRow[]): { record: RecordRow; level: number }[] =>
  visits.flatMap((record) => {
    const level = painOf(record)
    return level === undefined ? [] : [{ record, level }]
  })

/** The visits before `current` (all of them for a new one): the last one and the first one of the case. */
export const visitsToCompare = (
  visits: readonly RecordRow[],
  currentId: number | undefined,
): { last: RecordRow | undefined; first: RecordRow | undefined } => {
  const index = visits.findIndex((visit) => visit.id === currentId)
  const before = index < 0 ? visits : visits.slice(0, index)
  const last = before.findLast((visit) => visit.subtype === 'follow_up')
  return { last: last ?? before.at(-1), first: last ? before[0] : undefined }
}
