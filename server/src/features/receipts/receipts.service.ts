import type { MetadataOf } from '@ulna/contract/http/endpoint'
import type { Receipt, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, jsonOf, type PageWish, parseJson, WireText } from '../../platform/database/wire.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { packageTextOf } from '../session-packages/session-packages.service.ts'
import { receiptsAsCsv } from './receipts.csv.ts'
import {
  findPaidVisits,
  findReceipts,
  findReceiptsInOrder,
  findReceiptWire,
  findVoided,
  type ReceiptFilter,
  sumReceipts,
} from './receipts.repository.ts'

/** One receipt as wire JSON; not_found when it is not of the practice. */
export const receiptTextOf = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  id: number,
): Promise<WireText<Receipt>> => {
  const wire = await findReceiptWire(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

/** The same to read; not_found when it is not of the practice. */
export const requireReceipt = async (tx: Tx, actor: PracticeActor, id: number): Promise<Receipt> =>
  (await receiptTextOf(tx, actor, id)).value()

/** Which of these visits of a day are paid. */
export const paidVisits = (
  tx: Tx,
  { practiceId }: PracticeActor,
  visits: Parameters<typeof findPaidVisits>[2],
  day: string,
): Promise<number[]> => findPaidVisits(tx, practiceId, visits, day)

/** Which of these receipts were voided since, for who checks a paper of one. */
export const voidedReceipts = (tx: Tx, practiceId: number, ids: readonly number[]) =>
  findVoided(tx, practiceId, ids)

/** Refuses with not_found a package that is not here, and a patient whom it does not serve; answers its owner. */
export const requireServed = async (
  tx: Tx,
  actor: PracticeActor,
  packageId: number,
  patientId: number | undefined,
): Promise<number> => {
  const { ownerId, patients } = (await packageTextOf(tx, actor, packageId)).value()
  if (patientId !== undefined && !patients.some(({ id }) => id === patientId)) throw new AppError('not_found')
  return ownerId
}

/** Whom the filter names; not_found when it is somebody or something of another practice. */
const patientOf = async (
  tx: Tx,
  actor: PracticeActor,
  { patientId, packageId }: ReceiptFilter,
): Promise<number | null> => {
  if (patientId !== undefined) await requirePatient(tx, actor, patientId)
  const ownerId = packageId === undefined ? null : await requireServed(tx, actor, packageId, patientId)
  return patientId ?? ownerId
}

/** Names of the filters, for the trail, which is not told for which days or whom. */
const namesOf = (filter: ReceiptFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

export const listReceipts = (
  db: Database,
  actor: PracticeActor,
  { limit, offset, ...filter }: ReceiptFilter & PageWish,
): Promise<WireText<Receipt[], MetadataOf<typeof receiptEndpoints.list>>> =>
  view(db, actor, async (tx) => {
    const { practiceId } = actor
    const [patientId, rows, sums] = await Promise.all([
      patientOf(tx, actor, filter),
      findReceipts(tx, practiceId, filter, { limit, offset }),
      sumReceipts(tx, practiceId, filter),
    ])
    const total = sums.reduce((sum, { count }) => sum + count, 0)
    const totals = sums.map(({ count: _, ...sum }) => sum)
    return audited(
      { action: 'receipt.list', patientId, detail: { count: total, filters: namesOf(filter) } },
      new WireText(rows, jsonOf({ total, limit, offset, totals })),
    )
  })

export const readReceipt = (db: Database, actor: PracticeActor, id: number): Promise<WireText<Receipt>> =>
  view(db, actor, async (tx) => {
    const answer = await receiptTextOf(tx, actor, id)
    const { patientId } = answer.value()
    return audited({ action: 'receipt.read', patientId, subject: { type: 'receipt', id } }, answer)
  })

/** Rows of an export at most. */
const mostExported = 100_000

/** Receipts as a CSV file called after the days it is of; some exports an hour, as they are dear. */
export const exportReceipts = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  filter: ReceiptFilter,
): Promise<FileAnswer> => {
  await rateLimits.take(['receiptExports', `user ${actor.userId}`])
  const receipts = await view(db, actor, async (tx) => {
    const [patientId, rows] = await Promise.all([
      patientOf(tx, actor, filter),
      findReceiptsInOrder(tx, actor.practiceId, filter, mostExported),
    ])
    const found = parseJson(rows)
    const detail = { count: found.length, filters: namesOf(filter) }
    return audited({ action: 'receipt.export', patientId, detail }, found)
  })
  const days = [filter.from, filter.to].filter((day) => day !== undefined).join('-')
  const fileName = ['receipts', days].filter(Boolean).join('-')
  return new FileAnswer(await receiptsAsCsv(receipts), 'text/csv; charset=utf-8', {
    'content-disposition': `attachment; filename="${fileName}.csv"`,
  })
}
