import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DB } from './database.generated.ts'
import { commitStatement, distributedEntrance, type Entrance, plainEntrance, type Scope } from './entering.ts'
import { isBroken } from './postgres-errors.ts'
import { RowClient } from './row-client.ts'
import { SharedLine, SharedReads } from './shared-reads.ts'
import { type Line, type Statement, StatementLine } from './statement-batch.ts'
import { WatchedPool } from './watched-pool.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// Record data is handed out as it was stored; whoever needs the values parses them.
pg.types.setTypeParser(pg.types.builtins.JSON, (text) => text)

export type Queries = Kysely<DB>

declare const scope: unique symbol
/** A handle inside a transaction whose practice and user are set for row-level security. */
export type Tx = Queries & { readonly [scope]: true }

export interface ConnectionSettings {
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database?: string
  readonly connectionString?: string
  /** Its tables lie on several machines (docs/decisions/0075-distributed-engine.md). */
  readonly isDistributed?: boolean
}

/** How a connection of it comes to act for somebody. */
export const entranceOf = ({ isDistributed }: ConnectionSettings): Entrance =>
  isDistributed ? distributedEntrance : plainEntrance

export interface Pool {
  readonly queries: Queries
  readonly raw: pg.Pool
  /** Settings for what needs a connection of its own. */
  readonly connection: ConnectionSettings
  close(): Promise<void>
}

// Statements without a name are planned for their values each time, and only those of prepared.ts have one; the mode
// lets these keep their plan.
const sessionSettings: Readonly<Record<string, string>> = {
  plan_cache_mode: 'auto',
  // What is read often lies in memory or on a solid-state disk: an index is not dearer than its neighbour.
  random_page_cost: '1.1',
  statement_timeout: '10000',
  lock_timeout: '8000',
  idle_in_transaction_session_timeout: '8000',
  datestyle: 'ISO',
  timezone: 'UTC',
  client_encoding: 'UTF8',
  jit: 'off',
}

// The first thing a connection says, and not a parameter of its start, which poolers keep to themselves.
const setUpText = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ')

/** What is asked of the connection goes out behind it; one that cannot be set up leads nowhere. */
const setUp = (client: pg.PoolClient): void => {
  client.query(setUpText).catch((error: Error) => client.connection.stream.destroy(error))
}

/**
 * A pool of connections of the application's role. `onIdleError` hears of connections that broke while idle; `patience`:
 * milliseconds that an answer is waited for, where work of an operator takes longer than a request may; `turnMs`: that a
 * connection is waited for, where nobody is to be told to come back.
 */
export const openPool = (
  connection: ConnectionSettings,
  options: { size: number; onIdleError: (error: Error) => void; patience?: number; turnMs?: number },
): Pool => {
  const raw = new WatchedPool({
    ...connection,
    max: options.size,
    connectionTimeoutMillis: options.turnMs ?? 3500,
    // After what the server allows a statement; by then the connection leads nowhere.
    query_timeout: options.patience ?? 12_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'ulna',
    pipeline: true,
    Client: RowClient,
  })
  raw.on('connect', setUp)
  raw.on('error', options.onIdleError)
  const queries = new Kysely<DB>({ dialect: new PostgresDialect({ pool: raw }) })
  const shared = new SharedReads(() => raw.connect())
  pools.set(queries, { raw, entrance: entranceOf(connection), shared })
  // Kysely ends the pool only when it has used it.
  const close = async (): Promise<void> => {
    await queries.destroy()
    if (!raw.ended) await raw.end()
  }
  return { queries, raw, connection, close }
}

interface Opened {
  readonly raw: pg.Pool
  readonly entrance: Entrance
  readonly shared: SharedReads
}

interface Working {
  readonly line: Line
  readonly entrance: Entrance
}

const pools = new WeakMap<Queries, Opened>()
const works = new WeakMap<Tx, Working>()

const openedOf = (queries: Queries): Opened => {
  const pool = pools.get(queries)
  if (!pool) throw new Error('this is not the handle of a pool')
  return pool
}

