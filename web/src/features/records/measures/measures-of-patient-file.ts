import type { BodyMark } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import {
  classText,
  isInForm,
  isMeasured,
  painRange,
  type ValueField,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import { pairParams } from '@ulna/contract/record-class/record-class.pairs'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { scoreOf } from '@ulna/contract/record-class/scores.rules'
import type { RecordRow } from '@ulna/contract/records/records'
import type { MeasureSeries, MeasureVisit } from '../../../blocks/charts/measure-series.ts'
import { type MeasureTexts, normText } from '../../../blocks/record-form/earlier/pair-words.ts'

/** A record that can be read, with the class it was written with. */
export interface ReadRecord {
  readonly record: RecordRow
  readonly data: Readonly<Record<string, unknown>>
  readonly recordClass: RecordClass
  /** The day in words. */
  readonly day: string
}

interface Words {
  /** The versions that new records are written with: they say which numbers are measures, of older records too. */
  readonly current: readonly Pick<RecordClass, 'classId' | 'sections'>[]
  readonly language: Language
  readonly t: MeasureTexts
}

type Values = Pick<MeasureVisit, 'value' | 'left' | 'right'>

const numberOrNothing = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const sideOf = (value: unknown, side: 'left' | 'right'): number | undefined =>
  typeof value === 'object' && value !== null ? numberOrNothing(Reflect.get(value, side)) : undefined

const valuesOf = (field: ValueField, value: unknown): Values =>
  field.type === 'measure_pair'
    ? { left: sideOf(value, 'left'), right: sideOf(value, 'right') }
    : { value: numberOrNothing(value) }

const hasValues = (values: Values): boolean => Object.values(values).some((value) => value !== undefined)

/** Diagnosis and follow-ups ask for the same things: their measures are one. */
const familyOf = ({ type, classId }: RecordClass): string => (type === 'control' ? type : classId)

const unitOf = (field: ValueField, recordClass: RecordClass, language: Language): string => {
  if (field.type === 'percent') return '%'
  const unit = field.params?.unit
  return typeof unit === 'string' ? classText(recordClass, language, unit) : ''
}

type SeriesHead = Omit<MeasureSeries, 'key' | 'visits'>

const formName = (recordClass: RecordClass, language: Language): string =>
  recordClass.type === 'control' ? '' : classText(recordClass, language, recordClass.name)

const headOfField = (field: ValueField, recordClass: RecordClass, { language, t }: Words): SeriesHead => {
  const params = pairParams(field)
  const unit = unitOf(field, recordClass, language)
  const source = params.norm ? classText(recordClass, language, params.norm.source) : ''
  const pain = painRange(field)
  return {
    label: classText(recordClass, language, field.label),
    form: formName(recordClass, language),
    unit,
    isPair: field.type === 'measure_pair',
    ...(field.type === 'pain_scale' && { ends: [pain.minimum, pain.maximum] }),
    ...(params.norm && { norm: params.norm, normText: normText(params, source, { t, language, unit }) }),
  }
}

const headOfScore = (score: Score, recordClass: RecordClass, language: Language): SeriesHead => ({
  label: classText(recordClass, language, score.label),
  form: formName(recordClass, language),
  unit: score.unit ? classText(recordClass, language, score.unit) : '',
  isPair: false,
})

interface Found {
  readonly key: string
  readonly head: () => SeriesHead
  readonly values: Values
}

/** The measures of a form, as its current version sees them; what that no longer asks for says it itself. */
const measuredFields = (recordClass: RecordClass, { current }: Words): readonly ValueField[] => {
  const now = current.find(({ classId }) => classId === recordClass.classId)
  const known = new Map(now && valueFieldsOf(now).map(({ field }) => [field.id, field]))
  return valueFieldsOf(recordClass)
    .filter((flat) => isInForm(flat) && isMeasured(flat.field))
    .filter(({ field }) => isMeasured(known.get(field.id) ?? field))
    .map(({ field }) => field)
}

/** Everything one record measures. */
const measuresOf = ({ recordClass, data }: ReadRecord, words: Words): Found[] => {
  const family = familyOf(recordClass)
  return [
    ...measuredFields(recordClass, words).map((field) => ({
      key: `${family} ${field.type} ${field.id}`,
      head: () => headOfField(field, recordClass, words),
      values: valuesOf(field, data[field.id]),
    })),
    ...(recordClass.scores ?? []).map((score) => ({
      key: `${family} score ${score.id}`,
      head: () => headOfScore(score, recordClass, words.language),
      values: { value: scoreOf(recordClass, score, data).value ?? undefined },
    })),
  ].filter(({ values }) => hasValues(values))
}

const oldestFirst = (one: ReadRecord, other: ReadRecord): number =>
  Date.parse(one.record.date) - Date.parse(other.record.date) || one.record.id - other.record.id

/**
 * Every measure that at least two of the records have, each visit with its values, oldest first. Words are those of the
 * newest record; the first measure is the one that was taken most often.
 */
export const measuresOverTime = (records: readonly ReadRecord[], words: Words): MeasureSeries[] => {
  const found = new Map<string, { head: () => SeriesHead; visits: MeasureVisit[] }>()
  for (const read of records.toSorted(oldestFirst)) {
    const { id, date } = read.record
    for (const { key, head, values } of measuresOf(read, words)) {
      const visits = found.get(key)?.visits ?? []
      visits.push({ key: String(id), at: Date.parse(date), day: read.day, ...values })
      found.set(key, { head, visits })
    }
  }
  return [...found]
    .filter(([, { visits }]) => visits.length > 1)
    .map(([key, { head, visits }]) => ({ key, ...head(), visits }))
    .toSorted((one, other) => other.visits.length - one.visits.length)
}

export interface ChartVisit {
  readonly key: string
  readonly day: string
  readonly title: string
  readonly marks: readonly BodyMark[]
}

/** The body charts of the records, oldest first. */
export const chartsOverTime = (
  records: readonly ReadRecord[],
  title: (record: RecordRow) => string,
): ChartVisit[] =>
  records.toSorted(oldestFirst).flatMap(({ record, recordClass, data, day }) =>
    valueFieldsOf(recordClass)
      .filter(({ field }) => field.type === 'body_chart')
      .map(({ field }) => ({
        key: `${record.id} ${field.id}`,
        day,
        title: title(record),
        marks: marksIn(data[field.id]),
      }))
      .filter(({ marks }) => marks.length > 0),
  )
