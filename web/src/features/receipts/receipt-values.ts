import type { ReceiptInput } from '@ulna/contract/receipts/receipts'
import { type PaymentMethod, paymentMethods } from '@ulna/contract/receipts/receipts'
import { mostOfLine, readAmount, totalOf } from '@ulna/contract/receipts/receipts.amounts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { digitsOf } from '@ulna/contract/session-packages/session-packages.currency'
import { textOrNull } from '../../api/forms/server-form-values.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { priceOfVisit, typedAmount } from './prices/price-values.ts'

/** A line while somebody types it. */
export interface LineValues {
  readonly key: number
  readonly description: string
  readonly quantity: string
  readonly unit: string
}

/** What the form holds while somebody types. */
export interface ReceiptFormValues {
  readonly patient: ChosenPatient | null
  readonly packageId: number | null
  readonly appointmentId: number | null
  readonly currency: string
  readonly lines: readonly LineValues[]
  readonly method: PaymentMethod
  readonly othersPay: boolean
  readonly payerName: string
  readonly payerTaxId: string
  readonly payerAddress: string
  readonly notes: string
}

/** What a receipt is about when its form opens. */
export interface ReceiptOccasion {
  readonly patient: ChosenPatient | null
  readonly packageId: number | null
  /** The visit that is paid, and how many minutes it lasts. */
  readonly visit?: { readonly id: number; readonly minutes: number } | undefined
  readonly description: string
  /** Price as a program writes it; null when none was agreed on. */
  readonly price: number | null
  readonly currency: string
}

export const emptyReceipt = (occasion: ReceiptOccasion): ReceiptFormValues => ({
  patient: occasion.patient,
  packageId: occasion.packageId,
  appointmentId: occasion.visit?.id ?? null,
  currency: occasion.currency,
  lines: [
    {
      key: 0,
      description: occasion.description,
      quantity: '1',
      unit: occasion.price === null ? '' : String(occasion.price),
    },
  ],
  method: paymentMethods[0],
  othersPay: false,
  payerName: '',
  payerTaxId: '',
  payerAddress: '',
  notes: '',
})

/** An occasion with what the price list says that such a visit costs; nothing changes where an amount is known. */
export const pricedOccasion = (occasion: ReceiptOccasion, prices: readonly Price[]): ReceiptOccasion => {
  if (occasion.price !== null) return occasion
  const price = priceOfVisit(prices, occasion.visit?.minutes ?? null)
  if (!price) return occasion
  return {
    ...occasion,
    description: price.name,
    price: price.priceMinor / 10 ** price.digits,
    currency: price.currency,
  }
}

const isWithoutAmount = ({ unit }: LineValues): boolean => unit.trim() === ''

/** Prices that can stand on a receipt: one has one currency, which is free while no line has an amount. */
export const fittingPrices = (
  prices: readonly Price[],
  { lines, currency }: Pick<ReceiptFormValues, 'lines' | 'currency'>,
): readonly Price[] =>
  lines.every(isWithoutAmount) ? prices : prices.filter((price) => price.currency === currency)

/** The form with a price of the list: in the first line that has no amount, else in one more. */
export const withPrice = (
  { lines }: Pick<ReceiptFormValues, 'lines'>,
  price: Price,
): Pick<ReceiptFormValues, 'lines' | 'currency'> => {
  const filled = { description: price.name, unit: typedAmount(price) }
  const free = lines.find(isWithoutAmount)
  const key = 1 + Math.max(...lines.map((line) => line.key))
  return {
    currency: price.currency,
    lines: free
      ? lines.map((line) => (line === free ? { ...line, ...filled } : line))
      : [...lines, { key, quantity: '1', ...filled }],
  }
}

const quantityOf = (text: string): number | null =>
  /^\s*\d{1,3}\s*$/.test(text) && Number(text) > 0 && Number(text) <= mostOfLine ? Number(text) : null

/** What can be missing or wrong in a field. */
type Wrong = 'patient' | 'description' | 'quantity' | 'noAmount' | 'amount' | 'payerName'

/** A field, `lines.0.unit`, and what is wrong with it. */
interface Fault {
  readonly field: string
  readonly what: Wrong
}

const wrongWithAmount = (line: LineValues, digits: number): Wrong | undefined => {
  if (isWithoutAmount(line)) return 'noAmount'
  return readAmount(line.unit, digits) === null ? 'amount' : undefined
}

/** What is wrong before anything is sent, from top to bottom. */
export const missingIn = (values: ReceiptFormValues): Fault[] => {
  const digits = digitsOf(values.currency)
  const ofLines = values.lines.flatMap(
    (line, index) =>
      [
        { field: `lines.${index}.description`, what: line.description.trim() === '' && 'description' },
        { field: `lines.${index}.quantity`, what: quantityOf(line.quantity) === null && 'quantity' },
        { field: `lines.${index}.unit`, what: wrongWithAmount(line, digits) },
      ] as const,
  )
  const all = [
    { field: 'patient', what: values.patient === null && 'patient' },
    ...ofLines,
    { field: 'payerName', what: values.othersPay && values.payerName.trim() === '' && 'payerName' },
  ] as const
  return all.flatMap(({ field, what }) => (what ? [{ field, what }] : []))
}

const countedLines = ({ lines, currency }: ReceiptFormValues): ReceiptInput['lines'] =>
  lines.map(({ description, quantity, unit }) => ({
    description: description.trim(),
    quantity: quantityOf(quantity) ?? 0,
    unitMinor: readAmount(unit, digitsOf(currency)) ?? 0,
  }))

/** Total of the form, as far as its lines can be read. */
export const totalOfForm = (values: ReceiptFormValues): number => totalOf(countedLines(values))

/** What is sent; a form without a patient is refused before (`missingIn`). */
export const inputOf = (values: ReceiptFormValues): ReceiptInput => ({
  patientId: values.patient?.id ?? 0,
  packageId: values.packageId,
  appointmentId: values.appointmentId,
  currency: values.currency,
  lines: countedLines(values),
  method: values.method,
  payer: values.othersPay
    ? {
        name: values.payerName.trim(),
        taxId: textOrNull(values.payerTaxId),
        address: textOrNull(values.payerAddress),
      }
    : null,
  notes: textOrNull(values.notes),
})

/** The field of the form that a field of the call stands in. */
export const formFieldOf = (field: string): string => {
  const names: Readonly<Record<string, string>> = {
    patientId: 'patient',
    lines: 'lines.0.unit',
    'payer.name': 'payerName',
    'payer.taxId': 'payerTaxId',
    'payer.address': 'payerAddress',
  }
  return names[field] ?? field.replace(/unitMinor$/, 'unit')
}