/** What one piece of work uses, until it is over; statements that do not wait for each other go out together. */
const handleOf = (working: Working): Tx => {
  const { line } = working
  const query = (text: string, values: readonly unknown[]) => line.send({ text, values })
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  const handle = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as Tx
  works.set(handle, working)
  return handle
}

const workingOf = (tx: Tx): Working => {
  const working = works.get(tx)
  if (!working) throw new Error('this is not the handle of a transaction')
  return working
}

/** Rows of a statement that is on its way to the database already. */
export type Sent<R> = Promise<R[]> & { readonly [sent]: true }
declare const sent: unique symbol

/** Sends a statement at once, past kysely: for statements that were compiled before. */
export const send = <R>(tx: Tx, statement: Statement): Sent<R> =>
  workingOf(tx)
    .line.send(statement)
    .then(({ rows }) => rows as R[]) as Sent<R>

/** Points the running transaction at a practice: the one it starts in, or one that it has just created. */
export const enterScope = async (tx: Tx, scope: Scope): Promise<void> => {
  const { line, entrance } = workingOf(tx)
  if (line.isBracketed) line.bracketWith(entrance.aroundReading(scope))
  else await line.send(entrance.inTransaction(scope))
}

const cutOff = new WeakSet<object>()

/** Whether a connection broke before anything of the work was committed: it may be done again. */
export const wasCutOff = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && cutOff.has(error)

const noteCutOff = (error: unknown): void => {
  if (isBroken(error)) cutOff.add(error as Error)
}

const connect = (queries: Queries): Promise<pg.PoolClient> =>
  openedOf(queries)
    .raw.connect()
    .catch((error: unknown) => {
      noteCutOff(error)
      throw error
    })

/** Does work again that only the moment was against, at most three times in all; the pauses differ, so that two do not meet again. */
export const retrying = async <T>(
  isWorthwhile: (error: unknown) => boolean,
  work: () => Promise<T>,
  attempts = 3,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (attempts <= 1 || !isWorthwhile(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 40))
    return retrying(isWorthwhile, work, attempts - 1)
  }
}

/**
 * Runs `work`, which only reads. What it sends at a time is a transaction of its own, read only and in the scope: each
 * statement sees its own moment, as it would in one transaction (READ COMMITTED), and there is none to begin or end.
 * Over a connection that breaks it is done again.
 */
