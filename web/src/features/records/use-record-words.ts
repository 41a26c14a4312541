import { bodyChartText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { classText, type FlatField, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import { isDatedByDay } from '@ulna/contract/records/records.dates.rules'
import type { RecordTexts } from '@ulna/contract/records/records.rules'
import { type RecordTitle, recordTitle } from '@ulna/contract/records/records.title.rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { classOf } from './editor-target.ts'
import { useChartTexts } from './use-chart-texts.ts'

/** What a person reads about records: titles, days, first lines, in their language and zone. */
export interface RecordWords {
  /** "Seguimiento 6", "Diagnóstico: manguito rotador". */
  title: (record: RecordRow) => string
  /** "escrito el 13/nov/2026". */
  written: (record: RecordRow) => string
  /** The same of a record that was written on another day than its own. */
  writtenApart: (record: RecordRow) => string | undefined
  caseName: (record: RecordRow) => string
  /** Names of the diagnoses of the file by id. */
  cases: ReadonlyMap<number, string>
  /** Name of the case a follow-up belongs to. */
  subject: (record: RecordRow) => string | undefined
  /** Day of a record, DD/MMM/YYYY. */
  day: (record: RecordRow) => string
  /** Day and time of a record; the day alone where it was dated by its day. */
  when: (record: RecordRow) => string
  /** A calendar day, DD/MMM/YYYY; empty for null. */
  plainDay: (day: string | null) => string
  /** An instant as day and time. */
  moment: (instant: string) => string
  /** `2026-11` as "noviembre 2026". */
  month: (month: string) => string
  /** The first text that was written. */
  excerpt: (record: RecordRow) => string
  /** What its body charts say; empty for the many records that have none. */
  charts: (record: RecordRow) => string
}

const isExcerptField = ({ field, hidden }: FlatField) =>
  !hidden && field.id !== 'name' && (field.type === 'textarea' || field.type === 'text')

const excerptOf = (record: RecordRow, recordClass: RecordClass | undefined): string => {
  if (!record.data || !recordClass) return ''
  const { data } = record
  const texts = valueFieldsOf(recordClass)
    .filter(isExcerptField)
    .map(({ field }) => data[field.id])
  return (
    texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')?.slice(0, 240) ?? ''
  )
}

/** Charts are stored as keys of regions; people seek them by name. */
const chartsOf = (record: RecordRow, recordClass: RecordClass | undefined, t: RecordTexts): string => {
  if (!record.data || !recordClass) return ''
  const { data } = record
  return valueFieldsOf(recordClass)
    .filter(({ field }) => field.type === 'body_chart' && data[field.id] !== undefined)
    .map(({ field }) => bodyChartText(data[field.id], t))
    .join('\n')
}

/** The words for the records of one file. */
export const useRecordWords = (
  records: readonly RecordRow[],
  classes: readonly RecordClass[],
): RecordWords => {
  const { t } = useTranslation('record')
  const dates = useDates()
  useChartTexts(records)
  return useMemo(() => {
    const { language, timeZone } = dates
    const names = new Map(records.map((record) => [record.id, record.name]))
    const subject = (record: RecordRow) =>
      record.caseId === null ? undefined : (names.get(record.caseId) ?? undefined)
    const caseName = (record: RecordRow) => record.name ?? t('title.caseUnnamed')
    const isCase = ({ caseStatus }: RecordRow) => caseStatus !== null
    const cases = new Map(records.filter(isCase).map((record) => [record.id, caseName(record)]))
    const className = (record: RecordRow) => {
      const recordClass = classOf(record, classes)
      return recordClass && classText(recordClass, language, recordClass.name)
    }
    const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const monthText = (month: string) =>
      monthFormat.format(new Date(`${month}-15T00:00:00Z`)).replace(' de ', ' ')
    // Cards of a long file ask again at every keystroke.
    const titles = new WeakMap<RecordRow, RecordTitle>()
    const makeTitle = (record: RecordRow): RecordTitle => {
      const name = className(record)
      const title = recordTitle(record, {
        language,
        timeZone,
        t: (key, values) => t(key, { ...values }),
        ...(name ? { className: name } : {}),
      })
      titles.set(record, title)
      return title
    }
    const titleOf = (record: RecordRow): RecordTitle => titles.get(record) ?? makeTitle(record)
    const momentOf = (instant: string) => `${dates.instantDay(instant)}, ${dates.time(instant)}`
    return {
      title: (record) => titleOf(record).heading,
      written: (record) => titleOf(record).written,
      writtenApart: (record) =>
        dates.localDay(record.createdAt) === record.localDay ? undefined : titleOf(record).written,
      caseName,
      cases,
      subject,
      day: (record) => dates.day(record.localDay),
      plainDay: (day) => (day === null ? '' : dates.day(day)),
      moment: momentOf,
      when: (record) => (isDatedByDay(record) ? dates.day(record.localDay) : momentOf(record.date)),
      month: monthText,
      excerpt: (record) => excerptOf(record, classOf(record, classes)),
      charts: (record) => chartsOf(record, classOf(record, classes), (key, values) => t(key, { ...values })),
    }
  }, [records, classes, dates, t])
}
