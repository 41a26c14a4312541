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

type Placeholders<V extends readonly unknown[]> = { readonly [K in keyof V]: RawBuilder<unknown> }

const compile = <V extends readonly unknown[]>(
  build: (...placeholders: Placeholders<V>) => RawBuilder<unknown>,
): string => {
  const placeholders = Array.from({ length: build.length }, (_, index) => sql.raw(`$${index + 1}`))
  const query = build(...(placeholders as unknown as Placeholders<V>)).compile(compiler)
  if (query.parameters.length > 0) throw new Error(`a prepared statement holds a value: ${query.sql}`)
  return query.sql
}

let statements = 0

/**
 * A hot statement that is written out once a process, and parsed and planned once a connection. Only for statements
 * whose best plan does not depend on the values: keys and ranges of an index. Never for a pattern search, where a
 * generic plan was measured 25 to 40 times slower; everything else stays unnamed and is planned for its values.
 * It is on its way when the call returns, in the order of the calls.
 */
export const prepared = <R, V extends readonly unknown[]>(
  build: (...placeholders: Placeholders<V>) => RawBuilder<R>,
): ((tx: Tx, ...values: V) => Sent<R>) => {
  statements += 1
  const name = `s${statements}`
  let text: string | undefined
  return (tx, ...values) => {
    text ??= compile(build)
    return send<R>(tx, { name, text, values: [...values] })
  }
}
