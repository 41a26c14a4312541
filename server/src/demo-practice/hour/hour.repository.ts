import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export interface SoldPackage {
  readonly id: number
  readonly patientId: number
  readonly description: string
  readonly priceMinor: number
  readonly currency: string
}

/** The packages of these patients, and some of others, the newest first. */
export const findSoldPackages = async (
  tx: Tx,
  practiceId: number,
  patientIds: readonly number[],
  others: number,
): Promise<SoldPackage[]> => {
  const columns = sql`id, patient_id as "patientId", description, price_minor as "priceMinor", currency`
  const isOf = sql`patient_id in (${sql.join([0, ...patientIds])})`
  const { rows } = await sql<SoldPackage>`
    with sold as (select *, ${isOf} as wanted from session_packages where practice_id = ${practiceId})
    (select ${columns} from sold where wanted)
    union all
    (select ${columns} from sold where not wanted order by created_at desc, id limit ${others})`.execute(tx)
  return rows
}

/** The last sessions that somebody wrote of a patient, the oldest of them first. */
export const findLastSessions = async (
  tx: Tx,
  practiceId: number,
  { patientId, authorId, most }: { patientId: number; authorId: number; most: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, occurred_at from records
      where practice_id = ${practiceId} and patient_id = ${patientId} and author_id = ${authorId}
        and subtype = 'follow_up' and voided_at is null
      order by occurred_at desc, id desc limit ${most}
    ) newest order by occurred_at, id`.execute(tx)
  return rows.map(({ id }) => id)
}
