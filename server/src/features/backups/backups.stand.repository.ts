import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Of the backups of an installation: when the last good one was, and the last try; instants in milliseconds. */
export interface StoredStand {
  /** By the clock of the database. */
  readonly now: number
  /** When somebody first had an account; null while nobody has. */
  readonly inUseSince: number | null
  readonly lastGood: number | null
  readonly lastBegun: number | null
  /** Of the last try, where nothing good came of it. */
  readonly lastFault: string | null
}

const millis = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`)

export const readStand = async (tx: Tx): Promise<StoredStand> => {
  const { rows } = await sql<StoredStand>`
    select ${millis('now()')} as now, (select ${millis('min(created_at)')} from users) as "inUseSince",
      (select ${millis('max(at)')} from backups where state = 'good') as "lastGood",
      (select ${millis('max(started_at)')} from backups) as "lastBegun",
      (select fault from backups where state <> 'running' order by started_at desc, id desc limit 1) as "lastFault"`.execute(
    tx,
  )
  const [stand] = rows
  if (!stand) throw new Error('the database said nothing of backups')
  return stand
}

/** Begins what is wrong, where it is not known yet; answers whether whoever runs the installation is to be told now. */
export const raiseAlert = async (tx: Tx, name: string, again: string): Promise<boolean> => {
  const { rows } = await sql`
    insert into operator_alerts as a (name, told_at) values (${name}, now())
    on conflict (name) do update set told_at = now()
      where a.told_at is null or a.told_at < now() - ${again}::interval
    returning name`.execute(tx)
  return rows.length > 0
}

/** Ends what was wrong; answers whether anything was. */
export const endAlert = async (tx: Tx, name: string): Promise<boolean> => {
  const { rows } = await sql`delete from operator_alerts where name = ${name} returning name`.execute(tx)
  return rows.length > 0
}
