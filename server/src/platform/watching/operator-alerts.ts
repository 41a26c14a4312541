import type { AlertName } from '@ulna/contract/monitoring/monitoring'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** After how long operators are told again of what still is so. */
const againAfter = '7 days'

/** Begins what is wrong, where it is not known yet; answers whether whoever runs the installation is to be told now. */
export const raiseAlert = async (tx: Tx, name: AlertName): Promise<boolean> => {
  const { rows } = await sql`
    insert into operator_alerts as a (name, told_at) values (${name}, now())
    on conflict (name) do update set told_at = excluded.told_at
      where a.told_at is null or a.told_at < now() - ${againAfter}::interval
    returning name`.execute(tx)
  return rows.length > 0
}

/** Ends what was wrong; answers whether anything was. */
export const endAlert = async (tx: Tx, name: AlertName): Promise<boolean> => {
  const { rows } = await sql`delete from operator_alerts where name = ${name} returning name`.execute(tx)
  return rows.length > 0
}

/** What is wrong now, and since which instant, the oldest first. */
export const findAlerts = async (tx: Tx): Promise<{ readonly name: AlertName; readonly since: string }[]> => {
  const { rows } = await sql<{ name: AlertName; since: string }>`
    select name, iso(since) as since from operator_alerts order by operator_alerts.since`.execute(tx)
  return rows
}
