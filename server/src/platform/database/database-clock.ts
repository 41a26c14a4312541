import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { sql } from 'kysely'
import { invalidField } from '../app-error.ts'
import type { Tx } from './database.ts'

/**
 * When the transaction began by the database's clock, in milliseconds since 1970. Processes may have wrong ones
 * (promises.md A10): what is past, due or over is never theirs to say.
 */
export const databaseNow = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the database did not say what time it is')
  return row.now.getTime()
}

/** The calendar day, `YYYY-MM-DD`, that it is in a zone by the same clock. */
export const databaseToday = async (tx: Tx, timezone: string): Promise<string> =>
  dayOfInstant(new Date(await databaseNow(tx)).toISOString(), timezone)

/** Refuses a day that lies ahead of today in the practice's zone; nothing is asked where there is none. */
export const refuseFutureDay = async (
  tx: Tx,
  { timezone }: { readonly timezone: string },
  field: string,
  day: string | null | undefined,
): Promise<void> => {
  if (day && day > (await databaseToday(tx, timezone))) throw invalidField(field, 'field_future')
}
