import { text } from 'node:stream/consumers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { fileOfTable } from '../../../src/features/backups/backups.format.ts'
import { columnsOf, nameOfTable } from '../../../src/features/backups/making/backups.snapshot.ts'
import { openBackup } from '../../../src/features/backups/restoring/backups.read.ts'
import type { ConnectionSettings } from '../../../src/platform/database/database.ts'
import { placeAt } from '../../factories/backups.ts'
import { backupOf, type Release, releaseKey } from '../../releases/releases.ts'

/** Rows of a table as COPY says them, one column after the other: `undefined` where the table or the column is gone. */
type Columns = Readonly<Record<string, readonly string[] | undefined>>

const columnsIn = (copied: string, names: readonly string[]): Columns => {
  const rows = copied
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
  return Object.fromEntries(names.map((name, at) => [name, rows.map((row) => row[at] ?? '').sort()]))
}

/** What each table of a backup holds, by `schema.table`. */
const rowsOfBackup = async (folder: string, scratch: string): Promise<Readonly<Record<string, Columns>>> => {
  const { archive, manifest } = await openBackup(placeAt(folder), scratch, [releaseKey.identity])
  const tables: Record<string, Columns> = {}
  for (const table of manifest.tables)
    tables[`${table.schema}.${table.name}`] = columnsIn(
      await text(await archive.read(fileOfTable(table))),
      table.columns,
    )
  await archive.close()
  return tables
}

const readTable = async (client: pg.Client, table: string, columns: Columns): Promise<Columns> => {
  const [schema, name = ''] = table.split('.') as ['public', string]
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
      and attgenerated = ''`,
    [table],
  )
  const there = Object.keys(columns).filter((column) => rows.some((row) => row.name === column))
  if (there.length === 0) return {}
  const shape = { schema, name, columns: there }
  const stream = client.query(copyTo(`copy ${nameOfTable(shape)} (${columnsOf(shape)}) to stdout`))
  return columnsIn(await text(stream), there)
}

/** The same columns as a database has them now, asked by who is above row-level security. */
const rowsOfDatabase = async (
  connection: ConnectionSettings,
  before: Readonly<Record<string, Columns>>,
): Promise<Readonly<Record<string, Columns>>> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const tables: Record<string, Columns> = {}
    for (const [table, columns] of Object.entries(before))
      tables[table] = await readTable(client, table, columns)
    return tables
  } finally {
    await client.end()
  }
}

/** Columns that migrations since a release changed on purpose, each with why. */
const changed: Readonly<Record<string, string>> = {
  'public.practices.next_file_number': 'stands in file_counters since 0072, as it was (migrate.test.ts)',
}

/** How many columns a release's backup has, and which of them hold something else in a database that was brought up to date. */
export const compareWithRelease = async (
  release: Release,
  connection: ConnectionSettings,
  scratch: string,
): Promise<{ readonly columns: number; readonly other: readonly string[] }> => {
  const before = await rowsOfBackup(backupOf(release), scratch)
  const now = await rowsOfDatabase(connection, before)
  const all = Object.entries(before).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, values]) => ({ table, column, values })),
  )
  const other = all
    .filter(({ table, column, values }) => JSON.stringify(now[table]?.[column]) !== JSON.stringify(values))
    .map(({ table, column }) => `${table}.${column}`)
  return { columns: all.length, other: other.filter((name) => !(name in changed)) }
}
