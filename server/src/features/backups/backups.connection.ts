import pg from 'pg'
import type { ConnectionSettings } from '../../platform/database/database.ts'

const asLongAsItTakes =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0'

/** A connection of its own for work that takes as long as the database is large. */
export const connectForLong = async (connection: ConnectionSettings, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: name })
  // What broke is told by the statement that is under way.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(asLongAsItTakes)
  return client
}
