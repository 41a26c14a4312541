import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../../platform/database/database.ts'
import { offendedBy } from '../../../platform/database/postgres-errors.ts'
import { dataFileOf } from '../practice-moves.format.ts'
import { ArchiveError } from './practice-moves.reader.ts'

/** Classes 22 (data) and 23 (integrity) of SQLSTATE: the database does not take what stands there. */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** Does it all or nothing of it; answers why the database did not take it. */
const attempt = async (tx: Tx, work: () => Promise<void>): Promise<pg.DatabaseError | undefined> => {
  await sql`savepoint arriving`.execute(tx)
  try {
    await work()
    await sql`release savepoint arriving`.execute(tx)
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    await sql`rollback to savepoint arriving`.execute(tx)
    return error
  }
}

/** Writes lines of a table; refuses with the first line that the database does not take. `first`: its number, from 1. */
export const insertOrName = async (
  tx: Tx,
  {
    table,
    first,
    lines,
  }: { readonly table: string; readonly first: number; readonly lines: readonly string[] },
  insert: (lines: readonly string[]) => Promise<void>,
): Promise<void> => {
  const refused = await attempt(tx, () => insert(lines))
  if (!refused) return
  for (const [index, line] of lines.entries()) {
    const why = await attempt(tx, () => insert([line]))
    if (why)
      throw new ArchiveError(
        `${dataFileOf(table)}, line ${first + index}: the database does not take this row (${offendedBy(why)}).`,
      )
  }
  throw new ArchiveError(
    `${dataFileOf(table)}: the database does not take these rows together (${offendedBy(refused)}).`,
  )
}

/** Does what is looked at once all rows are there; refuses with what does not fit together. */
export const fittingTogether = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new ArchiveError(`Rows of ${error.table} do not fit to the others (${offendedBy(error)}).`)
  }
}
