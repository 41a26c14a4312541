import pg from 'pg'
import type { ConnectionSettings } from './database.ts'

/** Why a process does not start behind a pooler, in a sentence for whoever started it. */
export class PooledTransactionsError extends Error {
  override readonly name = 'PooledTransactionsError'
  constructor() {
    super(
      'DATABASE_URL leads to a pooler that gives every transaction another connection: Ulna listens, waits for its turn and keeps statements on connections of its own. Let it pool sessions (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
    )
  }
}

const pidOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Where statements are pooled nobody may begin. */
const begin = (client: pg.Client): Promise<boolean> =>
  client.query('begin').then(
    () => true,
    (error: Error) => {
      if (error.message.includes('pooling')) return false
      throw error
    },
  )

/** What the pooler lent to one is lent to the next who asks, or the first gets another one each time. */
const isLent = async (one: pg.Client, other: pg.Client): Promise<boolean> => {
  const before = await pidOf(one)
  if ((await pidOf(one)) !== before || !(await begin(other))) return true
  const others = await pidOf(other)
  // Asked while the other keeps what it has: with a single connection behind it a pooler would never answer.
  const isOther = others !== before && (await pidOf(one)) === before
  await other.query('rollback')
  return !isOther
}

const patience = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/** Throws a `PooledTransactionsError` where connections are lent by the transaction. */
export const refusePooledTransactions = async (connection: ConnectionSettings): Promise<void> => {
  const clients = [0, 1].map(
    () => new pg.Client({ ...connection, ...patience, application_name: 'ulna start' }),
  )
  const [one, other] = clients as [pg.Client, pg.Client]
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) await client.connect()
    if (await isLent(one, other)) throw new PooledTransactionsError()
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
