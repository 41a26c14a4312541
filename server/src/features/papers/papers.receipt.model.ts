import { type Receipt, type ReceiptParty, receiptNumber } from '@ulna/contract/receipts/receipts'
import { lineTotal, moneyText } from '@ulna/contract/receipts/receipts.amounts'
import { formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import type { PaperModel, PaperPart } from '../../platform/papers/papers.ts'
import { type Sheet, sheetModel } from './sheets/papers.sheets.model.ts'

type Pair = { readonly label: string; readonly text: string }

const pairs = (items: readonly (Pair | null)[]): PaperPart => ({
  kind: 'pairs',
  items: items.filter((item) => item !== null),
})

const partyText = ({ name, taxId, address }: ReceiptParty): string =>
  [name, taxId, address].filter(Boolean).join('\n')

/** What a receipt is called on paper: its kind and number. */
export const receiptTitle = (t: Sheet['t'], receipt: Receipt): string =>
  t(`receipts:paper.title.${receipt.kind}`, { number: receiptNumber(receipt) })

const notesOf = ({ t }: Sheet, { voids, voidedBy, reason }: Receipt): string[] => [
  ...(voidedBy === null ? [] : [t('receipts:voidedBy', { number: receiptNumber(voidedBy) })]),
  ...(voids === null
    ? []
    : [t('receipts:paper.voids', { number: receiptNumber(voids), reason: reason ?? '' })]),
]

/** Lines of what was paid, and what they come to. */
const linesOf = ({ t, language }: Sheet, receipt: Receipt): PaperPart => {
  const money = (minor: number): string => moneyText(minor, receipt, language)
  return {
    kind: 'table',
    columns: [
      { label: t('receipts:line.description'), share: 0.52 },
      { label: t('receipts:line.quantity'), share: 0.12, align: 'right' },
      { label: t('receipts:line.unit'), share: 0.18, align: 'right' },
      { label: t('receipts:amount'), share: 0.18, align: 'right' },
    ],
    rows: receipt.lines.map((line) => [
      line.description,
      String(line.quantity),
      money(line.unitMinor),
      money(lineTotal(line)),
    ]),
    total: [t('receipts:total'), '', '', money(receipt.totalMinor)],
  }
}

/** What is left of a package on the day the paper is issued. */
const balanceOf = ({ t, language, timezone, issuedAt }: Sheet, sold: SessionPackage | null): PaperPart[] => {
  if (sold === null) return []
  const figures = {
    bought: sold.numSessions,
    used: sold.usedSessions,
    reserved: sold.reservedSessions,
    left: sessionsLeft(sold),
    when: formatInstant(issuedAt, language, timezone),
  }
  const expires =
    sold.expiresOn === null
      ? null
      : { label: t('receipts:paper.expires'), text: formatDay(sold.expiresOn, language) }
  const what = sold.description ?? t('receipts:sessions', { count: sold.numSessions })
  return [
    { kind: 'section', text: t('receipts:paper.package') },
    pairs([
      { label: t('receipts:paper.what'), text: what },
      { label: t('receipts:paper.balance'), text: t('receipts:paper.figures', figures) },
      expires,
    ]),
  ]
}

/** A receipt on paper: who took and gave the money, for what, how, and the balance of the package. */
export const receiptModel = (sheet: Sheet, receipt: Receipt, sold: SessionPackage | null): PaperModel => {
  const { t, language } = sheet
  const title = receiptTitle(sheet.t, receipt)
  const day = formatDay(receipt.issuedOn, language)
  return sheetModel(sheet, title, [
    { kind: 'record', heading: day, running: title, seals: [], meta: '', notes: notesOf(sheet, receipt) },
    pairs([
      { label: t('receipts:paper.issuer'), text: partyText(receipt.issuer) },
      { label: t('receipts:payer.label'), text: partyText(receipt.payer) },
      // The head of the page names the patient; beside another payer it is said for whom was paid.
      receipt.payer.name === receipt.patient.fullName
        ? null
        : { label: t('receipts:patient'), text: receipt.patient.fullName },
    ]),
    linesOf(sheet, receipt),
    pairs([
      { label: t('receipts:method.label'), text: t(`receipts:method.${receipt.method}`) },
      receipt.notes === null ? null : { label: t('receipts:notes'), text: receipt.notes },
    ]),
    ...balanceOf(sheet, sold),
  ])
}
