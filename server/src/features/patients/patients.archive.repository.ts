import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PatientState } from './patients.repository.ts'

/** Archives a patient now, with a reason or none, or brings one back (undefined), and counts the version up. */
export const writeArchived = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<PatientState>,
  reason: string | null | undefined,
): Promise<void> => {
  await tx
    .updateTable('patients')
    .set((set) => ({
      archived_at: reason === undefined ? null : sql<Date>`now()`,
      archive_reason: reason ?? null,
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}
