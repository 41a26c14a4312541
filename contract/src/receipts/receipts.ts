import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, pageMetadata, pageQuery } from '../http/page.ts'
import { limits, name, optionalLine, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { packagePerson } from '../session-packages/session-packages.answer.ts'
import { isCurrency } from '../session-packages/session-packages.currency.ts'
import { mostLines, mostMinor, mostOfLine } from './receipts.amounts.ts'

/** How it was paid. `mobile`: Bizum, Nequi, Satispay and their like. */
export const paymentMethods = ['cash', 'card', 'transfer', 'mobile', 'cheque', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A counter-entry takes a receipt back: its amounts are those of the receipt with the other sign. */
export const receiptKinds = ['receipt', 'counter'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Who takes or who gives the money, as the receipt names them for good. */
const party = z.object({ name: z.string(), taxId: z.nullable(z.string()), address: z.nullable(z.string()) })
export type ReceiptParty = z.output<typeof party>

const receiptLine = z.object({
  description: z.string(),
  /** Quantity, which is below zero on a counter-entry. */
  quantity: z.int(),
  /** Price of a single one, in the smallest coin. */
  unitMinor: z.int(),
})
export type ReceiptLine = z.output<typeof receiptLine>

const reference = z.object({ id, series: z.string(), sequence: z.int() })
export type ReceiptReference = z.output<typeof reference>

/** What was paid. It never changes: what was wrong is taken back by a counter-entry. */
export const receipt = z.object({
  ...reference.shape,
  kind: z.enum(receiptKinds),
  issuedAt: z.string(),
  /** The day on the practice's clock. */
  issuedOn: z.string(),
  /** Whose treatment it is for. */
  patientId: id,
  patient: packagePerson,
  packageId: z.nullable(id),
  /** The visit that was paid; it may be gone by now. */
  appointmentId: z.nullable(id),
  issuer: party,
  payer: party,
  lines: z.array(receiptLine),
  /** Total in the smallest coin; `digits` of it stand behind the point. */
  totalMinor: z.int(),
  currency: z.string(),
  digits: z.int(),
  method: z.enum(paymentMethods),
  notes: z.nullable(z.string()),
  /** The receipt this entry takes back, and why. */
  voids: z.nullable(reference),
  reason: z.nullable(z.string()),
  /** The entry that took this receipt back. */
  voidedBy: z.nullable(reference),
  /** Who issued it, called what they are called today. */
  issuedBy: z.nullable(z.string()),
})
export type Receipt = z.output<typeof receipt>

/** `2026-00012`: what a receipt is called. */
export const receiptNumber = ({ series, sequence }: Omit<ReceiptReference, 'id'>): string =>
  `${series}-${String(sequence).padStart(5, '0')}`

const lineInput = z.object({
  description: name(limits.title),
  quantity: z._default(z.int().check(z.minimum(1), z.maximum(mostOfLine)), 1),
  unitMinor: z.int().check(z.minimum(0), z.maximum(mostMinor)),
})

const partyInput = {
  name: name(201),
  taxId: optionalLine(limits.name),
  address: optionalLine(limits.title),
}

export const receiptInput = z.object({
  patientId: id,
  /** The package that was paid, of those that serve the patient. */
  packageId: z.optional(z.nullable(id)),
  /** The visit that was paid, one of the patient's. */
  appointmentId: z.optional(z.nullable(id)),
  currency: z.string().check(
    z.maxLength(3),
    z.refine((code) => isCurrency(code), { params: { key: 'field_option' } }),
  ),
  lines: z.array(lineInput).check(z.minLength(1), z.maxLength(mostLines)),
  method: z.enum(paymentMethods),
  /** Who paid; the patient when it is not said. */
  payer: z.optional(z.nullable(z.object(partyInput))),
  notes: z.optional(z.nullable(text(1000))),
})
export type ReceiptInput = z.output<typeof receiptInput>

const filter = {
  /** Days on the practice's clock, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  patientId: z.optional(idParam),
  packageId: z.optional(idParam),
}

const listMetadata = z.extend(pageMetadata, {
  /** What came in by everything that is filtered, counter-entries taken off; one a currency. */
  totals: z.array(z.object({ currency: z.string(), digits: z.int(), totalMinor: z.int() })),
})

export const receiptEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/receipt',
    summary: 'Receipts and counter-entries of the practice, newest first',
    access: permissions.readReceipts,
    audit: 'receipt.list',
    query: z.object({ ...filter, ...pageQuery.shape }),
    returns: z.array(receipt),
    metadata: listMetadata,
  }),
  export: endpoint({
    method: 'GET',
    path: '/receipt/export',
    summary: 'The same as CSV (RFC 4180, UTF-8), oldest first, at most 100,000 rows',
    access: permissions.exportReceipts,
    audit: 'receipt.export',
    query: z.object(filter),
    answers: ['text/csv'],
    errors: ['rate_limited'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/receipt/:id',
    summary: 'One receipt or counter-entry',
    access: permissions.readReceipts,
    audit: 'receipt.read',
    params: idPath,
    returns: receipt,
  }),
  issue: endpoint({
    method: 'POST',
    path: '/receipt',
    summary: 'Issues a receipt with the next number of its series; it never changes',
    access: permissions.takeOwnPayments,
    audit: 'receipt.issue',
    body: receiptInput,
    returns: receipt,
    status: 201,
    errors: ['assistant_role_required', 'patient_record_not_match'],
  }),
  void: endpoint({
    method: 'POST',
    path: '/receipt/:id/void',
    summary: 'Takes a receipt back by a counter-entry with a number of its own, which it answers',
    access: permissions.voidReceipts,
    audit: 'receipt.void',
    params: idPath,
    body: z.object({ reason: name(limits.title) }),
    returns: receipt,
    status: 201,
    errors: ['receipt_voided', 'receipt_counter_entry'],
  }),
}
