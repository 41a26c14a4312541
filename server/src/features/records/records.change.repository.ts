import type { CaseOutcome, CaseStatus, RecordVersion } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { RecordState } from './records.repository.ts'

/** Columns a change may write. */
export interface RecordColumns {
  readonly author_id?: number
  readonly class_id?: string
  readonly class_version?: number
  readonly subtype?: string
  readonly name?: string | null
  readonly occurred_at?: string
  readonly data?: string
  readonly case_id?: number
  readonly session_number?: number
}

/** The state of a case; an active one has neither outcome nor closing day. */
export interface CaseState {
  readonly status: CaseStatus
  readonly outcome: CaseOutcome | null
  /** Calendar day. */
  readonly closedOn: string | null
}

type VersionChange = RecordVersion['change']

/** Who changes a record, and why as far as they have to say it. */
interface Change {
  readonly doctorId: number
  readonly reason: string | null
}

/** Keeps what a record is now as the version it has now, and what made it. */
const keepRecordVersion = async (
  tx: Tx,
  practiceId: number,
  { id, change, by }: { id: number; change: VersionChange; by: Change },
): Promise<void> => {
  await sql`
    insert into record_versions (practice_id, record_id, version, change, author_id, occurred_at, class_id, class_version,
      data, case_status, case_outcome, case_closed_on, reason)
    select practice_id, id, version, ${change}, ${by.doctorId}, occurred_at, class_id, class_version, data, case_status,
      case_outcome, case_closed_on, ${by.reason}
    from records where practice_id = ${practiceId} and id = ${id} returning 1`.execute(tx)
}

/** Changes a record and keeps what it became as a new version. The author of the version is who changes it. */
export const updateRecord = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<RecordState>,
  { columns, by }: { columns: RecordColumns; by: Change },
): Promise<void> => {
  await tx
    .updateTable('records')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await keepRecordVersion(tx, practiceId, { id, change: 'content', by })
}

type Write = typeof updateRecord

/** Changes a temporary document, which has no versions. */
export const updateTemporaryRecord: Write = async (tx, practiceId, { id }, { columns }) => {
  await tx
    .updateTable('records')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Changes a temporary document into one that stays: what it says by now is its first version. */
export const completeTemporaryRecord: Write = async (tx, practiceId, record, change) => {
  await updateTemporaryRecord(tx, practiceId, record, change)
  await keepRecordVersion(tx, practiceId, { id: record.id, change: 'content', by: change.by })
}

/** Closes or reopens a case, signed or not: its state is no part of what was signed. */
export const changeCaseState = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<RecordState>,
  { state: { status, outcome, closedOn }, by }: { state: CaseState; by: Change },
): Promise<void> => {
  await sql`select change_case_state(${practiceId}, ${id}, ${status}, ${outcome}, ${closedOn})`.execute(tx)
  await keepRecordVersion(tx, practiceId, {
    id,
    change: status === 'closed' ? 'case_closed' : 'case_reopened',
    by,
  })
}

/** Marks a record as entered in error: it stays, and no longer counts. */
export const voidRecordRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<RecordState>,
  by: Change & { readonly userId: number; readonly reason: string },
): Promise<void> => {
  await sql`
    update records set voided_at = now(), voided_by = ${by.userId}, void_reason = ${by.reason}, version = version + 1,
      updated_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  await keepRecordVersion(tx, practiceId, { id, change: 'voided', by })
}

/** Follow-ups of a case that count. */
export const countFollowUps = async (tx: Tx, practiceId: number, caseId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from records
    where practice_id = ${practiceId} and case_id = ${caseId} and voided_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

interface CaseEnds {
  readonly firstFollowUp: Date | null
  /** Calendar day. */
  readonly closedOn: string | null
}

/** When the first session of a case was that counts, and the day it was closed on. */
export const findCaseEnds = async (tx: Tx, practiceId: number, caseId: number): Promise<CaseEnds> => {
  const { rows } = await sql<CaseEnds>`
    select c.case_closed_on::text as "closedOn", (
      select min(f.occurred_at) from records f
      where f.practice_id = ${practiceId} and f.case_id = c.id and f.voided_at is null
    ) as "firstFollowUp"
    from records c where c.practice_id = ${practiceId} and c.id = ${caseId}`.execute(tx)
  return rows[0] ?? { firstFollowUp: null, closedOn: null }
}
