import { ageInYears } from '@ulna/contract/age'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { recordScores } from '@ulna/contract/record-class/scores.rules'
import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import { standingOf } from '@ulna/contract/records/records.policy'
import type { PrintScope } from '@ulna/contract/records/records.print'
import { dayOfInstant, formatDay, formatInstant } from '@ulna/contract/records/records.rules'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import { type RecordTitle, recordTitle } from '@ulna/contract/records/records.title.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import type { Signature } from '@ulna/contract/signatures/signatures'
import type { TFunction } from 'i18next'
import type { PaperModel, PaperPart } from '../../platform/papers/papers.ts'
import { kindsOf, type PlacedFile, picturesOnPaper } from './papers.pictures.ts'
import { sealPartsOf, standingSeals } from './papers.signatures.ts'

/** What is kept back, of which it is said that it is: documents by their ids, and files by the record of each. */
export interface OffPaper {
  readonly records: ReadonlySet<number>
  readonly files: readonly number[]
}

/** Everything a paper says, before it is put into words. */
export interface PaperContent {
  readonly scope: PrintScope
  readonly patient: Patient
  readonly practiceName: string
  readonly timezone: string
  readonly language: Language
  /** Records in the order of the pages. */
  readonly records: readonly RecordRow[]
  /** All cases of the patient, whose names stand by their sessions. */
  readonly cases: ReadonlyMap<number, string>
  readonly classOf: (record: RecordRow) => RecordClass | undefined
  /** Licence numbers of those who wrote the records and have one, by the id of their profile. */
  readonly licenceNumbers: ReadonlyMap<number, string>
  readonly addenda: readonly Addendum[]
  readonly files: readonly PlacedFile[]
  /** Also withdrawn ones, oldest first. */
  readonly signatures: readonly Signature[]
  readonly off?: OffPaper
  readonly issuedBy: string
  /** Instant. */
  readonly issuedAt: string
  /** Number as it is printed, and the address where it can be checked. */
  readonly code: string
  readonly verifyUrl: string
}

interface Writing extends PaperContent {
  readonly t: TFunction
  readonly context: ReadingContext
}

const momentOf = ({ timezone, language }: PaperContent, instant: string): string =>
  formatInstant(instant, language, timezone)

const titleOf = (writing: Writing, record: RecordRow): RecordTitle => {
  const { language, timezone, context } = writing
  const recordClass = writing.classOf(record)
  return recordTitle(record, {
    language,
    timeZone: timezone,
    t: context.t,
    ...(recordClass ? { className: classText(recordClass, language, recordClass.name) } : {}),
  })
}

const closedCase = ({ t, language }: Writing, record: RecordRow): string[] => {
  if (record.caseStatus !== 'closed') return []
  const day = record.caseClosedOn === null ? '' : formatDay(record.caseClosedOn, language)
  const outcome = record.caseOutcome === null ? '' : t(`record:outcome.${record.caseOutcome}`)
  return [t('record:open.closedCase', { day, outcome })]
}

const signaturesOf = ({ signatures }: Writing, record: RecordRow): Signature[] =>
  signatures.filter(({ recordId }) => recordId === record.id)

/** Who wrote a record, and how they are registered. */
const authorOf = ({ t, licenceNumbers }: Writing, { author }: RecordRow): string => {
  const number = licenceNumbers.get(author.id)
  return number === undefined ? author.fullName : `${author.fullName}, ${t('signatures:licence', { number })}`
}

const headOf = (writing: Writing, record: RecordRow): PaperPart => {
  const { t } = writing
  const version = t('print:version', { version: record.version })
  const subject = record.caseId === null ? undefined : writing.cases.get(record.caseId)
  const state = t(`record:open.${standingOf(record)}`)
  const { heading, written } = titleOf(writing, record)
  const moment = momentOf(writing, record.date)
  const meta = [subject, authorOf(writing, record), moment, written, version, state]
  return {
    kind: 'record',
    heading,
    running: [heading, version].join(' · '),
    seals: standingSeals(signaturesOf(writing, record)),
    meta: [...meta, ...closedCase(writing, record)].filter(Boolean).join(' · '),
    notes: record.voidedAt === null ? [] : [t('record:open.voided', { reason: record.voidReason ?? '' })],
  }
}

