import { sql } from 'kysely'
import { send, type Tx } from '../../../platform/database/database.ts'
import { type TravellingTable, travellingTables } from '../practice-moves.tables.ts'

/** Rows that are fetched at a time. */
const batchSize = 500

const name = (identifier: string): string => `"${identifier}"`

/** The columns of each primary key: rows leave in their order, so that two archives of the same are the same. */
const readOrders = async (tx: Tx): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as "table", array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int)) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary group by c.relname`.execute(tx)
  return new Map(rows.map(({ table, columns }) => [table, columns.map(name).join(', ')]))
}

/** Accounts that anything of the practice names. */
const accountsOf = (practiceId: number): string => {
  const named = travellingTables.flatMap(({ table, people = [] }) =>
    people.map((column) => `select ${name(column)} from ${name(table)} where practice_id = ${practiceId}`),
  )
  return `id in (${named.join(' union ')})`
}

/** Versions of shipped forms that something of the practice was written with, and the modules they are of. */
const writtenWith = (practiceId: number): string =>
  ['records', 'record_versions']
    .map((table) => `select class_id, class_version from ${table} where practice_id = ${practiceId}`)
    .join(' union ')

const shippedModules = (practiceId: number): string =>
  `id in (select shipped_id from practice_modules where practice_id = ${practiceId} union
    select module_id from record_classes where (class_id, version) in (${writtenWith(practiceId)}))`

/** Imports that wrote something; of the others the file stays here, without which nobody goes on with them. */
const imported = (practiceId: number): string =>
  `practice_id = ${practiceId} and state in ('running', 'done', 'undoing', 'undone')`

const conditions: Readonly<Record<string, (practiceId: number) => string>> = {
  users: accountsOf,
  practices: (practiceId) => `id = ${practiceId}`,
  // Certificates of the papers that were issued; one that nothing was signed with yet is of this installation alone.
  practice_signing_keys: (practiceId) => `practice_id = ${practiceId} and id in (
    select signing_key_id from issued_papers where practice_id = ${practiceId} union
    select signing_key_id from erasure_papers where practice_id = ${practiceId})`,
  imports: imported,
  import_rows: (practiceId) =>
    `practice_id = ${practiceId} and import_id in (select id from imports where ${imported(practiceId)})`,
  // Bytes of what nobody has decided about stay here, and it is sent again.
  received_hand_overs: (practiceId) => `practice_id = ${practiceId} and state <> 'looked'`,
  record_modules: shippedModules,
  record_classes: (practiceId) => `(class_id, version) in (${writtenWith(practiceId)})`,
}

const conditionOf = (table: string, practiceId: number): string =>
  conditions[table]?.(practiceId) ?? `practice_id = ${practiceId}`

const selectFrom = ({ table, columns }: TravellingTable, practiceId: number, order: string): string =>
  `select ${columns.map(name).join(', ')} from ${name(table)}
    where ${conditionOf(table, practiceId)} order by ${order}`

async function* fetchAll(tx: Tx, select: string): AsyncIterable<readonly string[]> {
  await send(tx, {
    text: `declare leaving no scroll cursor for select row_to_json(r)::text as line from (${select}) r`,
  })
  let rows: { line: string }[] = []
  do {
    rows = await send<{ line: string }>(tx, { text: `fetch ${batchSize} from leaving` })
    // A line break outside a text is white space to JSON, and would end the line here.
    if (rows.length > 0) yield rows.map(({ line }) => line.replaceAll('\n', ' '))
  } while (rows.length === batchSize)
  await send(tx, { text: 'close leaving' })
}

const actAs = (tx: Tx, userId: number): Promise<unknown> =>
  sql`select set_config('app.user_id', ${String(userId)}, true)`.execute(tx)

const peopleOf = async (tx: Tx, practiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from memberships where practice_id = ${practiceId} order by user_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What is one person's alone is read as that person. */
async function* fetchOfEach(tx: Tx, practiceId: number, select: string): AsyncIterable<readonly string[]> {
  for (const userId of await peopleOf(tx, practiceId)) {
    await actAs(tx, userId)
    yield* fetchAll(tx, select)
  }
  await actAs(tx, 0)
}

export interface LeavingTable extends TravellingTable {
  /** Rows in the order of their keys, each as one line of JSON. */
  readonly lines: AsyncIterable<readonly string[]>
}

/** Every table that travels, in the order of `travellingTables`, in the moment that the transaction sees. */
export async function* leavingTables(tx: Tx, practiceId: number): AsyncIterable<LeavingTable> {
  const orders = await readOrders(tx)
  for (const table of travellingTables) {
    const order = orders.get(table.table)
    if (order === undefined) throw new Error(`${table.table} has no primary key`)
    const select = selectFrom(table, practiceId, order)
    yield { ...table, lines: table.personal ? fetchOfEach(tx, practiceId, select) : fetchAll(tx, select) }
  }
}
