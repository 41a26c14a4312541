import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** One row of a practice of which a file is made: its table has `state` and `touched_at`. */
export interface MadeRow {
  readonly practiceId: number
  readonly id: number
}

/** Seconds after which whoever makes it is taken for dead. */
const leftAloneAfter = 120

/** How often whoever makes it says that they are there. */
const beatMs = 5_000

/** Takes what waits, or whose maker is gone, and answers these columns of it; undefined where there is nothing to do. */
export const claimRow = async <T>(
  tx: Tx,
  table: string,
  { practiceId, id }: MadeRow,
  columns: RawBuilder<unknown>,
): Promise<T | undefined> => {
  const { rows } = await sql<T>`
    update ${sql.table(table)} set state = 'running', touched_at = now()
    where practice_id = ${practiceId} and id = ${id} and (state = 'waiting'
      or state = 'running' and touched_at < now() - make_interval(secs => ${leftAloneAfter}))
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Whether somebody still has to look after it. */
export const isUnderWay = async (tx: Tx, table: string, { practiceId, id }: MadeRow): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where practice_id = ${practiceId} and id = ${id} and state in ('waiting', 'running')`.execute(tx)
  return rows.length > 0
}

/** Makes something while it is said again and again that somebody is at it. One time that it cannot be said does no harm. */
export const whileAlive = async <T>(say: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  const beat = setInterval(() => {
    say().catch(() => undefined)
  }, beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

/** Claims something and makes it. What fails is told, and not tried again by itself. */
export const makeClaimed = async <T>(
  claim: () => Promise<T | undefined>,
  carryOut: (claimed: T) => Promise<void>,
  tellFailed: () => Promise<void>,
): Promise<void> => {
  const claimed = await claim()
  if (claimed === undefined) return
  try {
    await carryOut(claimed)
  } catch (error) {
    await tellFailed()
    throw error
  }
}
