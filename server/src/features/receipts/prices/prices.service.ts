import {
  mostPrices,
  type Price,
  type PriceChange,
  type PriceInput,
} from '@ulna/contract/receipts/receipts.prices'
import { digitsOf } from '@ulna/contract/session-packages/session-packages.currency'
import { AppError } from '../../../platform/app-error.ts'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { givenColumns } from '../../../platform/database/given-columns.ts'
import { answerText, type ListText, listText, type WireText } from '../../../platform/database/wire.ts'
import { refuseStale } from '../../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../../platform/use-case.ts'
import {
  countPrices,
  deletePriceRow,
  findPrice,
  findPrices,
  insertPrice,
  keepPriceVersion,
  lockPrice,
  type PriceState,
  updatePriceRow,
} from './prices.repository.ts'

const subjectOf = (id: number) => ({ type: 'price', id })

/** not_found for a price that is not on the list of the practice. */
const priceTextOf = async (tx: Tx, { practiceId }: PracticeActor, id: number): Promise<WireText<Price>> => {
  const wire = await findPrice(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

/** The price list. It says nothing of a patient. */
export const listPrices = (db: Database, actor: PracticeActor): Promise<ListText<Price>> =>
  lookUp(db, actor, async (tx) => listText(await findPrices(tx, actor.practiceId)))

/** Refuses with already_exists a name that is on the list, and with too_many_prices. */
export const addPrice = (db: Database, actor: PracticeActor, input: PriceInput): Promise<WireText<Price>> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    if ((await countPrices(tx, practiceId)) >= mostPrices)
      throw new AppError('too_many_prices', { params: { max: mostPrices } })
    const { name, minutes, priceMinor, currency } = input
    const columns = { name, minutes, price_minor: priceMinor, currency, digits: digitsOf(currency) }
    const id = await insertPrice(tx, practiceId, columns)
    await keepPriceVersion(tx, practiceId, id, userId)
    return audited({ action: 'price.create', subject: subjectOf(id) }, await priceTextOf(tx, actor, id))
  })

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<Authorized<PriceState>> => {
  const state = await lockPrice(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  await refuseStale(version, state, async () => (await priceTextOf(tx, actor, id)).value())
  return authorized(state)
}

/** Refuses with version_conflict and what it says now when the caller saw another version. */
export const changePrice = (
  db: Database,
  actor: PracticeActor,
  id: number,
  { version, name, minutes, priceMinor, currency }: PriceChange,
): Promise<WireText<Price>> =>
  change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, id, version)
    const digits = currency === undefined ? undefined : digitsOf(currency)
    const columns = givenColumns({ name, minutes, price_minor: priceMinor, currency, digits })
    await updatePriceRow(tx, actor.practiceId, state, columns)
    await keepPriceVersion(tx, actor.practiceId, id, actor.userId)
    return audited({ action: 'price.update', subject: subjectOf(id) }, await priceTextOf(tx, actor, id))
  })

export const removePrice = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    await deletePriceRow(tx, actor.practiceId, await currentState(tx, actor, id), actor.userId)
    return audited({ action: 'price.delete', subject: subjectOf(id) }, { id })
  })
