import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

const setLastControl = prepared<never, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`
    update patients set last_control = (
      select max(occurred_at) from records
      where practice_id = ${practiceId} and patient_id = ${patientId} and type = 'control' and voided_at is null
    ) where practice_id = ${practiceId} and id = ${patientId}`,
)

const raiseLastControl = prepared<
  never,
  { readonly practiceId: number; readonly patientId: number; readonly at: string | null }
>(
  ({ practiceId, patientId, at }) => sql`
    update patients set last_control = greatest(last_control, either(${at}::timestamptz, now()))
    where practice_id = ${practiceId} and id = ${patientId}`,
)

/** `lastControl` after a new case or follow-up at an instant; null is now. */
export const noteNewControl = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  at: string | null,
): Promise<void> => {
  await raiseLastControl(tx, { practiceId, patientId, at })
}

/** Sets `lastControl` to the newest case or follow-up that counts. */
export const refreshLastControl = async (tx: Tx, practiceId: number, patientId: number): Promise<void> => {
  await setLastControl(tx, { practiceId, patientId })
}
