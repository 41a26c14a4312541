import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * When the transaction began by the database's clock, in milliseconds since 1970. Processes may have wrong ones
 * (reliability.md A10): what is past, due or over is never theirs to say.
 */
export const databaseNow = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the database did not say what time it is')
  return row.now.getTime()
}
