import type { Receipt } from '@ulna/contract/receipts/receipts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedOfRows } from '../../platform/database/prepared.ts'
import { type Json, joinWire, type PageWish, type WireRow } from '../../platform/database/wire.ts'
import { isOfFile } from '../../platform/patient-aliases.ts'
import { joinedReceipts, receiptWire } from './receipts.wire.ts'

export interface ReceiptFilter {
  /** Days on the practice's clock, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly patientId?: number | undefined
  readonly packageId?: number | undefined
}

const readReceipt = prepared<WireRow<Receipt>, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`
    select ${receiptWire(practiceId)} as wire from ${joinedReceipts(practiceId)} where s.practice_id = ${practiceId} and s.id = ${id}`,
)

/** One receipt as wire JSON; undefined when there is none in this practice. */
export const findReceiptWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<Receipt> | undefined> => (await readReceipt(tx, { practiceId, id }))[0]?.wire

const matching = (practiceId: number, filter: ReceiptFilter): RawBuilder<unknown> => {
  const { from, to, patientId, packageId } = filter
  const conditions = [sql`s.practice_id = ${practiceId}`]
  if (from !== undefined) conditions.push(sql`s.issued_on >= ${from}::date`)
  if (to !== undefined) conditions.push(sql`s.issued_on <= ${to}::date`)
  if (patientId !== undefined) conditions.push(isOfFile(sql`s.patient_id`, practiceId, patientId))
  if (packageId !== undefined) conditions.push(sql`s.package_id = ${packageId}`)
  return sql.join(conditions, sql` and `)
}

/** A page of receipts as a wire array, newest first. */
export const findReceipts = async (
  tx: Tx,
  practiceId: number,
  filter: ReceiptFilter,
  { limit, offset }: PageWish,
): Promise<Json<Receipt[]>> => {
  const { rows } = await sql<WireRow<Receipt>>`
    select ${receiptWire(practiceId)} as wire from ${joinedReceipts(practiceId)} where ${matching(practiceId, filter)}
    order by s.issued_on desc, s.id desc limit ${limit} offset ${offset}`.execute(tx)
  return joinWire(rows)
}

/** Receipts from the first to the last, as a wire array: at most so many. */
export const findReceiptsInOrder = async (
  tx: Tx,
  practiceId: number,
  filter: ReceiptFilter,
  most: number,
): Promise<Json<Receipt[]>> => {
  const { rows } = await sql<WireRow<Receipt>>`
    select ${receiptWire(practiceId)} as wire from ${joinedReceipts(practiceId)} where ${matching(practiceId, filter)}
    order by s.series, s.sequence limit ${most}`.execute(tx)
  return joinWire(rows)
}

export interface ReceiptTotal {
  readonly currency: string
  readonly digits: number
  readonly totalMinor: number
  readonly count: number
}

/** What all that is filtered comes to, one row a currency. */
export const sumReceipts = async (
  tx: Tx,
  practiceId: number,
  filter: ReceiptFilter,
): Promise<ReceiptTotal[]> => {
  const { rows } = await sql<ReceiptTotal>`
    select s.currency, s.digits, sum(s.total_minor)::bigint as "totalMinor", count(*)::int as count
    from receipts s where ${matching(practiceId, filter)} group by s.currency, s.digits order by s.currency`.execute(
    tx,
  )
  return rows
}

/** The receipts among these and whether each was voided; for who proves a paper of one. */
export const findVoided = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly { id: number; voided: boolean }[]> => {
  const { rows } = await sql<{ id: number; voided: boolean }>`
    select s.id, exists (select from receipts v where v.practice_id = ${practiceId} and v.voids_id = s.id) as voided
    from receipts s where s.practice_id = ${practiceId} and s.id = any(${[...ids]}::bigint[])`.execute(tx)
  return rows
}

interface PatientVisit {
  readonly appointmentId: number
  readonly patientId: number
}

const readPaid = preparedOfRows<
  { readonly id: number },
  PatientVisit,
  { readonly practiceId: number; readonly day: string }
>(
  { id: (visit) => visit.appointmentId, patient_id: (visit) => visit.patientId },
  ({ practiceId, day }, visits) => sql`
    select v.id from ${visits}
    where exists (
      select from receipts s
      where s.practice_id = ${practiceId} and ${isOfFile(sql`s.patient_id`, practiceId, sql`v.patient_id`)} and s.kind = 'receipt'
        and (s.appointment_id = v.id
          or s.appointment_id is null and s.package_id is null and s.issued_on = ${day}::date)
        and not exists (select from receipts w where w.practice_id = ${practiceId} and w.voids_id = s.id))`,
)

/**
 * Which of these visits of a day are paid by a receipt that stands: one that names the visit, or one of that day for the
 * patient that names neither a visit nor a package.
 */
export const findPaidVisits = async (
  tx: Tx,
  practiceId: number,
  visits: readonly PatientVisit[],
  day: string,
): Promise<number[]> => {
  const rows = await readPaid(tx, visits, { practiceId, day })
  return rows.map(({ id }) => id)
}