const contentsOf = ({ classOf, context, t, off }: Writing, record: RecordRow): PaperPart[] => {
  if (off?.records.has(record.id)) return [{ kind: 'quiet', text: t('paper:keptRecord') }]
  const recordClass = classOf(record)
  if (!record.data || !recordClass) return []
  const sections = recordContents(recordClass, record.data, context)
  if (sections.length === 0) return [{ kind: 'quiet', text: t('record:summary.empty') }]
  const scores = recordScores(recordClass, record.data, context.language).map(({ label, text, band }) => ({
    label,
    text: [text, band].filter(Boolean).join(' · '),
  }))
  return [
    ...sections.flatMap(({ label, text, items }): PaperPart[] => [
      ...(sections.length > 1 ? [{ kind: 'section' as const, text: label }] : []),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...(items.length === 0
        ? []
        : [{ kind: 'pairs' as const, items: items.map((one) => ({ label: one.label, text: one.text })) }]),
    ]),
    ...(scores.length > 0 ? [{ kind: 'pairs' as const, items: scores }] : []),
  ]
}

const addendaOf = (writing: Writing, record: RecordRow): PaperPart[] => {
  const { t } = writing
  const own = writing.addenda.filter((one) => one.recordId === record.id)
  if (own.length === 0) return []
  return [
    { kind: 'section', text: t('history:addenda.title') },
    ...own.flatMap(({ author, at, text }): PaperPart[] => [
      {
        kind: 'quiet',
        text: t('history:addenda.by', { author: author.fullName, when: momentOf(writing, at) }),
      },
      { kind: 'text', text },
    ]),
  ]
}

/** That a file is kept back is said, and nothing else of it. */
const keptFilesOf = ({ off, t }: Writing, { id }: RecordRow): PaperPart[] =>
  (off?.files ?? [])
    .filter((recordId) => recordId === id)
    .map(() => ({ kind: 'quiet', text: t('paper:keptFile') }))

/** A file is on paper as a picture, or at least by name with what proves it. */
const filesOf = (writing: Writing, record: RecordRow): PaperPart[] =>
  writing.files
    .filter((one) => one.recordId === record.id)
    .map((file): PaperPart => {
      const caption = writing.t('paper:file', {
        name: file.fileName,
        sha256: file.sha256?.slice(0, 16) ?? '',
      })
      return file.shown ? { kind: 'picture', alt: file.fileName, caption } : { kind: 'quiet', text: caption }
    })

const sealsOf = (writing: Writing, record: RecordRow): PaperPart[] => {
  const momentHere = (instant: string): string => momentOf(writing, instant)
  return sealPartsOf({ t: writing.t, momentOf: momentHere }, signaturesOf(writing, record))
}

const partsOf = (writing: Writing): PaperPart[] =>
  writing.records.flatMap((record) => [
    headOf(writing, record),
    ...contentsOf(writing, record),
    ...filesOf(writing, record),
    ...keptFilesOf(writing, record),
    ...sealsOf(writing, record),
    ...addendaOf(writing, record),
  ])

const factsOf = (writing: Writing, age: number | null): string => {
  const { patient, t, language } = writing
  return [
    t('patient:head.fileNumber', { number: patient.fileId }),
    patient.birthDate && t('print:born', { day: formatDay(patient.birthDate, language) }),
    age !== null && t('patient:head.age', { count: age }),
    patient.socialId,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What stands on the pages, in words (promises.md D16: every page carries patient, date, version, number and seals). */
export const paperModel = (content: PaperContent, t: TFunction): PaperModel => {
  const { language, patient, practiceName, timezone, code } = content
  const age = ageInYears(patient.birthDate, dayOfInstant(content.issuedAt, timezone))
  const context: ReadingContext = {
    language,
    timeZone: timezone,
    ageInYears: age,
    cases: content.cases,
    t: (key, values) => t(key, { ...values }),
  }
  const writing: Writing = { ...content, t, context }
  const name = `${patient.firstName} ${patient.lastName}`
  return {
    title: t(`paper:title.${content.scope}`),
    author: practiceName,
    subject: name,
    code,
    language,
    at: content.issuedAt,
    head: { name, facts: factsOf(writing, age), practice: practiceName },
    foot: {
      issued: t('paper:issued', { when: momentOf(content, content.issuedAt), by: content.issuedBy }),
      proof: t('paper:proof', { code, url: content.verifyUrl }),
      seals: t('paper:seals'),
      pages: t('paper:pages', { page: '{{page}}', pages: '{{pages}}' }),
    },
    parts: partsOf(writing),
    pictures: kindsOf(picturesOnPaper(content)),
  }
}
