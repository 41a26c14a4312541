import { type Backup, runsTold } from '@ulna/contract/backups/backups'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { StoredStand } from './backups.due.ts'

const millis = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`

export const readStand = async (tx: Tx): Promise<StoredStand> => {
  const { rows } = await sql<StoredStand>`
    select ${millis(sql`now()`)} as now, (select ${millis(sql`min(created_at)`)} from users) as "inUseSince",
      (select ${millis(sql`max(at)`)} from backups where state = 'good') as "lastGood",
      (select ${millis(sql`max(started_at)`)} from backups) as "lastBegun",
      (select fault from backups where state <> 'running' order by started_at desc, id desc limit 1) as "lastFault"`.execute(
    tx,
  )
  const [stand] = rows
  if (!stand) throw new Error('the database said nothing of backups')
  return stand
}

/** Whether anybody has an account. */
export const isInUse = async (tx: Tx): Promise<boolean> =>
  (await sql`select 1 from users limit 1`.execute(tx)).rows.length > 0

/** One at a time makes or replaces the printed key. */
export const lockRecoveryKeys = async (tx: Tx): Promise<void> => {
  await sql`lock table recovery_keys in share row exclusive mode`.execute(tx)
}

export const replaceRecoveryKey = async (tx: Tx): Promise<void> => {
  await sql`update recovery_keys set replaced_at = now() where replaced_at is null`.execute(tx)
}

export const insertRecoveryKey = async (tx: Tx, recipient: string): Promise<void> => {
  await sql`insert into recovery_keys (recipient) values (${recipient})
    on conflict (recipient) do update set replaced_at = null, checked_at = now()`.execute(tx)
}

interface Runs {
  readonly lastGoodAt: string | null
  readonly lastDrillAt: string | null
  readonly runs: Backup[]
}

/** The last runs, newest first, and when the last good ones were. */
export const findRuns = async (tx: Tx): Promise<Runs> => {
  const { rows: runs } = await sql<Backup>`
    select id::float8 as id, state, fault, cause, iso(at) as at, iso(started_at) as "startedAt", iso(ended_at) as "endedAt",
      rows::float8 as rows, files, missing, size::float8 as size, iso(drilled_at) as "drilledAt",
      iso(removed_at) as "removedAt"
    from backups order by started_at desc, id desc limit ${runsTold}`.execute(tx)
  const { rows: last } = await sql<{ good: string | null; drill: string | null }>`
    select iso(max(at)) as good, iso(max(drilled_at)) as drill from backups where state = 'good'`.execute(tx)
  return { runs, lastGoodAt: last[0]?.good ?? null, lastDrillAt: last[0]?.drill ?? null }
}

/** Whether the demo practice was loaded. */
export const isDemo = async (tx: Tx): Promise<boolean> =>
  (await sql`select 1 from installation where demo`.execute(tx)).rows.length > 0
