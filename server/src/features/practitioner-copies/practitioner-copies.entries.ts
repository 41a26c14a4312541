import { classText } from '@ulna/contract/record-class/record-class.fields'
import type { Addendum, RecordFile, RecordRow } from '@ulna/contract/records/records'
import { dayOfInstant, formatDay } from '@ulna/contract/records/records.rules'
import { escapeHtml } from '../../platform/html/escape-html.ts'
import { hrefTo, htmlPage, htmlTable } from '../../platform/html/html-page.ts'
import type { PatientFile } from '../fhir/fhir.file.service.ts'
import { answersTable, type Writing } from '../patient-copies/contents/patient-copies.tables.service.ts'

type Table = readonly (readonly string[])[]

/** Of one patient: what one practitioner wrote, and nothing that anybody else did. */
export interface OwnEntries {
  /** The file with these records alone. */
  readonly file: PatientFile
  readonly records: readonly RecordRow[]
  readonly addenda: readonly Addendum[]
  readonly originals: readonly RecordFile[]
}

/** What of a file a practitioner wrote: their records, the files in them that they brought, and their addenda to anybody's. */
export const entriesOf = (file: PatientFile, doctorId: number): OwnEntries => {
  const records = file.records.filter(({ authorId }) => authorId === doctorId)
  const own = new Set(records.map(({ id }) => id))
  return {
    file: { ...file, records },
    records,
    addenda: file.addenda.filter(({ author }) => author.id === doctorId),
    originals: file.files.filter(
      ({ recordId, author, state }) => own.has(recordId) && author.id === doctorId && state === 'ready',
    ),
  }
}

export const isEmpty = ({ records, addenda }: OwnEntries): boolean =>
  records.length === 0 && addenda.length === 0

/** How a patient is called in the copy. */
export const patientLabel = ({ patient }: PatientFile, withNames: boolean, { t }: Writing): string => {
  const number = t('practitionerCopies:fileNumber', { number: patient.fileId })
  return withNames ? `${patient.lastName}, ${patient.firstName} (${number})` : number
}

const flagsOf = ({ signed, voidedAt, voidReason }: RecordRow, { t }: Writing): string =>
  [
    signed && t('practitionerCopies:signed'),
    voidedAt !== null && t('practitionerCopies:voided', { reason: voidReason ?? '' }),
  ]
    .filter(Boolean)
    .join(' · ')

const recordsTable = ({ file, records }: OwnEntries, writing: Writing): Table => {
  const { t, language } = writing
  const names = new Map(
    file.forms.map((form) => [`${form.classId} ${form.version}`, classText(form, language, form.name)]),
  )
  return [
    ['day', 'form', 'name', 'session', 'state'].map((name) => t(`practitionerCopies:column.${name}`)),
    ...records.map((record) => [
      record.localDay,
      names.get(`${record.recordClassId} ${record.recordClassVersion}`) ?? record.recordClassId,
      record.name ?? '',
      record.sessionNumber === null ? '' : String(record.sessionNumber),
      flagsOf(record, writing),
    ]),
  ]
}

const addendaTable = ({ addenda }: OwnEntries, { t, timezone }: Writing): Table => [
  ['day', 'addendum'].map((name) => t(`practitionerCopies:column.${name}`)),
  ...addenda.map(({ at, text }) => [dayOfInstant(at, timezone), text]),
]

const section = (title: string, table: Table): string =>
  table.length > 1 ? `<h2>${escapeHtml(title)}</h2>${htmlTable(table)}` : ''

/** A file of the copy, as a page names it. */
export interface NamedFile {
  /** Null for one that the store has lost. */
  readonly path: string | null
  readonly label: string
}

const listOf = (files: readonly NamedFile[]): string =>
  files
    .map(({ path, label }) =>
      path === null
        ? `<li>${escapeHtml(label)}</li>`
        : `<li><a href="${hrefTo(path)}">${escapeHtml(label)}</a></li>`,
    )
    .join('')

/** The entries of one patient, to be read. */
export const entriesPage = (
  entries: OwnEntries,
  { label, files, writing }: { label: string; files: readonly NamedFile[]; writing: Writing },
): string => {
  const { t, language } = writing
  const originals =
    files.length > 0
      ? `<h2>${escapeHtml(t('practitionerCopies:originals'))}</h2><ul>${listOf(files)}</ul>`
      : ''
  const body = [
    section(t('practitionerCopies:records'), recordsTable(entries, writing)),
    section(t('practitionerCopies:answers'), answersTable(entries.file, writing)),
    section(t('practitionerCopies:addenda'), addendaTable(entries, writing)),
    originals,
  ].join('')
  return htmlPage({ language, title: label, body })
}

/** What an owner signed off. */
export interface SignedOff {
  readonly practice: string
  readonly practitioner: string
  readonly reason: string
  readonly answer: string
  readonly owner: string
  /** Calendar day on which it was made. */
  readonly day: string
}

/** The page that is read first: whose entries, who signed them off and why, and a link to each patient. */
export const coverPage = (
  { practice, practitioner, reason, answer, owner, day }: SignedOff,
  patients: readonly NamedFile[],
  { t, language }: Writing,
): string => {
  const line = (key: string, values: Record<string, string>): string =>
    `<p>${escapeHtml(t(`practitionerCopies:${key}`, values))}</p>`
  const body = [
    line('about', { practice, day: formatDay(day, language) }),
    line('askedFor', { reason }),
    line('signedOffBy', { owner, answer }),
    line('duty', {}),
    `<h2>${escapeHtml(t('practitionerCopies:patients'))}</h2><ul>${listOf(patients)}</ul>`,
  ].join('')
  return htmlPage({ language, title: t('practitionerCopies:title', { name: practitioner }), body })
}
