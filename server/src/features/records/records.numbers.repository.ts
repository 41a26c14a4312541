import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Json, jsonOf } from '../../platform/database/wire.ts'

/**
 * The number that the next follow-up of a case gets: one more than any that was given in it, to a void one and to one
 * that is in another case by now too (docs/decisions/0042-numbers-of-follow-ups.md). The patient's row is locked, so two
 * that race get two numbers.
 */
export const nextNumber = (practice: RawBuilder<unknown>, caseId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`greatest(
    (select max(session_number) from records where practice_id = ${practice} and case_id = ${caseId}),
    (select max(session_number) from session_numbers_left where practice_id = ${practice} and case_id = ${caseId}), 0) + 1`

const readNextNumber = prepared<{ number: number }, { readonly practiceId: number; readonly caseId: number }>(
  ({ practiceId, caseId }) => sql`select ${nextNumber(practiceId, caseId)} as number`,
)

/** The number that the next follow-up of a case gets. */
export const findNextNumber = async (tx: Tx, practiceId: number, caseId: number): Promise<number> => {
  const [row] = await readNextNumber(tx, { practiceId, caseId })
  if (!row) throw new Error('a select without a table gave no row')
  return row.number
}

export interface NumberedFollowUp {
  readonly id: number
  readonly caseId: number
  readonly sessionNumber: number
}

/** Keeps the number of a follow-up for it in the case it leaves. */
export const keepNumber = async (
  tx: Tx,
  practiceId: number,
  { id, caseId, sessionNumber }: NumberedFollowUp,
): Promise<void> => {
  await tx
    .insertInto('session_numbers_left')
    .values({ practice_id: practiceId, case_id: caseId, record_id: id, session_number: sessionNumber })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of a follow-up in a case it comes to: the one it had there, else the next. */
export const numberInCase = async (
  tx: Tx,
  practiceId: number,
  caseId: number,
  recordId: number,
): Promise<number> => {
  const practice = sql`${practiceId}::bigint`
  const { rows } = await sql<{ number: number }>`
    select coalesce((
      select session_number from session_numbers_left
      where practice_id = ${practice} and case_id = ${caseId} and record_id = ${recordId}
    ), ${nextNumber(practice, sql`${caseId}::bigint`)}) as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a select without a table gave no row')
  return row.number
}

type MovedNumbers = PatientFileMetadata['movedNumbers']

const movedOfPatient = prepared<
  { numbers: Json<MovedNumbers> },
  { readonly practiceId: number; readonly patientId: number }
>(
  ({ practiceId, patientId }) => sql`
    select '[' || coalesce(string_agg(concat('{"caseId":', l.case_id, ',"sessionNumber":', l.session_number, '}'), ','
      order by l.case_id, l.session_number), '') || ']' as numbers
    from records c join session_numbers_left l on l.practice_id = ${practiceId} and l.case_id = c.id
    where c.practice_id = ${practiceId} and c.patient_id = ${patientId} and c.subtype = 'case'`,
)

/** The numbers that the cases of a patient keep for follow-ups that were moved away, as a wire array. */
export const findMovedNumbers = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<MovedNumbers>> =>
  (await movedOfPatient(tx, { practiceId, patientId }))[0]?.numbers ?? jsonOf([])
