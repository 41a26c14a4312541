import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testServer } from '../../../test/test-practice.ts'
import { tablesLeft, travellingTables } from './practice-moves.tables.ts'

const app = await testServer()

interface Column {
  readonly table: string
  readonly column: string
}

/** Columns of the schema that hold something: what the database computes from others is computed there. */
const readColumns = async (): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'practice_id'
      and table_name in (select tablename from pg_tables where schemaname = 'public')
    order by 1, ordinal_position`.execute(app.owner.queries)
  return rows
}

const tablesOf = (columns: readonly Column[]): string[] =>
  [...new Set(columns.map(({ table }) => table))].sort()

interface Reference extends Column {
  readonly to: string
}

const readReferences = async (): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as "to"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(app.owner.queries)
  return rows
}

describe('what leaves with a practice', () => {
  it('says of every table of the schema whether it travels', async () => {
    const said = [...travellingTables.map(({ table }) => table), ...Object.values(tablesLeft).flat()]
    expect(said.sort()).toEqual(tablesOf(await readColumns()))
  })

  it('says of every column whether it travels, and why it does not', async () => {
    const columns = await readColumns()
    for (const { table, columns: travelling, left = {} } of travellingTables) {
      const said = [...travelling, ...Object.values(left).flat()]
      const there = columns.filter((one) => one.table === table).map(({ column }) => column)
      expect({ table, columns: said.sort() }).toEqual({ table, columns: there.sort() })
    }
  })

  it('takes along every account that a row names', async () => {
    const references = (await readReferences()).filter(({ to }) => to === 'users')
    for (const { table, columns, people = [] } of travellingTables) {
      const named = references.filter((one) => one.table === table && columns.includes(one.column))
      expect(people, table).toEqual(expect.arrayContaining(named.map(({ column }) => column)))
      expect(columns, table).toEqual(expect.arrayContaining([...people]))
    }
  })

  it('writes rows in an order in which each finds what it refers to', async () => {
    const order = travellingTables.map(({ table }) => table)
    const late = (await readReferences()).filter(
      ({ table, to }) => order.includes(table) && order.indexOf(to) > order.indexOf(table),
    )
    expect(late).toEqual([])
    expect(
      (await readReferences()).filter(({ table, to }) => order.includes(table) && !order.includes(to)),
    ).toEqual([])
  })

  it('lets no column go whose name says that it opens something', () => {
    const telling = /password|secret|token|hash|private|totp|passkey/
    const going = travellingTables.flatMap(({ table, columns }) =>
      columns.filter((column) => telling.test(column)).map((column) => `${table}.${column}`),
    )
    expect(going).toEqual([])
  })
})
