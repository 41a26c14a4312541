import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** What the medical history of a patient that counts says of the gender, with its version and time. */
export interface StoredGender {
  readonly patientId: number
  readonly gender: string | null
  readonly version: number
  readonly at: Date
}

export const findGenders = async (
  tx: Tx,
  practiceId: number,
  patientIds: readonly number[],
): Promise<StoredGender[]> => {
  const { rows } = await sql<StoredGender>`
    select patient_id as "patientId", data ->> 'gender' as gender, version, coalesce(updated_at, created_at) as at
    from records
    where practice_id = ${practiceId} and patient_id = any(${[...patientIds]}::bigint[]) and type = 'med_hist'
      and voided_at is null and not former`.execute(tx)
  return rows
}
