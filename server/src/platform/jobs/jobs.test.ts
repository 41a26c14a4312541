import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseProxy } from '../../../test/faults/proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { openSmtpInbox } from '../../../test/smtp-inbox.ts'
import { openPool, type Pool, transaction } from '../database/database.ts'
import { installationScope } from '../database/entering.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { type EveryMinute, queueNextMinute } from './jobs.minutes.ts'
import {
  dueJobs,
  enqueue,
  type JobHandlers,
  type JobPayload,
  type Jobs,
  jobLogger,
  startJobs,
} from './jobs.ts'

let database: TestDatabase
let pool: Pool
let owner: Pool
let started: Jobs[]
const log: string[] = []
const logger = jobLogger({ warn: (message) => void log.push(message) })
const onError = (error: Error): void => void log.push(error.message)

beforeEach(async () => {
  database = await createTestDatabase()
  pool = openPool(database.appConnection, { size: 3, onIdleError: onError })
  owner = openPool(database.ownerConnection, { size: 1, onIdleError: onError })
  started = []
  log.length = 0
})
afterEach(async () => {
  await Promise.all(started.map((jobs) => jobs.stop()))
  await pool.close()
  await owner.close()
  await database.drop()
})

const ask = (name: string, payload: JobPayload): Promise<void> =>
  transaction(pool.queries, installationScope, 'read write', (tx) => enqueue(tx, name, payload))

const run = async (handlers: JobHandlers): Promise<void> => {
  const jobs = dueJobs(database.appConnection, handlers, logger)
  await jobs.run().finally(jobs.close)
}

const start = (
  handlers: JobHandlers,
  connection = database.appConnection,
  everyMinute: EveryMinute = [],
): Jobs => {
  const jobs = startJobs(connection, handlers, { logger, onError, everyMinute })
  started.push(jobs)
  return jobs
}

/** Makes jobs due, as they are after the pause between two attempts. */
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(owner.queries)

/** What waits for the next minute, to be tried at least once. */
const nextMinutes = async (): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where run_at > now() - interval '5 seconds' and locked_at is null
      and run_at = date_trunc('minute', run_at) and run_at <= now() + interval '1 minute' and attempts < max_attempts`.execute(
    owner.queries,
  )
  return rows.map(({ key }) => key)
}

const waiting = async (): Promise<
  readonly { attempts: number; last_error: string | null; locked: boolean }[]
> => {
  const { rows } = await sql<{ attempts: number; last_error: string | null; locked: boolean }>`
    select attempts, last_error, locked_at is not null as locked from graphile_worker.jobs`.execute(
    owner.queries,
  )
  return rows
}

/** Processes of the database that wait to note what a worker has done. */
const noting = async (): Promise<number[]> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'ulna jobs'
      and wait_event_type = 'Lock'`.execute(pool.queries)
  return rows.map(({ pid }) => pid)
}

/** A handler, and a promise of each of its calls. */
const recording = (): { handlers: JobHandlers; next(): Promise<JobPayload> } => {
  const done: JobPayload[] = []
  const waiters: ((payload: JobPayload) => void)[] = []
  return {
    handlers: {
      note: async (payload) => {
        const waiter = waiters.shift()
        if (waiter) waiter(payload)
        else done.push(payload)
      },
    },
    next: () => {
      const payload = done.shift()
      return payload ? Promise.resolve(payload) : new Promise((resolve) => waiters.push(resolve))
    },
  }
}

