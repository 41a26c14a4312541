import { type RawBuilder, sql } from 'kysely'

/**
 * Rows leave PostgreSQL as the JSON text that goes on the wire (docs/decisions/0003-wire-text.md): the statement
 * concatenates plain columns, Node passes the text on. These build that expression, one column at a time.
 */
export type WireColumn = RawBuilder<unknown>

/** Every key of the contract's type; one that is missing does not compile. */
export type WireColumns<T> = { readonly [K in keyof Required<T>]: WireColumn }

const orNull = (expression: RawBuilder<unknown>): WireColumn => sql`coalesce(${expression}, 'null')`

export const wire = {
  /** A bigint, integer or smallint that is never null. */
  number: (column: string): WireColumn => sql.ref(column),
  optionalNumber: (column: string): WireColumn => orNull(sql`${sql.ref(column)}::text`),
  text: (column: string): WireColumn => sql`to_json(${sql.ref(column)})`,
  optionalText: (column: string): WireColumn => orNull(sql`to_json(${sql.ref(column)})::text`),
  boolean: (expression: RawBuilder<unknown>): WireColumn =>
    sql`case when ${expression} then 'true' else 'false' end`,
  flag: (column: string): WireColumn => wire.boolean(sql.ref(column)),
  /** Text that needs no escaping: a uuid, a code from a check constraint. */
  plain: (column: string): WireColumn => sql`'"' || ${sql.ref(column)} || '"'`,
  optionalPlain: (column: string): WireColumn => orNull(sql`'"' || ${sql.ref(column)} || '"'`),
  instant: (column: string): WireColumn => sql`'"' || iso(${sql.ref(column)}) || '"'`,
  optionalInstant: (column: string): WireColumn => orNull(sql`'"' || iso(${sql.ref(column)}) || '"'`),
  /** A column of type json: handed out as it was stored. */
  json: (column: string): WireColumn => sql.ref(column),
  optionalJson: (column: string): WireColumn => orNull(sql`${sql.ref(column)}::text`),
  nothing: sql`'null'` as WireColumn,
}

/** `{"key":…,…}` as one text expression. */
export const wireObject = <T>(columns: WireColumns<T>): RawBuilder<string> => {
  const parts = Object.entries<WireColumn>(columns).map(
    ([key, column], index) => sql`${sql.lit(`${index === 0 ? '{' : ','}"${key}":`)}, ${column}`,
  )
  return sql<string>`concat(${sql.join(parts)}, '}')`
}

/** `[…]` of an expression over few rows, in the given order; `[]` when there are none. */
export const wireArray = (row: RawBuilder<string>, order: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`'[' || coalesce(string_agg(${row}, ',' order by ${order}), '') || ']'`

/** A row whose one column is its wire JSON. */
export interface WireRow {
  readonly wire: string
}

/** `[…]` of rows in their order. Joined here: one long text is several times dearer for PostgreSQL than its parts. */
export const joinWire = (rows: readonly WireRow[]): string => `[${rows.map((row) => row.wire).join(',')}]`

/** JSON in pieces: text of ours, and bytes of PostgreSQL that nobody reads on their way. */
export class WireParts {
  readonly parts: readonly (string | Buffer)[]
  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts
  }

  /** Text where all of it is ours: Node sends a short one together with the head of the answer. */
  join(): string | Buffer {
    return this.parts.every((part) => typeof part === 'string') ? this.parts.join('') : this.toBuffer()
  }

  private toBuffer(): Buffer {
    return Buffer.concat(this.parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  }

  toString(): string {
    return this.join().toString()
  }
}

/** A row whose one column is some elements of a wire array. */
export interface WireBytes {
  readonly bytes: Buffer
}

/** `[…]` of rows in their order, as they came. */
export const joinBytes = (rows: readonly WireBytes[]): WireParts =>
  new WireParts(['[', ...rows.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [',', bytes])), ']'])

/** JSON of a payload, rendered by the database. Tests check it against the contract, byte for byte parsed. */
export class WireText {
  readonly body: WireParts
  readonly metadata: string
  constructor(payload: string | WireParts, metadata = '{}') {
    this.body = typeof payload === 'string' ? new WireParts([payload]) : payload
    this.metadata = metadata
  }

  get payload(): string {
    return this.body.toString()
  }
}
