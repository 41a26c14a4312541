import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../../platform/database/wire.ts'

const priceWire = wireObject<Price>({
  id: wire.number('s.id'),
  version: wire.number('s.version'),
  name: wire.text('s.name'),
  minutes: wire.optionalNumber('s.minutes'),
  priceMinor: wire.number('s.price_minor'),
  currency: wire.plain('s.currency'),
  digits: wire.number('s.digits'),
})

/** The whole list, by name. */
export const findPrices = async (tx: Tx, practiceId: number): Promise<WireList<Price>> => {
  const { rows } = await sql<WireList<Price>>`
    select ${wireArray(priceWire, sql`fold(s.name), s.id`)} as rows, count(*)::int as total from prices s
    where s.practice_id = ${practiceId}`.execute(tx)
  return rows[0] ?? noRows
}

export const findPrice = async (tx: Tx, practiceId: number, id: number): Promise<Json<Price> | undefined> => {
  const { rows } = await sql<WireRow<Price>>`
    select ${priceWire} as wire from prices s where s.practice_id = ${practiceId} and s.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

export interface PriceState {
  readonly id: number
  readonly version: number
}

/** A price, held until the transaction ends; undefined when it is not on the list. */
export const lockPrice = (tx: Tx, practiceId: number, id: number): Promise<PriceState | undefined> =>
  tx
    .selectFrom('prices')
    .select(['id', 'version'])
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const countPrices = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prices where practice_id = ${practiceId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface PriceColumns {
  readonly name?: string
  readonly minutes?: number | null
  readonly price_minor?: number
  readonly digits?: number
  readonly currency?: string
}

export const insertPrice = async (
  tx: Tx,
  practiceId: number,
  columns: Required<PriceColumns>,
): Promise<number> => {
  const row = await tx
    .insertInto('prices')
    .values({ practice_id: practiceId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updatePriceRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<PriceState>,
  columns: PriceColumns,
): Promise<void> => {
  await tx
    .updateTable('prices')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Keeps what a price says now, as a version that `userId` made. */
export const keepPriceVersion = async (
  tx: Tx,
  practiceId: number,
  id: number,
  userId: number,
): Promise<void> => {
  await sql`
    insert into price_versions (practice_id, price_id, version, author_user_id, body)
    select s.practice_id, s.id, s.version, ${userId}, ${priceWire}
    from prices s where s.practice_id = ${practiceId} and s.id = ${id}
    returning 1`.execute(tx)
}

/** Takes a price off the list; its versions stay, with who took it off. */
export const deletePriceRow = async (
  tx: Tx,
  practiceId: number,
  { id, version }: Authorized<PriceState>,
  userId: number,
): Promise<void> => {
  await tx
    .insertInto('price_versions')
    .values({
      practice_id: practiceId,
      price_id: id,
      version: version + 1,
      author_user_id: userId,
      body: null,
    })
    .execute()
  await tx.deleteFrom('prices').where('practice_id', '=', practiceId).where('id', '=', id).execute()
}
