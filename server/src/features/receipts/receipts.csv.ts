import { type Receipt, type ReceiptLine, receiptNumber } from '@ulna/contract/receipts/receipts'
import { decimalText } from '@ulna/contract/receipts/receipts.amounts'
import { CsvNumber, type CsvRow, csvFile } from '../../platform/files/csv-file.ts'

const columns = [
  'number',
  'date',
  'kind',
  'patientId',
  'patientName',
  'payerName',
  'payerTaxId',
  'payerAddress',
  'lines',
  'amount',
  'currency',
  'method',
  'voids',
  'voidedBy',
  'reason',
  'notes',
  'issuedBy',
] as const

const lineText = (line: ReceiptLine, digits: number): string =>
  `${line.description} (${line.quantity} × ${decimalText(line.unitMinor, digits)})`

const rowOf = (receipt: Receipt): CsvRow<(typeof columns)[number]> => ({
  number: receiptNumber(receipt),
  date: receipt.issuedOn,
  kind: receipt.kind,
  patientId: receipt.patientId,
  patientName: receipt.patient.fullName,
  payerName: receipt.payer.name,
  payerTaxId: receipt.payer.taxId,
  payerAddress: receipt.payer.address,
  lines: receipt.lines.map((line) => lineText(line, receipt.digits)).join('; '),
  amount: new CsvNumber(decimalText(receipt.totalMinor, receipt.digits)),
  currency: receipt.currency,
  method: receipt.method,
  voids: receipt.voids && receiptNumber(receipt.voids),
  voidedBy: receipt.voidedBy && receiptNumber(receipt.voidedBy),
  reason: receipt.reason,
  notes: receipt.notes,
  issuedBy: receipt.issuedBy,
})

/** Receipts as CSV: days of the practice's clock, amounts with a point and the digits of their currency. */
export const receiptsAsCsv = (receipts: readonly Receipt[]): Promise<Buffer> =>
  csvFile(columns, receipts.map(rowOf))
