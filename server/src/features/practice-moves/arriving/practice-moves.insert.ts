import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { StorageType } from '../../../platform/files/file-store.ts'
import { dataFileOf, type Manifest, rowsOf } from '../practice-moves.format.ts'
import { type TravellingTable, travellingTables } from '../practice-moves.tables.ts'
import { ArchiveError, type ArchiveReader } from './practice-moves.reader.ts'
import { fittingTogether, insertOrName } from './practice-moves.refusals.ts'

/** Rows that go in with one statement. */
const batchSize = 500
/** Characters, in case rows are long. */
const batchLength = 4_000_000

/** What stands here in columns that did not travel and may not be empty. */
const filled = (
  storageType: StorageType,
): Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> => ({
  // Proved anew with a key of ours, as far as the origin vouches for it.
  erased_seals: { mac: sql`${Buffer.alloc(32)}` },
  files: { storage_type: sql`${storageType}` },
  // Nobody has the secret of a key that came along, and nobody shall find one: other random bits in each row.
  practice_keys: {
    secret_hash: sql`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`,
    revoked_at: sql`now()`,
  },
  practice_signing_keys: { retired_at: sql`now()` },
  record_classes: { active: sql`false` },
})

/** Tables that belong to the installation: what is here already stays. */
const shared = new Set(['record_modules', 'record_classes'])
const withoutPractice = new Set(['users', 'practices', ...shared])

interface Arriving {
  readonly practiceId: number
  readonly storageType: StorageType
}

type Wanted = Pick<TravellingTable, 'table' | 'columns' | 'moved'>

/** What versions before wrote into columns whose values stand in another table today. */
const insertMoved = async (
  tx: Tx,
  { practiceId }: Arriving,
  { columns, moved = {} }: Wanted,
  lines: readonly string[],
): Promise<void> => {
  for (const [name, { table, column }] of Object.entries(moved).filter(([name]) => columns.includes(name)))
    await sql`
      insert into ${sql.id(table)} (practice_id, ${sql.id(column)})
      select ${practiceId}, (r.value ->> ${name})::bigint from json_array_elements(${`[${lines.join(',')}]`}::json) r
      returning 1`.execute(tx)
}

const insertBatch = async (
  tx: Tx,
  arriving: Arriving,
  wanted: Wanted,
  lines: readonly string[],
): Promise<void> => {
  const { practiceId, storageType } = arriving
  const { table, moved = {} } = wanted
  const columns = wanted.columns.filter((column) => !(column in moved))
  const more = Object.entries(filled(storageType)[table] ?? {})
  const names = [...columns, ...more.map(([column]) => column)]
  const values = [...columns.map((column) => sql`r.${sql.id(column)}`), ...more.map(([, value]) => value)]
  const isOfPractice = !withoutPractice.has(table)
  if (isOfPractice) {
    names.unshift('practice_id')
    values.unshift(sql`${practiceId}`)
  }
  await sql`
    insert into ${sql.id(table)} (${sql.join(names.map((column) => sql.id(column)))})
    select ${sql.join(values)}
    from json_populate_recordset(null::${sql.id(table)}, ${`[${lines.join(',')}]`}::json) r
    ${shared.has(table) ? sql`on conflict do nothing` : sql``} returning 1`.execute(tx)
  await insertMoved(tx, arriving, wanted, lines)
}

/** A form of ours with this number must be the form that the records were written with. */
const requireSameForms = async (tx: Tx, lines: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ form: string }>`
    select c.class_id || ' ' || c.version as form
    from json_populate_recordset(null::record_classes, ${`[${lines.join(',')}]`}::json) r
    join record_classes c on c.class_id = r.class_id and c.version = r.version
    where c.body::jsonb <> r.body::jsonb limit 1`.execute(tx)
  if (rows[0])
    throw new ArchiveError(
      `The form ${rows[0].form} is another one in this installation, so records would change.`,
    )
}

const actAs = (tx: Tx, userId: RawBuilder<unknown>): Promise<unknown> =>
  sql`select set_config('app.user_id', coalesce(${userId}, '0'), true)`.execute(tx)

/** What is one person's alone goes in as that person. */
const insertPersonal = async (
  tx: Tx,
  arriving: Arriving,
  table: Wanted,
  lines: readonly string[],
): Promise<void> => {
  for (const line of lines) {
    await actAs(tx, sql`${line}::json ->> 'user_id'`)
    await insertBatch(tx, arriving, table, [line])
  }
  await actAs(tx, sql`'0'`)
}

