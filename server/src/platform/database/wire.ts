import type { PageMetadata } from '@ulna/contract/http/page'
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

declare const shape: unique symbol

/** JSON text of a `T`. Only what renders one makes it: an expression of the database, or the functions of this file. */
export type Json<T> = string & { readonly [shape]: T }

/** `{"key":…,…}` as one text expression. */
export const wireObject = <T>(columns: WireColumns<T>): RawBuilder<Json<T>> => {
  const parts = Object.entries<WireColumn>(columns).map(
    ([key, column], index) => sql`${sql.lit(`${index === 0 ? '{' : ','}"${key}":`)}, ${column}`,
  )
  return sql<Json<T>>`concat(${sql.join(parts)}, '}')`
}

/** `[…]` of an expression over few rows, in the given order; `[]` when there are none. */
export const wireArray = <T>(row: RawBuilder<Json<T>>, order: RawBuilder<unknown>): RawBuilder<Json<T[]>> =>
  sql<Json<T[]>>`'[' || coalesce(string_agg(${row}, ',' order by ${order}), '') || ']'`

/** A row whose one column is its wire JSON. */
export interface WireRow<T> {
  readonly wire: Json<T>
}

/** JSON of a value that Node has. */
export const jsonOf = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>

/** The value of a JSON text that the database rendered. */
export const parseJson = <T>(text: Json<T>): T => JSON.parse(text) as T

/** `[…]` of rows in their order. Joined here: one long text is several times dearer for PostgreSQL than its parts. */
export const joinWire = <T>(rows: readonly WireRow<T>[]): Json<T[]> =>
  `[${rows.map((row) => row.wire).join(',')}]` as Json<T[]>

/** JSON of a `T` in pieces: text of ours, and bytes of PostgreSQL that nobody reads on their way. */
export class WireParts<T> {
  declare readonly [shape]: T
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

  toString(): Json<T> {
    return this.join().toString() as Json<T>
  }
}

/** JSON of a `T`, whole or in pieces. */
export type Wire<T> = Json<T> | WireParts<T>

const partsOf = (value: Wire<unknown>): readonly (string | Buffer)[] =>
  typeof value === 'string' ? [value] : value.parts

/** `{"key":…,…}` of values that are JSON already, in the order they are written down. */
export const joinObject = <T>(values: { readonly [K in keyof T]: Wire<T[K]> }): WireParts<T> => {
  const entries = Object.entries<Wire<unknown>>(values)
  return new WireParts<T>([
    ...entries.flatMap(([key, value], index) => [`${index === 0 ? '{' : ','}"${key}":`, ...partsOf(value)]),
    '}',
  ])
}

/** A row whose one column is some elements of a wire array. */
export interface WireBytes<T> {
  readonly bytes: Buffer & { readonly [shape]: T }
}

/** `[…]` of rows in their order, as they came. */
export const joinBytes = <T>(rows: readonly WireBytes<T>[]): WireParts<T[]> =>
  new WireParts<T[]>([
    '[',
    ...rows.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [',', bytes])),
    ']',
  ])

/** A payload with metadata as JSON, rendered by the database. Tests check it against the contract, byte for byte parsed. */
export class WireText<P, M = undefined> {
  readonly body: WireParts<P>
  readonly metadata: Json<M>
  constructor(payload: Wire<P>, metadata: Wire<M>) {
    this.body = typeof payload === 'string' ? new WireParts<P>([payload]) : payload
    this.metadata = typeof metadata === 'string' ? metadata : metadata.toString()
  }

  get payload(): Json<P> {
    return this.body.toString()
  }

  /** What the payload says, for a service that decides by it. */
  value(): P {
    return parseJson(this.payload)
  }
}

/** An answer without metadata. */
export const answerText = <P>(payload: Wire<P>): WireText<P> => new WireText(payload, '{}' as Json<undefined>)

/** Which rows of a list are asked for: at most `limit`, behind the first `offset`. */
export interface PageWish {
  readonly limit: number
  readonly offset: number
}

/** Rows as a wire array, with the number of all there are. */
export interface WireList<T> {
  readonly rows: Wire<T[]>
  readonly total: number
}

/** The answer of a list. */
export type ListText<T> = WireText<T[], PageMetadata>

/** A list of nothing. */
export const noRows: WireList<never> = { rows: jsonOf([]), total: 0 }

/** A list as an answer: a page of it, or all there is. */
export const listText = <T>(
  { rows, total }: WireList<T>,
  { limit, offset }: PageWish = { limit: total, offset: 0 },
): ListText<T> => new WireText(rows, jsonOf({ total, limit, offset }))
