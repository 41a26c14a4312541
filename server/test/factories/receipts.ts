import { type Receipt, type ReceiptInput, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { sql } from 'kysely'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import type { TestPerson } from './people.ts'

/** Ten sessions for 450 euros in cash. */
export const receiptInput = (patientId: number, given: Partial<ReceiptInput> = {}): ReceiptInput => ({
  patientId,
  currency: 'EUR',
  lines: [{ description: 'Diez sesiones', quantity: 1, unitMinor: 45_000 }],
  method: 'cash',
  ...given,
})

/** A receipt, issued by somebody who may. */
export const issueReceipt = async (
  app: TestApp,
  by: TestPerson,
  patientId: number,
  given: Partial<ReceiptInput> = {},
): Promise<Receipt> => {
  const answer = await callEndpoint(app, receiptEndpoints.issue, {
    token: by.token,
    body: receiptInput(patientId, given),
  })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}

/** A receipt of a series of its own, written behind the API for who may not issue one. */
export const insertReceipt = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  given: { patientId: number; packageId: number; description: string; notes: string },
): Promise<number> => {
  const party = JSON.stringify({ name: given.notes, taxId: null, address: null })
  const lines = JSON.stringify([{ description: given.description, quantity: 1, unitMinor: 4500 }])
  const { rows } = await sql<{ id: number }>`
    with taken as (
      insert into receipt_counters as c (practice_id, series, last_sequence, last_issued_at)
      values (${practiceId}, 'TEST', 1, now())
      on conflict (practice_id, series) do update set last_sequence = c.last_sequence + 1
      returning last_sequence
    )
    insert into receipts (practice_id, series, sequence, kind, issued_at, issued_on, patient_id, package_id, issuer, payer,
      lines, total_minor, digits, currency, method, notes, issued_by)
    select ${practiceId}, 'TEST', last_sequence, 'receipt', now(), current_date, ${given.patientId}, ${given.packageId},
      ${party}::json, ${party}::json, ${lines}::json, 4500, 2, 'EUR', 'cash', ${given.notes}, ${userId}
    from taken returning id`.execute(app.owner.queries)
  const [written] = rows
  if (!written) throw new Error('the receipt was not stored')
  return written.id
}
