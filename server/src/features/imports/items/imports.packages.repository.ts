import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { digestPattern } from '../imports.fates.repository.ts'
import { ofImport } from '../imports.rows.repository.ts'
import type { ItemsKey } from './imports.items.repository.ts'

/** How a package came in, which stays whatever was done with it since. */
const asBrought = (practiceId: number): RawBuilder<unknown> => sql`session_packages s
  join session_package_versions v on v.practice_id = ${practiceId} and v.package_id = s.id and v.version = 1
  join session_package_movements m
    on m.practice_id = ${practiceId} and m.package_id = s.id and m.cause = 'brought_in'`

/** What makes two packages of a patient one: their name and last day, and beside them what is said of their sessions. */
interface Sameness {
  readonly ofRow: RawBuilder<unknown>
  readonly ofKnown: RawBuilder<unknown>
}

/** The same sessions in all; or, where a file says only what is left, whatever is left. */
const samenesses: readonly Sameness[] = [
  { ofRow: sql`(r.item::json ->> 'sessions')::int`, ofKnown: sql`s.num_sessions` },
  {
    ofRow: sql`case when r.item::json ->> 'sessions' = r.item::json ->> 'remaining' then 0 end`,
    ofKnown: sql`case when (v.body::json ->> 'numSessions')::int = m.balance then 0 end`,
  },
]

/**
 * Rows without a number of their own that are packages of before with another balance: each is one that the same source
 * brought and that no other row of the file is, the first row the oldest of them.
 */
const markOtherBalance = (key: ItemsKey, { ofRow, ofKnown }: Sameness) => sql`
  with known as (
    select k.item_id, s.patient_id, v.body::json ->> 'description' as name, v.body::json ->> 'expiresOn' as until,
      ${ofKnown} as sessions,
      row_number() over (partition by s.patient_id, v.body::json ->> 'description', v.body::json ->> 'expiresOn',
        ${ofKnown} order by k.item_id) as place
    from imported_items k join ${asBrought(key.practiceId)} on s.practice_id = ${key.practiceId} and s.id = k.item_id
    where k.practice_id = ${key.practiceId} and k.source = ${key.source} and k.kind = 'packages'
      and k.import_id <> ${key.importId} and k.external_id ~ ${digestPattern}
      and not exists (select from import_rows r where ${ofImport(key)} and r.fate = 'before' and r.item_id = k.item_id)
  ), open as (
    select r.row_number, r.patient_id, r.item::json ->> 'description' as name, r.item::json ->> 'expiresOn' as until,
      ${ofRow} as sessions,
      row_number() over (partition by r.patient_id, r.item::json ->> 'description', r.item::json ->> 'expiresOn',
        ${ofRow} order by r.row_number) as place
    from import_rows r where ${ofImport(key)} and r.fate = 'create' and r.done_at is null
      and r.external_id ~ ${digestPattern}
  )
  update import_rows r set fate = 'before', item_id = known.item_id
  from open join known on known.patient_id = open.patient_id and known.name is not distinct from open.name
    and known.until is not distinct from open.until and known.sessions = open.sessions and known.place = open.place
  where ${ofImport(key)} and r.row_number = open.row_number`

/** The hint that the source says another balance by now than it said when it brought the package. */
const otherBalance = sql`remark('remaining', 'other_balance', json_of('said', (r.item::json ->> 'remaining')::int)
  || json_of('brought', m.balance) || json_of('left', s.num_sessions - s.used_sessions - s.reserved_sessions))`

/**
 * Marks packages that came before and whose balance the source says otherwise by now: none becomes a second package, and
 * what is here is not changed, for sessions may have been taken of it on both sides.
 */
export const markKnownPackages = async (tx: Tx, key: ItemsKey): Promise<void> => {
  for (const sameness of samenesses) await markOtherBalance(key, sameness).execute(tx)
  await sql`
    update import_rows r set found = (r.found::jsonb || ${otherBalance}::jsonb)::text from ${asBrought(key.practiceId)}
    where ${ofImport(key)} and r.fate = 'before' and s.practice_id = ${key.practiceId} and s.id = r.item_id
      and (r.item::json ->> 'remaining')::int <> m.balance and r.found not like '%other_balance%'`.execute(tx)
}
