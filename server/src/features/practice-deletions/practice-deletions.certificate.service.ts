import { createHash } from 'node:crypto'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import { reading } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PaperPart } from '../../platform/papers/papers.ts'
import { type CertificateText, renderCertificate } from '../papers/papers.certificate.service.ts'
import type { DeletionDependencies } from './practice-deletions.dependencies.ts'
import { findOutcome, type NewPaper, type Outcome } from './practice-deletions.destroy.repository.ts'
import type { DeletionRow } from './practice-deletions.repository.ts'

interface Writing {
  readonly t: TFunction
  readonly language: Language
  readonly timezone: string
  /** Instant of the destruction. */
  readonly at: string
  readonly backupKeepDays: number | undefined
}

type Told = DeletionRow & Outcome

const label = (t: TFunction, key: string): string => t(`practiceDeletions:paper.${key}`)

const pair = (text: string, value: string | null) => (value === null ? [] : [{ label: text, text: value }])

const decisionOf = ({ t, language, timezone, at }: Writing, one: Told): PaperPart => ({
  kind: 'pairs',
  items: [
    ...pair(label(t, 'ground'), label(t, `grounds.${one.ground}`)),
    ...pair(label(t, 'decided'), `${formatInstant(one.askedAt, language, timezone)} · ${one.askedByName}`),
    ...pair(label(t, 'destroyed'), formatInstant(at, language, timezone)),
  ],
})

const inventoryOf = ({ t }: Writing, { counts }: Told): PaperPart => ({
  kind: 'table',
  columns: [
    { label: label(t, 'what'), share: 0.75 },
    { label: label(t, 'count'), share: 0.25, align: 'right' },
  ],
  rows: counts.map(({ kind, count }) => [t(`practiceDeletions:kinds.${kind}`), String(count)]),
})

const keeperOf = ({ t }: Writing, { keeper }: Told): PaperPart[] => [
  { kind: 'section', text: label(t, 'keeper') },
  keeper === null
    ? { kind: 'text', text: label(t, 'noKeeper') }
    : {
        kind: 'pairs',
        items: [
          { label: label(t, 'keeperName'), text: keeper.name },
          { label: label(t, 'keeperAddress'), text: keeper.address },
          { label: label(t, 'keeperContact'), text: keeper.contact },
        ],
      },
]

const termsOf = ({ t, language }: Writing, { terms }: Told): PaperPart[] =>
  terms.length === 0
    ? [{ kind: 'text', text: label(t, 'noTerms') }]
    : [
        {
          kind: 'table',
          columns: [
            { label: label(t, 'term'), share: 0.55 },
            { label: label(t, 'count'), share: 0.2, align: 'right' },
            { label: label(t, 'until'), share: 0.25 },
          ],
          rows: terms.map(({ term, count, until, rule }) => [
            t(`practiceDeletions:terms.${term}`, { rule: t(`practiceDeletions:rules.${rule}`) }),
            String(count),
            until === null ? label(t, 'noEnd') : formatDay(until, language),
          ]),
        },
      ]

const archiveOf = ({ t, language, timezone }: Writing, { archive }: Told): PaperPart[] => [
  { kind: 'section', text: label(t, 'archive') },
  archive === null
    ? { kind: 'text', text: label(t, 'noArchive') }
    : {
        kind: 'pairs',
        items: [
          { label: label(t, 'archiveMade'), text: formatInstant(archive.readyAt, language, timezone) },
          { label: label(t, 'archiveProof'), text: label(t, archive.arrived ? 'arrived' : 'verified') },
          { label: 'SHA-256', text: archive.sha256 },
          { label: label(t, 'fingerprint'), text: archive.fingerprint },
        ],
      },
]

const dayMs = 86_400_000

/** Until when backups may still hold it, or that nobody said. */
const backupsOf = ({ t, language, timezone, at, backupKeepDays }: Writing): PaperPart[] => {
  const last =
    backupKeepDays === undefined
      ? null
      : dayOfInstant(new Date(Date.parse(at) + backupKeepDays * dayMs).toISOString(), timezone)
  return [
    { kind: 'section', text: label(t, 'backups') },
    {
      kind: 'text',
      text:
        last === null
          ? label(t, 'backupsUnknown')
          : t('practiceDeletions:paper.backupsUntil', { day: formatDay(last, language) }),
    },
  ]
}

const textOf = (writing: Writing, one: Told): CertificateText => {
  const { t, language, timezone, at } = writing
  const title = label(t, 'title')
  const subject = one.practiceName
  return {
    title,
    subject,
    facts: formatDay(dayOfInstant(at, timezone), language),
    parts: [
      { kind: 'record', heading: subject, running: title, seals: [], meta: '', notes: [] },
      decisionOf(writing, one),
      { kind: 'section', text: label(t, 'inventory') },
      inventoryOf(writing, one),
      ...keeperOf(writing, one),
      ...termsOf(writing, one),
      ...archiveOf(writing, one),
      ...backupsOf(writing),
    ],
  }
}

/** The certificate of a deletion, signed with the key of the practice while that is there. */
export const makeCertificate = async (
  { db, signingKeys, appUrl, backupKeepDays: findKeepDays }: DeletionDependencies,
  row: DeletionRow,
): Promise<NewPaper> => {
  const { practiceId, practiceName, language, timezone } = row
  const { outcome, at } = await reading(db.queries, { practiceId, userId: 0 }, async (tx) => ({
    outcome: await findOutcome(tx, row.id),
    at: new Date(await databaseNow(tx)).toISOString(),
  }))
  const backupKeepDays = await findKeepDays()
  const { code, pieces, pages, key } = await renderCertificate(
    { db, signingKeys, appUrl },
    {
      ...{ practiceId, practiceName, issuedBy: row.askedByName, language, timezone, at },
      write: (t) => textOf({ t, language, timezone, at, backupKeepDays }, { ...row, ...outcome }),
    },
  )
  const bytes = Buffer.concat(pieces)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { code, bytes, sha256, pages, certificate: key.certificate, issuedAt: at }
}
