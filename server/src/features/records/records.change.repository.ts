import type { CaseOutcome, CaseStatus } from '@ulna/contract/records'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** Columns a change may write. */
export interface RecordColumns {
  readonly author_id?: number
  readonly class_id?: string
  readonly class_version?: number
  readonly name?: string | null
  readonly occurred_at?: string
  readonly data?: string
  readonly case_status?: CaseStatus
  readonly case_outcome?: CaseOutcome | null
  readonly case_closed_on?: string | null
}

/** Who changes a record, and why as far as they have to say it. */
interface Change {
  readonly doctorId: number
  readonly reason: string | null
}

/** Keeps the content a record has now as the version it has now. */
const keepRecordVersion = async (tx: Tx, practiceId: number, id: number, by: Change): Promise<void> => {
  await sql`
    insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data, reason)
    select practice_id, id, version, ${by.doctorId}, occurred_at, class_id, class_version, data, ${by.reason}
    from records where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Changes a record and keeps what it became as a new version. The author of the version is who changes it. */
export const updateRecord = async (
  tx: Tx,
  practiceId: number,
  id: number,
  columns: RecordColumns,
  by: Change,
): Promise<void> => {
  await tx
    .updateTable('records')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await keepRecordVersion(tx, practiceId, id, by)
}

/** Marks a record as entered in error: it stays, and no longer counts. */
export const voidRecordRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  by: Change & { readonly userId: number; readonly reason: string },
): Promise<void> => {
  await sql`
    update records set voided_at = now(), voided_by = ${by.userId}, void_reason = ${by.reason}, version = version + 1,
      updated_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  await keepRecordVersion(tx, practiceId, id, by)
}

/** Follow-ups of a case that count. */
export const countFollowUps = async (tx: Tx, practiceId: number, caseId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from records
    where practice_id = ${practiceId} and case_id = ${caseId} and voided_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}
