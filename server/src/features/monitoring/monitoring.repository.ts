import { type Fault, faultsTold, type MonitoringStand } from '@ulna/contract/monitoring/monitoring'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../platform/database/database.ts'

/** Times that something is done again before it is said to fail: a mail server may be away for a moment. */
const triesInPeace = 2

const isFailing = sql`(j.last_error is not null and (j.attempts > ${triesInPeace} or j.attempts >= j.max_attempts))`

/** Work that hands mails over, by its names. */
const mailWork = sql<boolean>`j.task_identifier ~
  '(mail|notice)$|^(accounts[.]send_link|contact[.]message|practice_deletions[.]tell)$'`

export type QueueStand = MonitoringStand['queue']

/** Jobs that wait, and those that fail. Work of every minute fails by itself and is done again: it is told as well. */
export const readQueue = async (queries: Queries): Promise<QueueStand> => {
  const { rows } = await sql<Omit<QueueStand, 'failing'>>`
    select count(*)::int as waiting,
      floor(max(extract(epoch from now() - greatest(j.run_at, j.created_at))))::int as oldest
    from graphile_worker.jobs j
    where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts`.execute(queries)
  const { rows: failing } = await sql<QueueStand['failing'][number]>`
    select j.task_identifier as work, count(*)::int as jobs from graphile_worker.jobs j
    where ${isFailing} group by j.task_identifier order by 2 desc, 1`.execute(queries)
  const [waiting] = rows
  return { waiting: waiting?.waiting ?? 0, oldest: waiting?.oldest ?? null, failing }
}

/**
 * Mails among the jobs. One is not said to fail whose mailbox there is not (RFC 3463 §3.2, §3.3), nor one that was given up before
 * yesterday: neither says anything of how mails get out now.
 */
export const readMailJobs = async (
  queries: Queries,
): Promise<{ readonly waiting: number; readonly failing: number }> => {
  const { rows } = await sql<{ waiting: number; failing: number }>`
    select count(*) filter (where j.run_at <= now() and j.attempts < j.max_attempts)::int as waiting,
      count(*) filter (where ${isFailing} and j.last_error !~ ' 5[.][12][.]'
        and (j.attempts < j.max_attempts or j.updated_at > now() - interval '1 day'))::int as failing
    from graphile_worker.jobs j where ${mailWork}`.execute(queries)
  return rows[0] ?? { waiting: 0, failing: 0 }
}

interface DatabaseFacts {
  readonly size: number
  readonly connections: number
  readonly mostConnections: number
  readonly postgres: string
  readonly schema: string
  /** By the clock of the database, in whole milliseconds as `Date.now()` tells them. */
  readonly now: number
}

export const readDatabase = async (queries: Queries): Promise<DatabaseFacts> => {
  const { rows } = await sql<DatabaseFacts>`
    select pg_database_size(current_database())::float8 as size,
      (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
      current_setting('max_connections')::int as "mostConnections",
      current_setting('server_version') as postgres,
      (select max(name) from kysely_migration) as schema,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(queries)
  const [facts] = rows
  if (!facts) throw new Error('the database said nothing of itself')
  return facts
}

type Standbys = MonitoringStand['database']['standbys']

export const readStandbys = async (queries: Queries): Promise<Standbys> => {
  const { rows } = await sql<NonNullable<Standbys> & { known: boolean }>`
    select known, following, synchronous, ceil(behind)::int as behind from standbys()`.execute(queries)
  const [{ known, ...standbys } = { known: false, following: 0, synchronous: 0, behind: 0 }] = rows
  return known ? standbys : null
}

export interface TrailCheck {
  readonly nextPracticeId: number
  readonly broken: number
  readonly lastBroken: number
  readonly checkedAt: string | null
}

export const readTrailCheck = async (queries: Queries): Promise<TrailCheck> => {
  const { rows } = await sql<TrailCheck>`
    select next_practice_id::float8 as "nextPracticeId", broken, last_broken as "lastBroken", iso(checked_at) as "checkedAt"
    from trail_checks`.execute(queries)
  const [check] = rows
  if (!check) throw new Error('nothing is known of how far the trail was verified')
  return check
}

/** Whether nobody else verifies the trail; nobody does until the transaction ends. */
export const claimTrailCheck = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('trail check', 0)) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** Notes how far the trail was verified: to its end where no practice comes next, so that it begins anew. */
export const noteTrailCheck = async (
  queries: Queries,
  { nextPracticeId, broken }: { readonly nextPracticeId: number | undefined; readonly broken: number },
): Promise<void> => {
  await queries
    .updateTable('trail_checks')
    .set(
      nextPracticeId === undefined
        ? { next_practice_id: 0, broken: 0, last_broken: broken, checked_at: sql`now()` }
        : { next_practice_id: nextPracticeId, broken },
    )
    .execute()
}

/** So many practices of the trail from one on, in the order of their numbers; 0 is the installation. */
export const findPracticesFrom = async (
  queries: Queries,
  from: number,
  most: number,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from (select 0 as id union all select id from practices) p
    where id >= ${from} order by id limit ${most}`.execute(queries)
  return rows.map(({ id }) => id)
}

export const insertFaults = async (queries: Queries, faults: readonly Fault[]): Promise<void> => {
  await queries
    .insertInto('operator_faults')
    .values(faults.map((fault) => ({ ...fault })))
    .execute()
}

/** The last faults, newest first. */
export const findFaults = async (queries: Queries): Promise<Fault[]> => {
  const { rows } = await sql<Fault>`
    select reference, iso(at) as at, method, route, status, key from operator_faults
    order by operator_faults.at desc, id desc limit ${faultsTold}`.execute(queries)
  return rows
}

/** Takes away what nobody looks at any more: faults older than thirty days, and all but the last thousand. */
export const forgetFaults = async (tx: Tx): Promise<void> => {
  await sql`delete from operator_faults where at < now() - interval '30 days'
    or id < (select id from operator_faults order by id desc offset 999 limit 1)`.execute(tx)
}

/** When the last good backup was made, in seconds since 1970; null while there is none. */
export const readLastBackup = async (queries: Queries): Promise<number | null> => {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(at))::float8 as at from backups where state = 'good'`.execute(queries)
  return rows[0]?.at ?? null
}
