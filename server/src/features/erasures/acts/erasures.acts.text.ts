import type { ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import type { PaperPart, PaperTable } from '../../../platform/papers/papers.ts'
import type { CertificateText } from '../../papers/papers.certificate.service.ts'
import type { InventoryRow } from './erasures.acts.repository.ts'

interface Writing {
  readonly t: TFunction
  readonly language: Language
  readonly timezone: string
}

const label = ({ t }: Writing, key: string): string => t(`erasures:actPaper.${key}`)

const pair = (text: string, value: string | null) => (value === null ? [] : [{ label: text, text: value }])

/** Who decided, which notices and which review came before, and how many files went. */
const decisionOf = (writing: Writing, act: ErasureAct): PaperPart => {
  const { language, timezone } = writing
  const day = (value: string | null) => value && formatDay(value, language)
  return {
    kind: 'pairs',
    items: [
      ...pair(label(writing, 'law'), label(writing, 'lawText')),
      ...pair(
        label(writing, 'decided'),
        `${formatInstant(act.decidedAt, language, timezone)} · ${act.decidedBy}`,
      ),
      ...pair(label(writing, 'newspaper'), act.newspaper),
      ...pair(label(writing, 'firstNotice'), day(act.firstNoticeOn)),
      ...pair(label(writing, 'secondNotice'), day(act.secondNoticeOn)),
      ...pair(label(writing, 'reviewed'), day(act.reviewedOn)),
      ...pair(label(writing, 'destroyed'), String(act.files.destroyed)),
      ...pair(label(writing, 'takenBack'), act.files.takenBack > 0 ? String(act.files.takenBack) : null),
    ],
  }
}

/** A file by its number and its outer days, as the inventory form of the national archive has it; nobody's name. */
const inventoryOf = (writing: Writing, files: readonly InventoryRow[]): PaperTable => {
  const { language, timezone } = writing
  const day = (value: string | null) => (value === null ? '' : formatDay(value, language))
  return {
    kind: 'table',
    columns: [
      { label: label(writing, 'order'), share: 0.08, align: 'right' },
      { label: label(writing, 'file'), share: 0.28 },
      { label: label(writing, 'from'), share: 0.17 },
      { label: label(writing, 'until'), share: 0.17 },
      { label: label(writing, 'records'), share: 0.12, align: 'right' },
      { label: label(writing, 'destroyedOn'), share: 0.18 },
    ],
    rows: files.map(({ fileNumbers, attendedFrom, attendedUntil, records, destroyedAt }, index) => [
      String(index + 1),
      (JSON.parse(fileNumbers) as readonly string[]).join(', '),
      day(attendedFrom),
      day(attendedUntil),
      String(records),
      day(dayOfInstant(destroyedAt, timezone)),
    ]),
  }
}

/** Room to write a name and to sign, by hand. */
const blank = '\n\n'

const signatures = ['decides', 'reviews', 'witness'] as const

const signaturesOf = (writing: Writing, { decidedBy }: ErasureAct): PaperTable => ({
  kind: 'table',
  columns: [
    { label: label(writing, 'capacity'), share: 0.3 },
    { label: label(writing, 'nameAndDocument'), share: 0.35 },
    { label: label(writing, 'signature'), share: 0.35 },
  ],
  rows: signatures.map((one) => [
    label(writing, `capacities.${one}`) + blank,
    one === 'decides' ? decidedBy : '',
    '',
  ]),
})

/** What an act says: files by their numbers, never a name or anything that was in them. */
export const actTextOf = (
  writing: Writing,
  act: ErasureAct,
  files: readonly InventoryRow[],
): CertificateText => {
  const { t, language, timezone } = writing
  const title = label(writing, 'title')
  const subject = t('erasures:actPaper.subject', { number: act.number })
  const last = files.reduce((latest, { destroyedAt }) => (destroyedAt > latest ? destroyedAt : latest), '')
  const day = formatDay(dayOfInstant(last, timezone), language)
  return {
    title,
    subject,
    facts: day,
    parts: [
      { kind: 'record', heading: subject, running: title, seals: [], meta: day, notes: [] },
      decisionOf(writing, act),
      { kind: 'section', text: label(writing, 'inventory') },
      inventoryOf(writing, files),
      { kind: 'text', text: label(writing, 'statement') },
      { kind: 'section', text: label(writing, 'signatures') },
      signaturesOf(writing, act),
    ],
  }
}
