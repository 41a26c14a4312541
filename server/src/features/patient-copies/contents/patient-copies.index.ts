import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import { formatDay } from '@ulna/contract/records/records.rules'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { hrefTo, htmlPage, htmlTable } from '../../../platform/html/html-page.ts'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import { keptRows } from './patient-copies.kept.ts'
import type { Writing } from './patient-copies.tables.service.ts'

/** A file of the copy, as the index names it. */
export interface IndexedFile {
  /** Null for one that the copy has not. */
  readonly path: string | null
  readonly label: string
}

export interface IndexContent {
  readonly file: PatientFile
  readonly writing: Writing
  /** Calendar day. */
  readonly day: string
  readonly files: readonly IndexedFile[]
  readonly keptBack: readonly CopyPart[]
  /** Null where it does not say who opened the file. */
  readonly openings: readonly (readonly string[])[] | null
}

const keptBackOf = ({ keptBack, writing: { t } }: IndexContent): string => {
  if (keptBack.length === 0) return `<p>${escapeHtml(t('copies:nothingKeptBack'))}</p>`
  const rows = keptRows(t, keptBack).map(({ what, times, why }) => [what, String(times ?? ''), why])
  const head = ['what', 'times', 'why'].map((name) => t(`copies:column.${name}`))
  return `<p>${escapeHtml(t('copies:keptBackText'))}</p>${htmlTable([head, ...rows])}`
}

const openingsOf = ({ openings, writing: { t } }: IndexContent): string =>
  openings === null
    ? ''
    : `<h2>${escapeHtml(t('copies:openings'))}</h2><p>${escapeHtml(t('copies:openingsText'))}</p>${htmlTable(openings)}`

/** The page that whoever opens the copy reads first: what is in it, what is not and why, and who opened the file. */
export const indexPage = (content: IndexContent): string => {
  const { file, writing, files, day } = content
  const { t, language } = writing
  const { patient, practice } = file
  const name = `${patient.firstName} ${patient.lastName}`
  const title = t('copies:title', { name })
  const listed = files
    .map(({ path, label }) =>
      path === null
        ? `<li>${escapeHtml(label)}</li>`
        : `<li><a href="${hrefTo(path)}">${escapeHtml(label)}</a></li>`,
    )
    .join('')
  const body = `<p>${escapeHtml(t('copies:about', { practice: practice.name, day: formatDay(day, language) }))}</p>
<h2>${escapeHtml(t('copies:contents'))}</h2><ul>${listed}</ul>
<h2>${escapeHtml(t('copies:keptBack'))}</h2>${keptBackOf(content)}
${openingsOf(content)}`
  return htmlPage({ language, title, body })
}
