import type { Erasure } from '@ulna/contract/erasures/erasures'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import type { PaperPart } from '../../../platform/papers/papers.ts'
import type { CertificateText } from '../../papers/papers.certificate.service.ts'

interface Writing {
  readonly t: TFunction
  readonly language: Language
  readonly timezone: string
  readonly backupKeepDays: number | undefined
}

/** An erasure, as it is certified. */
export interface Certified extends Erasure {
  /** When the last of it was destroyed: what a law had kept goes later. */
  readonly lastDestroyedAt: string
}

const pair = (label: string, text: string | null) => (text === null ? [] : [{ label, text }])

/** Who asked since when, and how it was made sure that it is them. */
const askedOf = ({ t, language }: Writing, { askedOn, askedBy, identity }: Erasure): string | null =>
  askedOn === null || askedBy === null || identity === null
    ? null
    : [formatDay(askedOn, language), t(`erasures:askers.${askedBy}`), t(`erasures:checks.${identity}`)].join(
        ' · ',
      )

const dayMs = 86_400_000

/** Until which day backups may still hold it, or that nobody said. */
const backupsOf = ({ t, language, timezone, backupKeepDays }: Writing, one: Certified): PaperPart => {
  if (backupKeepDays === undefined) return { kind: 'text', text: t('erasures:paper.backups') }
  const gone = Date.parse(one.lastDestroyedAt) + backupKeepDays * dayMs
  const day = formatDay(dayOfInstant(new Date(gone).toISOString(), timezone), language)
  return { kind: 'text', text: t('erasures:paper.backupsUntil', { day }) }
}

/** Who decided it when, on which ground, and what was waited for. */
const decisionOf = (writing: Writing, one: Erasure): PaperPart => {
  const { t, language, timezone } = writing
  const day = (value: string | null) => value && formatDay(value, language)
  const moment = (value: string | null) => value && formatInstant(value, language, timezone)
  const label = (key: string) => t(`erasures:paper.${key}`)
  return {
    kind: 'pairs',
    items: [
      ...pair(label('numbers'), one.fileNumbers.join(', ') || label('noNumber')),
      ...pair(label('onAct'), actOf(writing, one)),
      ...pair(label('ground'), t(`erasures:grounds.${one.ground}`)),
      ...pair(label('asked'), askedOf(writing, one)),
      ...pair(label('scope'), t(`erasures:paper.scopes.${one.scope}`)),
      ...pair(label('decided'), `${moment(one.decidedAt)} · ${one.decidedBy}`),
      ...pair(label('destroyed'), moment(one.destroyedAt)),
      ...pair(label('newspaper'), one.newspaper),
      ...pair(label('firstNotice'), day(one.firstNoticeOn)),
      ...pair(label('secondNotice'), day(one.secondNoticeOn)),
      ...pair(label('reviewed'), day(one.reviewedOn)),
    ],
  }
}

const destroyedOf = ({ t }: Writing, { counts }: Erasure): PaperPart => ({
  kind: 'table',
  columns: [
    { label: t('erasures:paper.what'), share: 0.75 },
    { label: t('erasures:paper.count'), share: 0.25, align: 'right' },
  ],
  rows: counts.map(({ kind, count }) => [t(`erasures:kinds.${kind}`), String(count)]),
})

const keptOf = ({ t, language }: Writing, { kept }: Erasure): PaperPart[] =>
  kept.length === 0
    ? []
    : [
        { kind: 'section', text: t('erasures:paper.kept') },
        {
          kind: 'table',
          columns: [
            { label: t('erasures:paper.what'), share: 0.35 },
            { label: t('erasures:paper.until'), share: 0.2 },
            { label: t('erasures:paper.why'), share: 0.45 },
          ],
          rows: kept.map(({ kind, until, reason }) => [
            t(`erasures:kinds.${kind}`),
            until === null ? t('erasures:paper.noEnd') : formatDay(until, language),
            t(`erasures:reasons.${reason}`),
          ]),
        },
      ]

/** Of a file that is gone; of one that is kept everything else is there. */
const traceOf = ({ t }: Writing, { scope }: Erasure): PaperPart[] =>
  scope === 'partial'
    ? []
    : [
        { kind: 'section', text: t('erasures:paper.trace') },
        { kind: 'text', text: t('erasures:paper.traceText') },
      ]

/** What the file was called, as the person knows it; null where no number of it may stay. */
const fileNumbersOf = ({ t }: Writing, { fileNumbers }: Erasure): string | null =>
  fileNumbers.length === 0 ? null : t('erasures:paper.file', { numbers: fileNumbers.join(', ') })

const actOf = ({ t }: Writing, { actNumber }: Erasure): string | null =>
  actNumber === null ? null : t('erasures:paper.act', { number: actNumber })

/** What the certificate of an erasure says. */
export const certificateOf = (writing: Writing, one: Certified): CertificateText => {
  const { t, language, timezone } = writing
  const title = t('erasures:paper.title')
  const day = formatDay(dayOfInstant(one.destroyedAt ?? one.decidedAt, timezone), language)
  const subject = t('erasures:paper.subject', { number: one.id })
  return {
    title,
    subject,
    facts: fileNumbersOf(writing, one) ?? day,
    parts: [
      { kind: 'record', heading: subject, running: title, seals: [], meta: day, notes: [] },
      decisionOf(writing, one),
      { kind: 'section', text: t('erasures:paper.inventory') },
      destroyedOf(writing, one),
      ...keptOf(writing, one),
      ...traceOf(writing, one),
      backupsOf(writing, one),
    ],
  }
}
