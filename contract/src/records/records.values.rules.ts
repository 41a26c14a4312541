import type { TimeFormat } from '../clock-text.ts'
import { isInstant } from '../http/dates.ts'
import { bodyChartText } from '../record-class/body-chart/record-class.body-chart.rules.ts'
import {
  classText,
  painRange,
  switchOptions,
  type ValueField,
  type ValueFieldType,
} from '../record-class/record-class.fields.ts'
import { sidesAsRead, withUnit } from '../record-class/record-class.pairs.ts'
import type { FieldOption, Language, RecordClass } from '../record-class/record-class.ts'
import {
  adultBmiFrom,
  bmi,
  bmiBand,
  dayOfInstant,
  formatClock,
  formatDay,
  type RecordTexts,
} from './records.rules.ts'

export interface ReadingContext {
  readonly language: Language
  readonly t: RecordTexts
  /** Time zone in which instants are shown; UTC when absent. */
  readonly timeZone?: string
  readonly timeFormat?: TimeFormat
  /** Age of the patient; below 20 the body mass index is shown without its adult band. */
  readonly ageInYears?: number | null
  /** Names of cases by id. */
  readonly cases?: ReadonlyMap<number, string>
}

interface Subject extends ReadingContext {
  readonly recordClass: RecordClass
}

type ValueText = (value: unknown, field: ValueField, subject: Subject) => string

const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value)

const plainText: ValueText = (value) => (typeof value === 'string' ? value : '')

const dateText: ValueText = (value, _, { language, timeZone = 'UTC' }) => {
  if (typeof value !== 'string') return ''
  return formatDay(isInstant(value) ? dayOfInstant(value, timeZone) : value, language)
}

const timeText: ValueText = (value, _, { timeFormat }) =>
  typeof value === 'string' ? formatClock(value, timeFormat) : ''

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined

const numberText: ValueText = (value, field, { recordClass, language }) => {
  if (typeof value !== 'number') return ''
  const unit = field.params?.unit
  const number = formatNumber(value, language)
  return typeof unit === 'string' ? withUnit(number, classText(recordClass, language, unit)) : number
}

const pairText: ValueText = (value, field, subject) =>
  sidesAsRead
    .map((side) => [side, numberText(partOf(value, side), field, subject)] as const)
    .filter(([, text]) => text !== '')
    .map(([side, text]) => `${subject.t(`side.${side}`)} ${text}`)
    .join(' · ')

const percentText: ValueText = (value, _, { language }) => {
  if (typeof value !== 'number') return ''
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)
}

const painText: ValueText = (value, field, { t }) => {
  if (typeof value !== 'number') return ''
  const { maximum } = painRange(field)
  return maximum === 10 ? t('summary.pain', { level: value }) : `${value}/${maximum}`
}

const optionText = (
  options: readonly FieldOption[],
  value: unknown,
  { recordClass, language }: Subject,
): string => {
  const option = options.find((one) => one.value === value)
  if (option) return classText(recordClass, language, option.label)
  return typeof value === 'string' ? value : ''
}

const choiceText: ValueText = (value, field, subject) => optionText(field.options ?? [], value, subject)

const choicesText: ValueText = (value, field, subject) =>
  Array.isArray(value) ? value.map((one) => optionText(field.options ?? [], one, subject)).join(', ') : ''

const booleanText: ValueText = (value, _, { t }) => {
  if (typeof value !== 'boolean') return ''
  return value ? t('summary.yes') : t('summary.no')
}

const measure = (value: number, unit: 'kilogram' | 'meter', language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 3 }).format(value)

const bmiText: ValueText = (value, _, { language, t, ageInYears }) => {
  const [weight, height] = [partOf(value, 'weight'), partOf(value, 'height')]
  if (typeof weight !== 'number') return typeof height === 'number' ? measure(height, 'meter', language) : ''
  if (typeof height !== 'number') return measure(weight, 'kilogram', language)
  const index = bmi({ weight, height })
  const text = t('summary.bmi', {
    index: formatNumber(index, language),
    weight: formatNumber(weight, language),
    height: formatNumber(height, language),
  })
  const adult = typeof ageInYears !== 'number' || ageInYears >= adultBmiFrom
  return adult ? `${text} · ${t(`bmi.band.${bmiBand({ weight, height })}`)}` : text
}

const switchText: ValueText = (value, field, subject) => {
  const enabled = partOf(value, 'enabled')
  if (typeof enabled !== 'boolean') return ''
  if (!enabled) return subject.t('summary.no')
  const inner = optionText(switchOptions(field) ?? [], partOf(value, 'value'), subject)
  return inner === '' ? subject.t('summary.yes') : subject.t('summary.yesWith', { value: inner })
}

const caseText: ValueText = (value, _, { cases }) =>
  typeof value === 'number' ? (cases?.get(value) ?? `#${value}`) : ''

const valueTexts: Readonly<Record<ValueFieldType, ValueText>> = {
  text: plainText,
  textarea: plainText,
  date: dateText,
  time: timeText,
  number: numberText,
  percent: percentText,
  select: choiceText,
  radio_group: choiceText,
  checkbox_group: choicesText,
  switch: booleanText,
  checkbox: booleanText,
  bmi: bmiText,
  measure_pair: pairText,
  conditional_switch: switchText,
  pain_scale: painText,
  body_chart: (value, _, { t }) => bodyChartText(value, t),
  case_select: caseText,
}

/** What a person reads for a value, in their language; empty when there is nothing to read. */
export const valueText = (
  recordClass: RecordClass,
  field: ValueField,
  value: unknown,
  context: ReadingContext,
): string => valueTexts[field.type](value, field, { ...context, recordClass }).trim()
