import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { type ConnectionSettings, TransactionLocal, type Tx } from '../database/database.ts'
import { databaseNow } from '../database/database-clock.ts'
import { WatchedPool } from '../database/watched-pool.ts'
import { type EveryMinute, askedEveryMs as minutesEveryMs, queueNextMinute } from './jobs.minutes.ts'

/** What a job carries: ids and the like, never personal data. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>

/** What work is told beside its payload. */
interface JobCall {
  /** The same at every attempt. */
  readonly jobId: string
  /** Aborted once the process ends: for work that takes long and can be left off anywhere. */
  readonly stopping?: AbortSignal
}

/**
 * Does one kind of background work. It may be called more than once for one job (at least once), so doing it again must
 * do no harm.
 */
export type JobHandler = (payload: JobPayload, job: JobCall) => Promise<void>

/** Handlers by the name of the work: `accounts.reset_mail`. */
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** Attempts are spread over about four days (delays of e^n seconds, at most e^10: six hours). */
const attempts = 25

/** For what may not be left undone however long a store is away: tried every six hours in the end, for years. */
const attemptsWithoutEnd = 30_000

/** Work that a transaction asked for and that is not queued yet. */
export interface AskedJob {
  readonly name: string
  readonly payload: JobPayload
  readonly runAt: Date | undefined
  readonly withoutEnd: boolean
}

const gathered = new TransactionLocal<AskedJob[]>()

/**
 * From now on what a transaction asks for is gathered instead of queued: it is one of the owner of our tables, who may not
 * reach the queue, which the application's role owns (decision 0011).
 */
export const gatherJobs = (tx: Tx): readonly AskedJob[] => {
  const jobs: AskedJob[] = []
  gathered.set(tx, jobs)
  return jobs
}

/** Queues work in the transaction that asks for it: it is done if that commits, and only then. */
export const enqueue = async (
  tx: Tx,
  name: string,
  payload: JobPayload,
  { runAt, withoutEnd = false }: { readonly runAt?: Date; readonly withoutEnd?: boolean } = {},
): Promise<void> => {
  const jobs = gathered.get(tx)
  if (jobs) {
    jobs.push({ name, payload, runAt, withoutEnd })
    return
  }
  await sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${runAt ?? null}::timestamptz, max_attempts => ${withoutEnd ? attemptsWithoutEnd : attempts})`.execute(
    tx,
  )
}

/** Milliseconds in which whoever gathered work commits what it is about. */
const gatheredWaitsMs = 60_000

/**
 * Queues what was gathered, just before what it is about is committed: work about something that does not come after all
 * finds nothing to do.
 */
export const queueGathered = async (tx: Tx, jobs: readonly AskedJob[]): Promise<void> => {
  const soonest = (await databaseNow(tx)) + gatheredWaitsMs
  for (const { name, payload, runAt, withoutEnd } of jobs)
    await enqueue(tx, name, payload, {
      runAt: new Date(Math.max(runAt?.getTime() ?? 0, soonest)),
      withoutEnd,
    })
}

/** The library's messages: what went wrong as warnings, the rest of no interest to anybody. */
export const jobLogger = (log: { warn(message: string): void }): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(`jobs: ${message}`)
  })

/** The worker always keeps a connection to listen on, so it is asked rarely whether the database is still there. */
const askedEveryMs = 30_000

const poolOf = (connection: ConnectionSettings, onError: (error: Error) => void): pg.Pool => {
  const settings = {
    ...connection,
    max: 4,
    connectionTimeoutMillis: 3500,
    keepAlive: true,
    application_name: 'ulna jobs',
  }
  const pool = new WatchedPool(settings, askedEveryMs)
  pool.on('error', onError)
  // The library listens on a connection of its own; when it breaks it says so here as well.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

// Messages of database errors quote values, and the queue logs and keeps the message of a failed attempt.
const withoutValues = (error: unknown): unknown => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? new Error(`database error ${code}`) : error
}

// database.ts leaves JSON as text, for every client of this process.
const readPayload = (payload: unknown): JobPayload =>
  (typeof payload === 'string' ? JSON.parse(payload) : payload) as JobPayload

const taskList = (handlers: JobHandlers, ending?: { readonly stopping: AbortSignal }): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (payload: unknown, { job }: { job: { id: string } }) =>
        handler(readPayload(payload), { jobId: String(job.id), ...ending }).catch((error: unknown) => {
          throw withoutValues(error)
        }),
    ]),
  )

/** Makes or brings up to date the tables of the queue. */
export const migrateJobs = async (connection: ConnectionSettings, logger: Logger): Promise<void> => {
  const pool = poolOf(connection, () => undefined)
  try {
    await runMigrations({ pgPool: pool, logger })
  } finally {
    await pool.end()
  }
}

export interface Jobs {
  /** Waits a moment for work under way and stops; what is not done by then is done later, by whoever runs next. */
  stop(): Promise<void>
}

interface Worker {
  readonly pool: pg.Pool
  readonly handlers: JobHandlers
  readonly everyMinute: EveryMinute
  readonly logger: Logger
  readonly onError: (error: Error) => void
  readonly stopped: AbortSignal
}

/** How often work is looked for that nobody does any more. */
const abandonedEveryMs = 300_000
/** Milliseconds before a worker that could not go on is replaced by another. */
const restartAfterMs = 2000
/** What work under way has to end when the process stops, and after what nothing is waited for any more. */
const graceMs = { work: 3000, everything: 7000 } as const

/**
 * Work that a process took and never ended, because it was killed, is anybody's again after a quarter of an hour; no
 * work of ours takes minutes. The library itself waits four hours.
 */
const releaseAbandoned = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - interval '15 minutes' having count(*) > 0`)
}