describe('queued work', () => {
  it('is done if its transaction commits, and only then', async () => {
    const { handlers, next } = recording()
    await transaction(pool.queries, installationScope, 'read write', async (tx) => {
      await enqueue(tx, 'note', { id: 1 })
      throw new Error('never mind')
    }).catch(() => undefined)
    await ask('note', { id: 2 })
    await run(handlers)
    expect(await next()).toEqual({ id: 2 })
    expect(await waiting()).toEqual([])
  })

  it('waits for its time', async () => {
    const { handlers } = recording()
    await transaction(pool.queries, installationScope, 'read write', (tx) =>
      enqueue(tx, 'note', { id: 1 }, { runAt: new Date(Date.now() + 60_000) }),
    )
    await run(handlers)
    expect(await waiting()).toHaveLength(1)
  })

  it('is kept when this process does not know it', async () => {
    await ask('of_a_newer_version', { id: 1 })
    await run(recording().handlers)
    expect(await waiting()).toMatchObject([{ attempts: 0 }])
  })

  it('is tried again after a failure, under the same id', async () => {
    const ids: string[] = []
    const handlers: JobHandlers = {
      note: async (_payload, { jobId }) => {
        ids.push(jobId)
        if (ids.length === 1) throw new Error('not yet')
      },
    }
    await ask('note', { id: 1 })
    await run(handlers)
    expect(await waiting()).toMatchObject([{ attempts: 1, last_error: 'not yet', locked: false }])
    await makeDue()
    await run(handlers)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await waiting()).toEqual([])
  })

  it('I9 leaves no value of a database error in log and queue', async () => {
    const handlers: JobHandlers = {
      note: async () => void (await sql`select ${'Laura Restrepo'}::bigint`.execute(pool.queries)),
    }
    await ask('note', { id: 1 })
    await run(handlers)
    expect(await waiting()).toMatchObject([{ last_error: 'database error 22P02' }])
    expect(log.join('\n')).toContain('database error 22P02')
    expect(log.join('\n')).not.toContain('Laura')
  })
})

describe('a mail while its server is away', () => {
  it('A9 goes out once it is back, once', async () => {
    const inbox = await openSmtpInbox()
    await inbox.close()
    const mailer = smtpMailer({ url: inbox.url, from: 'Ulna <no-reply@ulna.test>' })
    const handlers: JobHandlers = {
      mail: ({ id }, { jobId }) =>
        mailer.send({ id: `job-${jobId}`, to: `p${id}@x.test`, subject: 'a', text: 'b', html: '<p>b</p>' }),
    }
    const people = Array.from({ length: 10 }, (_, id) => id)
    for (const id of people) await ask('mail', { id })
    await run(handlers)
    expect(await waiting()).toHaveLength(10)
    const back = await openSmtpInbox({ port: inbox.port, refused: ['p3@x.test'] })
    await makeDue()
    await run(handlers)
    expect(await waiting()).toMatchObject([{ attempts: 2, last_error: expect.stringContaining('550 5.1.1') }])
    await run(handlers)
    const got = back.received.map(({ to }) => to.join()).sort()
    expect(got).toEqual(people.filter((id) => id !== 3).map((id) => `p${id}@x.test`))
    expect(log.join('\n')).not.toContain('@x.test')
    mailer.close?.()
    await back.close()
  })
})