async function* inBatches(lines: AsyncIterable<string>): AsyncIterable<readonly string[]> {
  let batch: string[] = []
  let length = 0
  for await (const line of lines) {
    batch.push(line)
    length += line.length
    if (batch.length < batchSize && length < batchLength) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

const insertTable = async (
  tx: Tx,
  arriving: Arriving,
  archive: ArchiveReader,
  table: TravellingTable & { readonly rows: number },
  tell: (rows: number) => void,
): Promise<void> => {
  const insert = (lines: readonly string[]) =>
    table.personal ? insertPersonal(tx, arriving, table, lines) : insertBatch(tx, arriving, table, lines)
  let rows = 0
  for await (const lines of inBatches(archive.lines(dataFileOf(table.table)))) {
    await insertOrName(tx, { table: table.table, first: rows + 1, lines }, insert)
    if (table.table === 'record_classes') await requireSameForms(tx, lines)
    rows += lines.length
    tell(rows)
  }
  if (rows !== table.rows)
    throw new ArchiveError(`${table.table} has ${rows} rows where the manifest says ${table.rows}.`)
}

/** Columns that must say something and say nothing by themselves. */
const readNeeded = async (
  tx: Tx,
): Promise<readonly { readonly table: string; readonly column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'
      and is_identity = 'NO' and column_name <> 'practice_id'`.execute(tx)
  return rows
}

/** Refuses what an older version wrote that did not know yet what must be known here. */
export const requireEnough = async (
  tx: Tx,
  storageType: Arriving['storageType'],
  { tables, product }: Manifest,
): Promise<void> => {
  const knownHere = filled(storageType)
  const missing = (await readNeeded(tx)).find(
    ({ table, column }) =>
      (tables[table]?.rows ?? 0) > 0 &&
      tables[table]?.columns.includes(column) === false &&
      !(column in (knownHere[table] ?? {})),
  )
  if (missing)
    throw new ArchiveError(
      `The archive was made by an older version of Ulna (${product}), whose ${missing.table} have no ${missing.column} yet. Take it in with that version, and update then.`,
    )
}

/** Refuses what a newer version wrote: something of it would be lost. */
export const requireKnownShape = ({ tables, product }: Manifest): void => {
  const known = new Map(
    travellingTables.map(({ table, columns, moved = {} }) => [
      table,
      new Set([...columns, ...Object.keys(moved)]),
    ]),
  )
  for (const [table, { columns }] of Object.entries(tables)) {
    const stranger = columns.find((column) => !known.get(table)?.has(column))
    if (!known.has(table) || stranger !== undefined)
      throw new ArchiveError(
        `The archive was made by another version of Ulna (${product}): this one knows no ${stranger === undefined ? table : `${table}.${stranger}`}.`,
      )
  }
}

/**
 * Writes every row of an archive, with the columns that it has; those that came later get what they have by themselves.
 * Runs as the owner of the tables, in the practice.
 */
export const insertRows = async (
  tx: Tx,
  arriving: Arriving,
  archive: ArchiveReader,
  manifest: Manifest,
  tell: (done: number, of: number) => void,
): Promise<void> => {
  const { tables } = manifest
  await sql`select defer_constraints(${arriving.practiceId})`.execute(tx)
  const of = rowsOf(manifest)
  let before = 0
  for (const table of travellingTables) {
    const about = tables[table.table]
    if (!about) continue
    await insertTable(tx, arriving, archive, { ...table, ...about }, (rows) => tell(before + rows, of))
    before += about.rows
  }
  await fittingTogether(() => sql`select enforce_constraints(${arriving.practiceId})`.execute(tx))
}

/** Ids go on behind every number that any row of the practice names: one that was given is never given again. */
export const raiseIds = async (tx: Tx, practiceId: number): Promise<void> => {
  const { rows } = await sql<{ table: string; column: string; isOfPractice: boolean }>`
    select c.table_name as "table", c.column_name as "column", exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'practice_id') as "isOfPractice"
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bigint' and (c.column_name = 'id' or c.column_name like '%\\_id')
      and c.table_name = any(${travellingTables.map(({ table }) => table)})`.execute(tx)
  const largest = rows.map(({ table, column, isOfPractice }) => {
    const ofPractice = isOfPractice ? sql`where practice_id = ${practiceId}` : sql``
    return sql`(select max(${sql.id(column)}) from ${sql.id(table)} ${ofPractice})`
  })
  const { rows: found } = await sql<{ largest: number | null }>`
    select greatest(${sql.join(largest)}) as largest`.execute(tx)
  await sql`
    select setval('global_id', greatest(last_value, ${found[0]?.largest ?? 0}::bigint)) from global_id`.execute(
    tx,
  )
}