/** Waits for work under way; what does not end is given back for another process to do. */
const endRunner = async (runner: Runner, pool: pg.Pool, workers: readonly string[]): Promise<void> => {
  const stopping = runner.stop()
  const isLate = await Promise.race([stopping.then(() => false), pause(graceMs.work, true, { ref: false })])
  if (isLate) await pool.query('select graphile_worker.force_unlock_workers($1)', [workers])
}

interface Ending {
  readonly runner: Runner
  /** Ends when the runner begins to end, whoever wanted it to. */
  readonly shuttingDown: Promise<unknown>
  readonly stopped: AbortSignal
  readonly end: () => Promise<void>
}

/**
 * Waits until a runner has come to its end: because it was stopped, or by itself. Where the end of two pieces of work
 * could not be noted, the library miscounts what it waits for and never ends (github.com/graphile/worker/issues/636),
 * so it is given up after a while.
 */
const untilOver = async ({ runner, shuttingDown, stopped, end }: Ending): Promise<void> => {
  const over = new AbortController()
  const asked = stopped.aborted ? Promise.resolve() : once(stopped, 'abort', { signal: over.signal })
  const ending = asked.then(end, () => undefined)
  const gaveUp = shuttingDown
    .then(() => pause(graceMs.work, undefined, { ref: false }))
    .then(() => (stopped.aborted ? ending : runner.stop()))
  await Promise.race([runner.promise, ending, gaveUp]).finally(() => over.abort())
}

/** One worker from its start to its end, which is when it was stopped or when its connections broke for long. */
const runWorker = async ({
  pool,
  handlers,
  everyMinute,
  logger,
  onError,
  stopped,
}: Worker): Promise<void> => {
  await releaseAbandoned(pool)
  await queueNextMinute(pool, everyMinute)
  const workers: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => void workers.push(workerPool.id))
  const shuttingDown = once(events, 'pool:gracefulShutdown')
  const runner = await run({
    pgPool: pool,
    taskList: taskList(handlers, { stopping: stopped }),
    // The library's own minutes are those of the process's clock.
    parsedCronItems: [],
    noHandleSignals: true,
    logger,
    events,
    // Noting the end of work one by one, the library forgets to catch what may go wrong with it, and the process would end.
    preset: {
      // One place is taken most of the time where the trail is large, by verifying it.
      worker: { concurrentJobs: 3, pollInterval: 2000, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  })
  const repeated = [
    setInterval(() => void releaseAbandoned(pool).catch(onError), abandonedEveryMs),
    setInterval(() => void queueNextMinute(pool, everyMinute).catch(onError), minutesEveryMs),
  ]
  const end = (): Promise<void> => endRunner(runner, pool, workers).catch(onError)
  await untilOver({ runner, shuttingDown, stopped, end }).finally(() => repeated.forEach(clearInterval))
}

/** The library ends a worker for good when it loses the database at a bad moment; work must go on afterwards. */
const keepWorking = async (worker: Worker): Promise<void> => {
  while (!worker.stopped.aborted) {
    await runWorker(worker).catch(worker.onError)
    await pause(restartAfterMs, undefined, { signal: worker.stopped }).catch(() => undefined)
  }
}

/** Does queued work until stopped, whatever happens to the database meanwhile. Any number of processes may do so. */
export const startJobs = (
  connection: ConnectionSettings,
  handlers: JobHandlers,
  {
    logger,
    onError,
    everyMinute = [],
  }: { logger: Logger; onError: (error: Error) => void; everyMinute?: EveryMinute },
): Jobs => {
  const pool = poolOf(connection, onError)
  const stopped = new AbortController()
  const working = keepWorking({ pool, handlers, everyMinute, logger, onError, stopped: stopped.signal })
  const ended = working.then(() => pool.end()).catch(onError)
  return {
    stop: async () => {
      stopped.abort()
      await Promise.race([ended, pause(graceMs.everything, undefined, { ref: false })])
    },
  }
}

export interface DueJobs {
  /** Does all work that is due and answers when none is left. */
  run(): Promise<void>
  close(): Promise<void>
}

/** Work that is done when it is asked for, on connections that are kept meanwhile. For tests. */
export const dueJobs = (connection: ConnectionSettings, handlers: JobHandlers, logger: Logger): DueJobs => {
  const pool = poolOf(connection, () => undefined)
  return {
    run: () => runOnce({ pgPool: pool, taskList: taskList(handlers), noHandleSignals: true, logger }),
    close: () => pool.end(),
  }
}
