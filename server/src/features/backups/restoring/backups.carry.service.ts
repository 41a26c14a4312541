import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { type CopiedRows, DatabaseSnapshot } from '../making/backups.snapshot.ts'
import { loadSchema } from './backups.load.ts'

export interface CarryOrder {
  /** Where the rows are: as a role above row-level security. */
  readonly from: ConnectionSettings
  /** Where they go, with the schema of the same migration and nobody's rows. */
  readonly to: {
    /** As the role that owns the tables. */
    readonly owner: ConnectionSettings
    /** As the application's role, which owns the queue. */
    readonly app: ConnectionSettings
  }
}

export interface Carried {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies a whole database as of one moment into another one, with what is of this place alone: as a backup and a restore do it, with
 * nothing in between. Every row is counted on both sides; rejects where a table got less or more.
 */
export const carryDatabase = async ({ from, to }: CarryOrder): Promise<Carried> => {
  const snapshot = await DatabaseSnapshot.open({ backup: from, app: from })
  try {
    const tables = await snapshot.tables('same place')
    const copied: CopiedRows[] = []
    const contents = {
      ...{ tables, sequences: await snapshot.sequences() },
      rowsOf: async (table: (typeof tables)[number]) => {
        const rows = snapshot.copy(table)
        copied.push(rows)
        return rows
      },
    }
    await loadSchema(to.app, 'graphile_worker', contents)
    await loadSchema(to.owner, 'public', contents)
    return { tables: tables.length, rows: copied.reduce((sum, { rowCount }) => sum + rowCount(), 0) }
  } finally {
    await snapshot.close()
  }
}
