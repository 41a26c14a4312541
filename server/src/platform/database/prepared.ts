import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { type Sent, send, type Tx } from './database.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Placeholders<V> = { readonly [K in keyof V]: RawBuilder<unknown> }

/** The text of a statement and the names of its values, in the order of their numbers. */
interface Written {
  readonly text: string
  readonly names: readonly string[]
}

const write = <V extends object>(build: (values: Placeholders<V>) => RawBuilder<unknown>): Written => {
  const names: string[] = []
  const numberOf = (name: string): number => names.indexOf(name) + 1 || names.push(name)
  const values = new Proxy({}, { get: (_, name: string) => sql.raw(`$${numberOf(name)}`) })
  const query = build(values as Placeholders<V>).compile(compiler)
  if (query.parameters.length > 0) throw new Error(`a prepared statement holds a value: ${query.sql}`)
  return { text: query.sql, names }
}

let statements = 0

type Build<R, V> = (values: Placeholders<V>) => RawBuilder<R>

const writtenOnce = <R, V extends object>(build: Build<R, V>): ((tx: Tx, values?: V) => Sent<R>) => {
  statements += 1
  const name = `s${statements}`
  let written: Written | undefined
  return (tx, values) => {
    written ??= write(build)
    const { text, names } = written
    return send<R>(tx, { name, text, values: names.map((key) => values?.[key as keyof V]) })
  }
}

/**
 * A hot statement that is written out once a process, and parsed and planned once a connection. Only for statements
 * whose best plan does not depend on the values: keys and ranges of an index. Never for a pattern search, where a
 * generic plan was measured 25 to 40 times slower; everything else stays unnamed and is planned for its values.
 * Its values have names; one that is named twice is sent once. It is on its way when the call returns, in the order of the calls.
 */
export const prepared: <R, V extends object = Record<never, never>>(
  build: Build<R, V>,
) => (tx: Tx, ...values: keyof V extends never ? [] : [values: V]) => Sent<R> = writtenOnce

/**
 * A prepared statement of whatever has one of some keys, which `isAmong` says of a column. It is written out twice: for a single
 * key, as it mostly is, and for several. PostgreSQL takes ten keys for granted where it does not know how many there will be, and
 * so plans that of several anew each time.
 */
export const preparedAmong = <R, V extends object = Record<never, never>>(
  build: (
    values: Placeholders<V>,
    isAmong: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) => RawBuilder<R>,
): ((tx: Tx, keys: readonly number[], values: V) => Sent<R>) => {
  const ofOne = writtenOnce<R, V & { readonly key: number | undefined }>((values) =>
    build(values, (column) => sql`${column} = ${values.key}`),
  )
  const ofSeveral = writtenOnce<R, V & { readonly keys: readonly number[] }>((values) =>
    build(values, (column) => sql`${column} = any(${values.keys}::bigint[])`),
  )
  return (tx, keys, values) =>
    keys.length === 1 ? ofOne(tx, { ...values, key: keys[0] }) : ofSeveral(tx, { ...values, keys })
}

/** Of each column of `v`, its value in a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => number>>

/** By the name of its list. */
type Lists<T> = Readonly<Record<`v.${string}`, T>>

const listsOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): Lists<readonly number[]> =>
  Object.fromEntries(Object.entries(columns).map(([name, cell]) => [`v.${name}`, rows.map(cell)]))

const oneRow = (names: readonly string[], lists: Lists<RawBuilder<unknown>>): RawBuilder<unknown> => {
  const columns = names.map((name) => sql`(${lists[`v.${name}`]}::bigint[])[1] as ${sql.ref(name)}`)
  return sql`(select ${sql.join(columns)}) v`
}

const allRows = (names: readonly string[], lists: Lists<RawBuilder<unknown>>): RawBuilder<unknown> => {
  const arrays = names.map((name) => sql`${lists[`v.${name}`]}::bigint[]`)
  return sql`unnest(${sql.join(arrays)}) as v (${sql.join(names.map((name) => sql.ref(name)))})`
}

/** A prepared statement that selects from rows `v`, written out twice as `preparedAmong` is: for a single row, and for several. */
export const preparedOfRows = <R, Row, V extends object>(
  columns: Columns<Row>,
  build: (values: Placeholders<V>, rows: RawBuilder<unknown>) => RawBuilder<R>,
): ((tx: Tx, rows: readonly Row[], values: V) => Sent<R>) => {
  const names = Object.keys(columns)
  const from = (rows: typeof oneRow) =>
    writtenOnce<R, V & Lists<readonly number[]>>((values) => build(values, rows(names, values)))
  const [ofOne, ofSeveral] = [from(oneRow), from(allRows)]
  return (tx, rows, values) =>
    (rows.length === 1 ? ofOne : ofSeveral)(tx, { ...values, ...listsOf(columns, rows) })
}
