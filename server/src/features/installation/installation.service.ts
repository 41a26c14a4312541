import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import pg from 'pg'
import type { Pool, Queries } from '../../platform/database/database.ts'

/** Whether nobody has registered yet, and the language before anybody has chosen one. */
export const readInstallation = async (
  queries: Queries,
  language: Language,
): Promise<{ fresh: boolean; language: Language }> => {
  const { rows } = await sql<{ fresh: boolean }>`select not exists (select 1 from users) as fresh`.execute(
    queries,
  )
  return { fresh: rows[0]?.fresh ?? false, language }
}

const ask = { text: 'select demo from installation' }

const askOnNewConnection = async ({ connection }: Pool): Promise<void> => {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 3500,
    query_timeout: 3500,
    application_name: 'ulna ready',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(ask)
    await client.end()
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/**
 * Resolves when statements go well: over the pool, and on a connection that is made for this. Those that the pool keeps
 * live on where nobody gets to the database any more. However many ask, one connection at a time is made.
 */
export const readiness = (pool: Pool): (() => Promise<void>) => {
  let connecting: Promise<void> | undefined
  return async () => {
    connecting ??= askOnNewConnection(pool).finally(() => {
      connecting = undefined
    })
    await Promise.all([connecting, pool.raw.query(ask)])
  }
}
