import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ConnectionSettings } from '../../../platform/database/database.ts'
import type { ArchiveFile } from '../../../platform/files/archive-reader.ts'
import { connectForLong } from '../backups.connection.ts'
import { type BackedUpSequence, type BackedUpTable, fileOfTable } from '../backups.format.ts'
import {
  type CopiedRows,
  columnsOf,
  findTables,
  nameOfTable,
  quoted,
  type Schema,
  type TableShape,
} from '../making/backups.snapshot.ts'

/** A constraint that rows come in without, and that holds again behind them. */
interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** A table does not hold as many rows as its copy: what was loaded is not what was backed up. */
export class UnlikeBackupError extends Error {
  constructor(table: string, loaded: number, rows: number) {
    super(
      `${table} has ${loaded} rows after the restore, and had ${rows} in the backup: nothing was restored.`,
    )
  }
}

const findReferences = async (client: pg.Client): Promise<readonly Reference[]> => {
  const { rows } = await client.query<Reference>(
    `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    order by 1, 2`,
  )
  return rows
}

const findGuarded = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Tables in which a trigger of ours looks at each row. */
const findTriggered = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgenabled = 'O' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const forEach = async (
  client: pg.Client,
  names: readonly string[],
  statement: (name: string) => string,
): Promise<void> => {
  for (const name of names) await client.query(statement(quoted(name)))
}

/** Does something while no rule looks at single rows: they were looked at when they were written. */
const withoutRules = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  const [references, guarded, triggered] = [
    await findReferences(client),
    await findGuarded(client),
    await findTriggered(client),
  ]
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  await forEach(client, guarded, (name) => `alter table ${name} no force row level security`)
  await forEach(client, triggered, (name) => `alter table ${name} disable trigger user`)
  await work()
  await forEach(client, triggered, (name) => `alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  await forEach(client, guarded, (name) => `alter table ${name} force row level security`)
}

/** Tables with their rows, as a backup has them or another database gives them out. */
export interface Contents<T extends TableShape = TableShape> {
  readonly tables: readonly T[]
  readonly sequences: readonly BackedUpSequence[]
  rowsOf(table: T): Promise<CopiedRows>
}

/** What a backup holds. */
export const contentsOf = (
  archive: ArchiveFile,
  { tables, sequences }: Pick<Contents<BackedUpTable>, 'tables' | 'sequences'>,
): Contents<BackedUpTable> => ({
  ...{ tables, sequences },
  rowsOf: async (table) => ({ bytes: await archive.read(fileOfTable(table)), rowCount: () => table.rows }),
})

const loadTable = async <T extends TableShape>(
  client: pg.Client,
  table: T,
  rowsOf: Contents<T>['rowsOf'],
): Promise<void> => {
  const stream = client.query(copyFrom(`copy ${nameOfTable(table)} (${columnsOf(table)}) from stdin`))
  const { bytes, rowCount } = await rowsOf(table)
  await pipeline(bytes, stream)
  if (stream.rowCount !== rowCount()) throw new UnlikeBackupError(table.name, stream.rowCount, rowCount())
}

const setSequences = async (client: pg.Client, sequences: readonly BackedUpSequence[]): Promise<void> => {
  for (const { schema, name, value } of sequences)
    if (value !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [`${schema}.${quoted(name)}`, value])
}

/** Whatever migrations put into tables goes: it comes with the rows as well, as it was there. */
const empty = async (client: pg.Client, schema: Schema, coming: readonly TableShape[]): Promise<void> => {
  const tables = [...(await findTables(client, schema)), ...coming]
  if (tables.length > 0) await client.query(`truncate ${[...new Set(tables.map(nameOfTable))].join(', ')}`)
}

/** What a schema had, in one transaction as the role that owns it. Nothing comes in but the rows. */
export const loadSchema = async <T extends TableShape>(
  connection: ConnectionSettings,
  schema: Schema,
  { tables, sequences, rowsOf }: Contents<T>,
): Promise<void> => {
  const client = await connectForLong(connection, 'ulna restore')
  const own = tables.filter((one) => one.schema === schema)
  try {
    await client.query('begin')
    await empty(client, schema, own)
    const load = async (): Promise<void> => {
      for (const table of own) await loadTable(client, table, rowsOf)
    }
    await (schema === 'public' ? withoutRules(client, load) : load())
    await setSequences(
      client,
      sequences.filter((one) => one.schema === schema),
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Whether nobody has an account in a database; one that has no tables yet has none. */
export const isWithoutAccounts = async (connection: ConnectionSettings): Promise<boolean> => {
  const client = await connectForLong(connection, 'ulna restore')
  try {
    const { rows } = await client.query<{ users: string | null }>(
      `select to_regclass('public.users') as users`,
    )
    if (rows[0]?.users === null) return true
    return (await client.query('select 1 from users limit 1')).rows.length === 0
  } finally {
    await client.end()
  }
}
