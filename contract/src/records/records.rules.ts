import type { TimeFormat } from '../clock-text.ts'
import { clockText } from '../clock-text.ts'
import { foldText } from '../fold-text.ts'
import { isCalendarDay, isInstant } from '../http/dates.ts'
import { switchValueKeys, type ValueField, valueFieldsOf } from '../record-class/record-class.fields.ts'
import type { Language, RecordClass } from '../record-class/record-class.ts'

/** Texts of the group `record` (locales/<language>/record.json): i18next's `t`, or anything that answers like it. */
export type RecordTexts = (key: string, values?: Readonly<Record<string, string | number>>) => string

// Making a formatter costs far more than using it, and a long file formats thousands of days.
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatter = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, options)
  formatters.set(key, made)
  return made
}

const partsOf = (date: Date, language: string, options: Intl.DateTimeFormatOptions) => {
  const parts = formatter(language, options).formatToParts(date)
  return (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? ''
}

/** Three letters whatever the runtime's data say: some abbreviate to "sept." where others have "sep". */
const monthName = (month: number, language: Language): string =>
  partsOf(new Date(Date.UTC(2000, month - 1, 1)), language, { month: 'short', timeZone: 'UTC' })('month')
    .replace('.', '')
    .slice(0, 3)

/** A calendar day as DD/MMM/YYYY with the month in the language: `20/nov/2026`. What is no day comes back as it is. */
export const formatDay = (day: string, language: Language): string => {
  if (!isCalendarDay(day)) return day
  const [year, month, date] = day.split('-')
  return `${date}/${monthName(Number(month), language)}/${year}`
}

/** The calendar day, `YYYY-MM-DD`, on which an instant falls in a time zone. */
export const dayOfInstant = (iso: string, timeZone: string): string => {
  const part = partsOf(new Date(iso), 'en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  })
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

const clockOf = (date: Date, timeZone: string, timeFormat: TimeFormat): string => {
  const part = partsOf(date, 'en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  return clockText(Number(part('hour')) * 60 + Number(part('minute')), timeFormat)
}

/** The time of day of an instant in a time zone: `15:30`, or `03:30 pm`. */
export const formatTime = (iso: string, timeZone: string, timeFormat: TimeFormat = 'HH:mm'): string =>
  isInstant(iso) ? clockOf(new Date(iso), timeZone, timeFormat) : iso

/** A time of day that belongs to no date, `HH:mm`, in the format asked for. */
export const formatClock = (time: string, timeFormat: TimeFormat = 'HH:mm'): string =>
  formatTime(`2000-01-01T${time}:00Z`, 'UTC', timeFormat).replace(/^2000-01-01T(.*):00Z$/, '$1')

/** An instant as day and time in a time zone: `20/nov/2026, 15:30`. */
export const formatInstant = (
  iso: string,
  language: Language,
  timeZone: string,
  timeFormat: TimeFormat = 'HH:mm',
): string => {
  if (!isInstant(iso)) return iso
  return `${formatDay(dayOfInstant(iso, timeZone), language)}, ${formatTime(iso, timeZone, timeFormat)}`
}

export interface BodyMeasures {
  /** Kilograms. */
  readonly weight: number
  /** Metres. */
  readonly height: number
}

const exactBmi = ({ weight, height }: BodyMeasures): number => weight / height ** 2

/** Body mass index in kg/m², to one decimal. */
export const bmi = (measures: BodyMeasures): number => Math.round(exactBmi(measures) * 10) / 10

export const bmiBands = ['underweight', 'normal', 'overweight', 'obesity1', 'obesity2', 'obesity3'] as const
export type BmiBand = (typeof bmiBands)[number]

/** Years from which the bands hold: for younger people WHO has curves by age instead. */
export const adultBmiFrom = 20

const bandLimits: readonly (readonly [BmiBand, number])[] = [
  ['underweight', 18.5],
  ['normal', 25],
  ['overweight', 30],
  ['obesity1', 35],
  ['obesity2', 40],
]

/**
 * WHO's band for adults (Technical Report Series 894): normal from 18.5 up to, not including, 25. It is that of the
 * measures, not of the index that is shown: 24.98 is normal, and is shown as 25.
 */
export const bmiBand = (measures: BodyMeasures): BmiBand =>
  bandLimits.find(([, below]) => exactBmi(measures) < below)?.[0] ?? 'obesity3'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const flatBmi = (value: unknown): unknown =>
  isObject(value) ? { weight: numberOrNull(value.weight), height: numberOrNull(value.height) } : value

const flatSwitch = (field: ValueField, value: unknown): unknown => {
  if (typeof value === 'boolean') return { enabled: value, value: null }
  if (!isObject(value)) return value
  const name = switchValueKeys(field).find((key) => value[key] !== undefined && value[key] !== null)
  return { enabled: value.enabled === true, value: name === undefined ? null : value[name] }
}

const flatPair = (value: unknown): unknown =>
  isObject(value) ? { left: numberOrNull(value.left), right: numberOrNull(value.right) } : value

const flattenValue = (field: ValueField, value: unknown): unknown => {
  if (field.type === 'bmi') return flatBmi(value)
  if (field.type === 'measure_pair') return flatPair(value)
  return field.type === 'conditional_switch' ? flatSwitch(field, value) : value
}

/**
 * Data as it is read (specification §3, flattening on read): body measures become `{ weight, height }`, pairs of
 * measures `{ left, right }`, conditional switches `{ enabled, value }` whatever name the value was written under.
 * Everything else stays as it is.
 */
export const flattenData = (
  recordClass: Pick<RecordClass, 'sections'>,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const flat = { ...data }
  for (const { field } of valueFieldsOf(recordClass)) {
    if (Object.hasOwn(flat, field.id)) flat[field.id] = flattenValue(field, flat[field.id])
  }
  return flat
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

// Folding a file of 500 records at every keystroke would be felt; the data of a record never changes in place.
const folded = new WeakMap<object, readonly string[]>()

const foldedTexts = (data: Readonly<Record<string, unknown>>): readonly string[] => {
  const known = folded.get(data)
  if (known) return known
  const texts = textsIn(data).map(foldText)
  folded.set(data, texts)
  return texts
}

/**
 * The records in whose data some text contains the one sought, whatever the case and accents; all for a blank one.
 * `alsoSaid` is what a record says in words that its data only has keys of.
 */
export const searchRecords = <R extends { readonly data: Readonly<Record<string, unknown>> | null }>(
  records: readonly R[],
  text: string,
  alsoSaid: (record: R) => string = () => '',
): R[] => {
  const sought = foldText(text.trim())
  if (sought === '') return [...records]
  return records.filter(
    (record) =>
      record.data !== null &&
      [...foldedTexts(record.data), foldText(alsoSaid(record))].some((one) => one.includes(sought)),
  )
}
