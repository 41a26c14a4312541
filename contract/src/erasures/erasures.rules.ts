import type { RetentionRule } from '../retention/retention.rules.ts'

/** What a file is made of, as somebody who erases it is shown. */
export const erasureKinds = [
  'records',
  'signatures',
  'files',
  'drafts',
  'appointments',
  'mails',
  'wait_list',
  'packages',
  'receipts',
  'papers',
  'contact',
  'identity',
  'imports',
  'trail',
] as const
export type ErasureKind = (typeof erasureKinds)[number]

/**
 * - goes: destroyed
 * - kept: stays whole, by law, until a day or without an end
 * - nameless: a bare trace of it stays, which says nothing of anybody
 */
export const erasureFates = ['goes', 'kept', 'nameless'] as const
export type ErasureFate = (typeof erasureFates)[number]

/**
 * Why something stays. term: the term of clinical files runs; no_term: the practice has chosen none; open: a diagnosis
 * that nobody closed keeps it; tax: what was paid is kept for tax and commerce; proof: a number that proves a paper in
 * somebody's hands; chain: a link of the chain of seals; hours: the hour of a practitioner, of nobody; trace: who did
 * what when, of a number alone.
 */
export const keptReasons = ['term', 'no_term', 'open', 'tax', 'proof', 'chain', 'hours', 'trace'] as const
export type KeptReason = (typeof keptReasons)[number]

/** Clinical content and what identifies whose it is: they go together, once the term of the file is over. */
export const clinicalKinds: readonly ErasureKind[] = [
  'records',
  'signatures',
  'files',
  'appointments',
  'packages',
  'papers',
  'identity',
  'trail',
]

/** What stays of a file that is destroyed: a bare trace of these kinds. */
export const traceOf: Readonly<Partial<Record<ErasureKind, KeptReason>>> = {
  signatures: 'chain',
  appointments: 'hours',
  papers: 'proof',
  trail: 'trace',
}

/**
 * Years for which receipts are kept, counted from the end of the year they are of. Spain: Código de Comercio, art. 30
 * (six; tax asks for four, Ley 58/2003, art. 66). Colombia: Ley 962 de 2005, art. 28 (ten). Italy: Codice civile,
 * art. 2220 (ten), which is the longest of them and holds where nobody said which law is theirs.
 */
export const receiptYears: Readonly<Record<RetentionRule, number>> = {
  never: 10,
  spain: 6,
  catalonia: 6,
  colombia: 10,
  own: 10,
}

/** The last day on which a receipt is kept: the end of the year, so many years later. */
export const receiptKeptUntil = (issuedOn: string, rule: RetentionRule): string =>
  `${String(Number(issuedOn.slice(0, 4)) + receiptYears[rule])}-12-31`

/** Receipts issued before this day are kept no longer, on a day. */
export const receiptsOver = (today: string, rule: RetentionRule): string =>
  `${String(Number(today.slice(0, 4)) - receiptYears[rule])}-01-01`

/** Days between the two notices of Colombia, and how many months after the second a patient may still claim the file. */
export const noticeDays = 8
export const claimMonths = 2

/** Whether files go only after notices in a newspaper and a review (Resolución 839 de 2017 of Colombia). */
export const needsNotices = (rule: RetentionRule): boolean => rule === 'colombia'

/** How long a file stays blocked before it is destroyed, in days. */
export const graceDays = { least: 1, usual: 30, most: 365 } as const

/** Files that go on one act at a time, at most. */
export const mostOnAct = 100
