import type pg from 'pg'

/** Work that is done at the beginning of every minute, once whatever the number of processes; missed minutes are not made up. */
export type EveryMinute = readonly string[]

/** How often a process sees to it that the work of the next minute waits. */
export const askedEveryMs = 15_000

/**
 * Queues the work of the next minute, where it does not wait already. It is the database's minute: a process whose clock
 * jumps neither catches up on years, nor stops for them when its clock comes back (promises.md A10). What failed is
 * done in a minute anyway.
 */
export const queueNextMinute = async (pool: pg.Pool, names: EveryMinute): Promise<void> => {
  await pool.query(
    `select graphile_worker.add_job(name, job_key => name, max_attempts => 1,
      run_at => date_trunc('minute', now()) + interval '1 minute')
    from unnest($1::text[]) as name
    where not exists (
      select from graphile_worker.jobs j
      where j.key = name and j.locked_at is null and j.attempts < j.max_attempts
        and j.run_at <= now() + interval '1 minute'
    )`,
    [names],
  )
}
