import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { Place } from '../session-packages.repository.ts'
import { joinedPackages, packageWire, todayIn } from '../session-packages.wire.ts'

/** A package that an import brings, with what is left of it. */
export interface BroughtPackage {
  readonly row: number
  readonly patientId: number
  readonly doctorId: number
  readonly sessions: number
  readonly remaining: number
  readonly description: string | null
  /** ISO day. */
  readonly expiresOn: string | null
}

/** Stores packages with one line of the ledger and the first version of each; answers the id of each row. */
export const insertBrought = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  userId: number,
  source: string,
  packages: readonly BroughtPackage[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('global_id') as id from generate_series(1, ${packages.length}::int)`.execute(tx)
  const withIds = packages.map((one, index) => ({ ...one, id: Number(ids[index]?.id) }))
  const given = sql`json_to_recordset(${JSON.stringify(withIds)}::json) as b (id bigint, "patientId" bigint,
    "doctorId" bigint, sessions int, remaining int, description text, "expiresOn" date)`
  await sql`
    insert into session_packages (practice_id, id, patient_id, doctor_id, num_sessions, used_sessions, description,
      expires_on, expiry_told_on, imported_from)
    select ${practiceId}, b.id, b."patientId", b."doctorId", b.sessions, b.sessions - b.remaining, b.description,
      b."expiresOn", case when b."expiresOn" < ${todayIn(sql`${timezone}::text`)} then b."expiresOn" end, ${source}
    from ${given}
    returning 1`.execute(tx)
  await sql`
    insert into session_package_patients (practice_id, package_id, patient_id)
    select ${practiceId}, b.id, b."patientId" from ${given}
    returning 1`.execute(tx)
  await sql`
    insert into session_package_movements (practice_id, package_id, kind, cause, sessions, balance, patient_id, user_id)
    select ${practiceId}, b.id, 'bought', 'brought_in', b.remaining, b.remaining, b."patientId", ${userId}
    from ${given}
    returning 1`.execute(tx)
  await sql`
    insert into session_package_versions (practice_id, package_id, version, author_user_id, body)
    select s.practice_id, s.id, s.version, ${userId}, ${packageWire(practiceId, sql`${timezone}::text`)}
    from ${joinedPackages(practiceId)} where s.practice_id = ${practiceId}
      and s.id = any(${withIds.map(({ id }) => id)}::bigint[])
    returning 1`.execute(tx)
  return new Map(withIds.map(({ row, id }) => [row, id]))
}

/** Takes back packages of these that nobody has touched since an import brought them; answers which. */
export const deleteUntouchedPackages = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const { rows } = await sql<{
    id: number
  }>`select take_back_packages(${practiceId}, ${[...ids]}::bigint[]) as id`.execute(tx)
  return rows.map(({ id }) => Number(id))
}
