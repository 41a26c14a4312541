import { firstDay, isCalendarDay, lastDay } from '@ulna/contract/http/dates'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayText } from '../../i18n/dates/dates.ts'
import type { TypedField, TypedReading } from './typed-value.ts'

const monthNames = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
      .format(Date.UTC(2000, month, 15))
      .toLowerCase(),
  )

const monthNumber = (text: string, language: Language): number | undefined => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const start = text.toLowerCase().replace(/\.$/, '')
  if (start.length < 3) return undefined
  const found = monthNames(language).findIndex((name) => name.startsWith(start))
  return found < 0 ? undefined : found + 1
}

/** Two digits mean the past hundred years and the coming one: in 2026, 27 is 2027 and 28 is 1928. */
const fullYear = (text: string, thisYear: number): number => {
  if (text.length === 4) return Number(text)
  const year = Math.floor(thisYear / 100) * 100 + Number(text)
  return year > thisYear + 1 ? year - 100 : year
}

const pad = (part: number, length: number) => String(part).padStart(length, '0')

interface TypedDay {
  /** `YYYY-MM-DD`, a day that exists. */
  readonly day: string
  /** Whether the year was typed with two digits. */
  readonly isShort: boolean
}

const typedDay = (text: string, language: Language, thisYear: number): TypedDay | undefined => {
  const typed = text.trim()
  if (isCalendarDay(typed)) return { day: typed, isShort: false }
  const match =
    /^(\d{1,2})[\s/.-]+(?:de\s+)?(\d{1,2}|\p{L}+\.?)[\s/.-]+(?:de\s+)?(\d{4}|\d{2})$/u.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  const [, date, monthText, yearText] = match ?? []
  if (!date || !monthText || !yearText) return undefined
  const month = monthNumber(monthText, language)
  if (!month) return undefined
  const day = `${pad(fullYear(yearText, thisYear), 4)}-${pad(month, 2)}-${pad(Number(date), 2)}`
  return isCalendarDay(day) ? { day, isShort: yearText.length === 2 } : undefined
}

/** What a field of days can be asked for. */
export interface DayField {
  readonly language: Language
  /** The first and the last day it takes. */
  readonly minDate?: string | undefined
  readonly maxDate?: string | undefined
  readonly thisYear?: number
}

/** How a day lies to those that a field takes. */
export const placeOfDay = (day: string, { minDate, maxDate }: DayField): 'before' | 'within' | 'after' => {
  if (day < (minDate ?? firstDay)) return 'before'
  return day > (maxDate ?? lastDay) ? 'after' : 'within'
}

/** Two digits mean a year of this century or the last that the field takes: an end of a series is not a hundred years ago. */
const withinField = (day: string, field: DayField): string => {
  const century = Math.floor((field.thisYear ?? new Date().getFullYear()) / 100)
  const inCentury = (one: number): string => `${pad(one, 2)}${day.slice(2)}`
  const fits = (one: string): boolean => isCalendarDay(one) && placeOfDay(one, field) === 'within'
  return [day, inCentury(century), inCentury(century - 1)].find(fits) ?? day
}

/**
 * Reads a typed day, whatever the field takes: `13/nov/2026`, `13/11/2026`, `13 noviembre 2026`, `13112026`,
 * `2026-11-13`; a year of two digits (`13-11-26`) only once the field was left, for `20` may become `2025` yet.
 * Answers `YYYY-MM-DD`, or undefined when it is no day that exists.
 */
export const readDay = (text: string, isLeft: boolean, field: DayField): string | undefined => {
  const found = typedDay(text, field.language, field.thisYear ?? new Date().getFullYear())
  if (!found?.isShort) return found?.day
  return isLeft ? withinField(found.day, field) : undefined
}

/** `YYYY-MM-DD` where a field holds a day; null where it is empty, or what was typed is none. */
export const dayOf = (value: string | null): string | null =>
  value !== null && isCalendarDay(value) ? value : null

/** What is wrong with what stands in a field of days, by the text that says so. */
export type DayFault = 'noDay' | 'tooEarly' | 'tooLate'

const faultOfPlace = { before: 'tooEarly', within: undefined, after: 'tooLate' } as const

/** A day that came from the form stands, wherever it lies: it was saved like that, or the form judges it. */
export const faultOfDay = ({ value, isTyped }: TypedField, field: DayField): DayFault | undefined => {
  if (value === '') return undefined
  if (isCalendarDay(value)) return isTyped ? faultOfPlace[placeOfDay(value, field)] : undefined
  const meant = readDay(value, true, field)
  return (meant === undefined ? undefined : faultOfPlace[placeOfDay(meant, field)]) ?? 'noDay'
}

/** How a field of days reads: a day that it does not take is no value, however well it is typed. */
export const dayReading = (field: DayField): TypedReading => ({
  textOf: (day) => dayText(day, field.language),
  isValue: isCalendarDay,
  read: (text, isLeft) => {
    const day = readDay(text, isLeft, field)
    return day !== undefined && placeOfDay(day, field) === 'within' ? day : undefined
  },
})
