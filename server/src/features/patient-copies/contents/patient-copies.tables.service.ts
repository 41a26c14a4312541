import type { Language } from '@ulna/contract/record-class/record-class'
import { classText, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { type ReadingContext, valueText } from '@ulna/contract/records/records.values.rules'
import type { TFunction } from 'i18next'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import type { Opening } from './patient-copies.openings.ts'
import { formOf } from './patient-copies.parts.ts'

/** In whose words, and without what, a copy is written. */
export interface Writing {
  readonly language: Language
  readonly timezone: string
  readonly t: TFunction
  readonly withNames: boolean
  /** Visits whose texts are kept back. */
  readonly keptVisits: ReadonlySet<number>
}

type Table = readonly (readonly string[])[]

/** Every answer of a file as it is handed out, one a line. */
export const answersTable = (file: PatientFile, { language, timezone, t }: Writing): Table => {
  const cases = new Map(
    file.records.flatMap(({ id, subtype, name }) => (subtype === 'case' ? [[id, name ?? '']] : [])),
  )
  const context: ReadingContext = {
    language,
    timeZone: timezone,
    cases,
    t: (key, values) => t(key, { ...values }),
  }
  const head = ['day', 'form', 'author', 'question', 'answer'].map((name) => t(`copies:column.${name}`))
  const lines = file.records.flatMap((record) => {
    const form = formOf(file, record)
    if (!form || record.data === null) return []
    const { data } = record
    return valueFieldsOf(form).flatMap(({ field }) => {
      if (data[field.id] === undefined) return []
      const answer = valueText(form, field, data[field.id], context)
      if (answer === '') return []
      const day = dayOfInstant(record.date, timezone)
      const name = classText(form, language, form.name)
      return [[day, name, record.author.fullName, classText(form, language, field.label), answer]]
    })
  })
  return [head, ...lines]
}

const localTime = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )

/** The visits of a file as it is handed out. That the texts of one are kept back stands in their place. */
export const visitsTable = ({ appointments }: PatientFile, { timezone, t, keptVisits }: Writing): Table => [
  ['begin', 'end', 'practitioner', 'status', 'title'].map((name) => t(`copies:column.${name}`)),
  ...appointments.map(({ id, start, end, doctorName, status, title }) => [
    localTime(start, timezone),
    localTime(end, timezone),
    doctorName,
    t(`copies:status.${status}`),
    keptVisits.has(id) ? t('copies:isKept') : (title ?? ''),
  ]),
]

/** What somebody did, as the trail of the practice calls it. */
const purposeOf = (t: TFunction, action: string): string => t(`settings:audit.actions.${action}`)

export const openingsTable = (openings: readonly Opening[], { t, withNames }: Writing): Table => [
  ['day', 'purpose', 'role', 'times', ...(withNames ? ['who'] : [])].map((name) =>
    t(`copies:column.${name}`),
  ),
  ...openings.map(({ day, action, role, times, name }) => [
    day,
    purposeOf(t, action),
    role === null ? '' : t(`copies:role.${role}`),
    String(times),
    ...(withNames ? [name ?? ''] : []),
  ]),
]
