import type { PaymentMethod, Receipt, ReceiptLine, ReceiptParty } from '@ulna/contract/receipts/receipts'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'

/** A number that was taken, and when. */
export interface TakenNumber {
  readonly series: string
  readonly sequence: number
  /** Instant; never before that of the number before it. */
  readonly issuedAt: string
  /** Its day on the practice's clock. */
  readonly issuedOn: string
}

/**
 * Takes the next number of the series of this year. The row of the series is held until the transaction ends: whoever
 * comes next waits, and when this one is taken back its number is theirs. So there are neither gaps nor pairs.
 */
export const takeNumber = async (
  tx: Tx,
  { practiceId, timezone }: { readonly practiceId: number; readonly timezone: string },
  prefix: string,
): Promise<TakenNumber> => {
  const { rows } = await sql<TakenNumber>`
    insert into receipt_counters as c (practice_id, series, last_sequence, last_issued_at)
    values (${practiceId}, ${prefix}::text || to_char(clock_timestamp() at time zone ${timezone}, 'YYYY'), 1, clock_timestamp())
    on conflict (practice_id, series) do update
      set last_sequence = c.last_sequence + 1, last_issued_at = greatest(c.last_issued_at, excluded.last_issued_at)
    returning series, last_sequence as sequence, iso_returned(last_issued_at) as "issuedAt",
      (last_issued_at at time zone ${timezone})::date as "issuedOn"`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('no number was taken')
  return taken
}

export interface NewReceipt extends TakenNumber {
  readonly practiceId: number
  readonly patientId: number
  readonly packageId: number | null
  readonly appointmentId: number | null
  readonly issuer: ReceiptParty
  readonly payer: ReceiptParty
  readonly lines: readonly ReceiptLine[]
  readonly totalMinor: number
  readonly digits: number
  readonly currency: string
  readonly method: PaymentMethod
  readonly notes: string | null
  /** Receipt that a counter-entry takes back, and why; null for every other receipt. */
  readonly voids: { readonly receipt: Authorized<Receipt>; readonly reason: string } | null
  readonly issuedBy: number
}

export const insertReceipt = async (tx: Tx, receipt: NewReceipt): Promise<number> => {
  const { id } = await tx
    .insertInto('receipts')
    .values({
      practice_id: receipt.practiceId,
      series: receipt.series,
      sequence: receipt.sequence,
      kind: receipt.voids === null ? 'receipt' : 'counter',
      issued_at: receipt.issuedAt,
      issued_on: receipt.issuedOn,
      patient_id: receipt.patientId,
      package_id: receipt.packageId,
      appointment_id: receipt.appointmentId,
      issuer: JSON.stringify(receipt.issuer),
      payer: JSON.stringify(receipt.payer),
      lines: JSON.stringify(receipt.lines),
      total_minor: receipt.totalMinor,
      digits: receipt.digits,
      currency: receipt.currency,
      method: receipt.method,
      notes: receipt.notes,
      voids_id: receipt.voids?.receipt.id ?? null,
      reason: receipt.voids?.reason ?? null,
      issued_by: receipt.issuedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
