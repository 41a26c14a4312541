import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import {
  notesPart,
  type ReservedReason,
  reservedReasonOf,
} from '@ulna/contract/patient-copies/patient-copies.reserved'
import { formatDay } from '@ulna/contract/records/records.rules'
import type { TFunction } from 'i18next'
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import type { Writing } from './patient-copies.tables.ts'

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

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ddd;vertical-align:top}
a{color:#0f5f57;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#1a1a18;color:#eee}a{color:#6cc9bd}th,td{border-color:#444}}`

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string => {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

const reasonText = (t: TFunction, key: string): string => {
  const reason: ReservedReason | null = reservedReasonOf(key)
  return t(reason === null ? 'copies:reason.decided' : `copies:reason.${reason}`)
}

const keptBackOf = ({ keptBack, writing: { t } }: IndexContent): string => {
  if (keptBack.length === 0) return `<p>${escapeHtml(t('copies:nothingKeptBack'))}</p>`
  const rows = keptBack.map(({ key, form, label, count }) => [
    key === notesPart ? t('copies:notes') : `${form}: ${label}`,
    key === notesPart ? '' : String(count),
    reasonText(t, key),
  ])
  const head = ['what', 'times', 'why'].map((name) => t(`copies:column.${name}`))
  return `<p>${escapeHtml(t('copies:keptBackText'))}</p>${tableOf([head, ...rows])}`
}

/** Links are below the folder of the copy: names are encoded, and separators are not. */
const linkTo = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The page that whoever opens the copy reads first: what is in it, what is not and why, and who opened the file. */
export const indexPage = (content: IndexContent): string => {
  const { file, writing, files, day, openings } = content
  const { t, language } = writing
  const { patient, practice } = file
  const name = `${patient.firstName} ${patient.lastName}`
  const title = t('copies:title', { name })
  const listed = files
    .map(({ path, label }) =>
      path === null
        ? `<li>${escapeHtml(label)}</li>`
        : `<li><a href="${escapeHtml(linkTo(path))}">${escapeHtml(label)}</a></li>`,
    )
    .join('')
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(t('copies:about', { practice: practice.name, day: formatDay(day, language) }))}</p>
<h2>${escapeHtml(t('copies:contents'))}</h2><ul>${listed}</ul>
<h2>${escapeHtml(t('copies:keptBack'))}</h2>${keptBackOf(content)}
${openings === null ? '' : `<h2>${escapeHtml(t('copies:openings'))}</h2><p>${escapeHtml(t('copies:openingsText'))}</p>${tableOf(openings)}`}
</body></html>
`
}