export const reading = <T>(queries: Queries, within: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retrying(isBroken, async () => {
    const { raw, entrance } = openedOf(queries)
    const line = new StatementLine(await raw.connect(), entrance.aroundReading(within))
    try {
      return await work(handleOf({ line, entrance }))
    } finally {
      line.release()
    }
  })

/**
 * The same for work that looks up a few rows by their keys, once or twice: what such work sends in one turn of the event
 * loop shares a connection. A statement that takes long would be waited for by others, a setting of its own would reach
 * them, and what is sent in another turn may go over another connection: nothing says which of the two is answered first.
 */
export const readingShortly = <T>(
  queries: Queries,
  within: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const { entrance, shared } = openedOf(queries)
  const bracket = entrance.aroundReading(within)
  if (!SharedReads.canShare(bracket)) return reading(queries, within, work)
  return retrying(isBroken, async () => {
    const line = new SharedLine(shared, bracket)
    try {
      return await work(handleOf({ line, entrance }))
    } finally {
      line.release()
    }
  })
}

/** A connection that waits for its moment. */
export interface ReadyConnection {
  /**
   * Writes with one statement, a transaction of its own in the scope. It is on its way when the call returns, and
   * PostgreSQL commits it even if this process is killed then.
   */
  write(statement: Statement): Promise<void>
  release(): void
}

/** After so many milliseconds others may have the connection, and the moment waits for one. */
const readyForMs = 5000

/** A connection to note at once what cannot be taken back. Whoever gets it releases it. */
export const connectToWrite = async (queries: Queries, within: Scope): Promise<ReadyConnection> => {
  const { raw, entrance } = openedOf(queries)
  const connect = async () => new StatementLine(await raw.connect(), entrance.aroundWriting(within))
  let line: StatementLine | undefined = await connect()
  const release = (): void => {
    clearTimeout(timer)
    line?.release()
    line = undefined
  }
  const timer = setTimeout(release, readyForMs)
  const write = async (statement: Statement): Promise<void> => {
    clearTimeout(timer)
    line ??= await connect()
    await line.sendNow(statement)
  }
  return { write, release }
}

/** `snapshot` reads one moment of the database, however long it takes. */
export type TransactionMode = 'read write' | 'snapshot'

const openings: Readonly<Record<TransactionMode, Statement>> = {
  'read write': { name: 'begin writing', text: 'begin transaction read write' },
  snapshot: {
    name: 'begin snapshot',
    text: 'begin transaction isolation level repeatable read, read only',
  },
}
const rollbackStatement: Statement = { name: 'rollback', text: 'rollback' }

/** A value that lasts as long as the handle of a transaction. */
export class TransactionLocal<T> {
  private readonly values = new WeakMap<Tx, T>()

  get(tx: Tx): T | undefined {
    return this.values.get(tx)
  }

  set(tx: Tx, value: T): void {
    this.values.set(tx, value)
  }
}

const failures = new TransactionLocal<unknown>()

/**
 * Keeps why a statement failed that nobody waits for yet. Those behind it only say that the transaction is aborted,
 * and the caller must hear whether coming back makes sense.
 */
export const noteFailure = (tx: Tx, error: unknown): void => {
  if (failures.get(tx) === undefined) failures.set(tx, error)
}

const abortedBefore = '25P02'

const reasonOf = (tx: Tx, error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === abortedBefore ? (failures.get(tx) ?? error) : error

const riders = new TransactionLocal<readonly Promise<unknown>[]>()

/** Why the first of them that failed did: whatever was sent with it fails by its error too. */
const refusals = new TransactionLocal<{ readonly reason: unknown }>()

/**
 * Sends the commit right behind this statement, without waiting for it. When the statement fails PostgreSQL commits
 * nothing, and the transaction rejects with what `translate` makes of the error.
 */
export const withCommit = (tx: Tx, statement: Sent<unknown>, translate: (error: unknown) => never): void => {
  const last = statement.catch(translate)
  last.catch((reason: unknown) => {
    if (!refusals.get(tx)) refusals.set(tx, { reason })
  })
  riders.set(tx, [...(riders.get(tx) ?? []), last])
}

const commit = async (tx: Tx, line: StatementLine): Promise<void> => {
  const last = riders.get(tx) ?? []
  const committed = line.sendLast(commitStatement)
  committed.catch(ignore)
  await Promise.all(last)
  // A transaction in which a statement failed is rolled back by a commit that reports no error.
  const { command } = await committed
  if (command !== 'COMMIT') throw new Error('nothing was committed: a statement before had failed')
}

/** When that fails the connection is gone: PostgreSQL has rolled back, and the first error is the one to report. */
const rollBack = (line: StatementLine): Promise<unknown> => line.sendLast(rollbackStatement).catch(ignore)

/**
 * Runs `work` in one transaction of the scope. Everything it wrote is there when this resolves, and nothing of it
 * when this rejects.
 */
export const transaction = async <T>(
  queries: Queries,
  within: Scope,
  mode: TransactionMode,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const line = new StatementLine(await connect(queries))
  const { entrance } = openedOf(queries)
  const tx = handleOf({ line, entrance })
  let isCommitting = false
  // Nobody waits for these: they travel with the first statement, which is not run where they fail.
  const begun = Promise.all([line.send(openings[mode]), line.send(entrance.inTransaction(within))])
  begun.catch(ignore)
  try {
    const result = await work(tx)
    await begun
    isCommitting = true
    await commit(tx, line)
    return result
  } catch (error) {
    const { reason } = refusals.get(tx) ?? { reason: reasonOf(tx, error) }
    // Whether a commit that was sent arrived nobody knows.
    if (!isCommitting) noteCutOff(reason)
    await rollBack(line)
    throw reason
  } finally {
    line.release()
  }
}

const ignore = (): void => undefined