describe('a worker', () => {
  it('does what is queued while it runs, and nothing after it was stopped', async () => {
    const { handlers, next } = recording()
    const jobs = start(handlers)
    await ask('note', { id: 1 })
    expect(await next()).toEqual({ id: 1 })
    await jobs.stop()
    await ask('note', { id: 2 })
    expect(await waiting()).toHaveLength(1)
  })

  it('goes on when the database has ended all its connections', async () => {
    const { handlers, next } = recording()
    start(handlers)
    for (let round = 0; round < 3; round += 1) {
      await ask('note', { round })
      expect(await next()).toEqual({ round })
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'ulna jobs' and datname = current_database()`.execute(owner.queries)
    }
    await ask('note', { round: 3 })
    expect(await next()).toEqual({ round: 3 })
  })

  it('goes on when the database was away: at its start, and when the end of work could not be noted', {
    timeout: 60_000,
  }, async () => {
    const { host = '', port = 0, ...rest } = database.appConnection
    const proxy = new DatabaseProxy(path.join(host, `.s.PGSQL.${port}`))
    await proxy.open()
    await proxy.close()
    const { handlers, next } = recording()
    let cut = false
    start(
      {
        ...handlers,
        cut: async () => {
          if (!cut) await proxy.close()
          cut = true
        },
      },
      { ...rest, host: '127.0.0.1', port: proxy.port },
    )
    await expect.poll(() => log.length).toBeGreaterThan(0)
    await proxy.open()
    await ask('note', { id: 1 })
    expect(await next()).toEqual({ id: 1 })
    await ask('cut', {})
    await expect.poll(() => cut).toBe(true)
    await proxy.open()
    await ask('note', { id: 2 })
    expect(await next()).toEqual({ id: 2 })
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
    await proxy.close()
  })

  it('goes on when the database has ended the connections on which the end of two pieces of work was being noted', async () => {
    const { handlers, next } = recording()
    const ends: (() => void)[] = []
    const held = (): Promise<void> => new Promise((resolve) => void ends.push(resolve))
    start({ ...handlers, held })
    await ask('held', {})
    await ask('held', {})
    await expect.poll(() => ends.length).toBe(2)
    await owner.queries.transaction().execute(async (tx) => {
      await sql`select from graphile_worker._private_jobs for update`.execute(tx)
      for (const [ended, end] of ends.entries()) {
        end()
        await expect.poll(async () => (await noting()).length).toBe(ended + 1)
      }
      await sql`select pg_terminate_backend(pid) from unnest(${await noting()}::int[]) as pid`.execute(tx)
    })
    await ask('note', { id: 1 })
    expect(await next()).toEqual({ id: 1 })
  })

  it('takes up what a process took that was killed, after a quarter of an hour and not before', async () => {
    const { handlers, next } = recording()
    await ask('note', { id: 1 })
    await sql`update graphile_worker._private_jobs set locked_by = 'worker-gone', attempts = 1,
      locked_at = now() - interval '14 minutes'`.execute(owner.queries)
    const first = start(handlers)
    await ask('note', { id: 2 })
    expect(await next()).toEqual({ id: 2 })
    await first.stop()
    expect(await waiting()).toMatchObject([{ locked: true }])
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '16 minutes'`.execute(
      owner.queries,
    )
    start(handlers)
    expect(await next()).toEqual({ id: 1 })
  })

  it('looks forward to what is done every minute, once for all workers', async () => {
    for (let count = 0; count < 2; count += 1) start({}, database.appConnection, ['note'])
    await expect.poll(nextMinutes).toEqual(['note'])
  })

  it('A10 is back at it the next minute of the database, whatever a clock that jumped had put off or what failed', async () => {
    const setBack = (change: string) =>
      sql.raw(`update graphile_worker._private_jobs set ${change}`).execute(owner.queries)
    await queueNextMinute(pool.raw, ['note'])
    for (const change of ["run_at = now() + interval '10 years'", 'attempts = 1']) {
      await setBack(change)
      await Promise.all([queueNextMinute(pool.raw, ['note']), queueNextMinute(pool.raw, ['note'])])
      expect(await nextMinutes()).toEqual(['note'])
    }
    await setBack("locked_at = now(), locked_by = 'worker-1'")
    await queueNextMinute(pool.raw, ['note'])
    expect(await nextMinutes()).toEqual(['note'])
  })

  it('tells work that it stops, which may leave off then', async () => {
    const { handlers, next } = recording()
    const jobs = start({
      note: async (payload, job) => {
        if (!job.stopping) throw new Error('nothing tells when it stops')
        const stopping = once(job.stopping, 'abort')
        await handlers.note?.(payload, job)
        await stopping
        await handlers.note?.({ left: 'off' }, job)
      },
    })
    await ask('note', { id: 1 })
    expect(await next()).toEqual({ id: 1 })
    const leftOff = next()
    await jobs.stop()
    expect(await leftOff).toEqual({ left: 'off' })
  })

  it('gives back what does not end when it stops', async () => {
    let begun: () => void = () => undefined
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const jobs = start({
      note: () => {
        begun()
        return new Promise(() => undefined)
      },
    })
    await ask('note', { id: 1 })
    await beginning
    await jobs.stop()
    expect(await waiting()).toMatchObject([{ attempts: 1, locked: false }])
  })
})
