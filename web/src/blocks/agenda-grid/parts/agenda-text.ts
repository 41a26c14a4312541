import type { TimeFormat } from '@ulna/contract/clock-text'
import { clockText } from '@ulna/contract/clock-text'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayText } from '../../../i18n/dates/dates.ts'
import type { CalendarDay } from './calendar-day.ts'

/** How the user reads the time of day (specification §9). */
export type ClockFormat = TimeFormat

const halfOf = (minute: number): string => clockText(minute, 'hh:mm a').slice(5)

/** `07:00–07:40` with an en dash, `07:00–07:40 am`, `11:30 am–12:15 pm`. */
export const clockRange = (start: number, end: number, format: ClockFormat): string => {
  const isSameHalf = format === 'hh:mm a' && halfOf(start) === halfOf(end)
  const first = clockText(start, format)
  return `${isSameHalf ? first.slice(0, 5) : first}–${clockText(end, format)}`
}

/** Short enough for the gutter: `07:00` or `07 am`. */
export const hourText = (minute: number, format: ClockFormat): string =>
  format === 'HH:mm' ? clockText(minute, format) : clockText(minute, format).replace(':00', '')

const formats = new Map<string, Intl.DateTimeFormat>()

const partOf = (day: CalendarDay, language: Language, options: Intl.DateTimeFormatOptions): string => {
  const key = `${language}${options.weekday ?? options.month}${options.month ? 'm' : ''}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(Date.parse(`${day}T12:00:00Z`)).replace('.', '')
}

/** `viernes`, `vie` or `V` in that language. */
export const weekdayName = (
  day: CalendarDay,
  language: Language,
  form: 'long' | 'short' | 'narrow',
): string => partOf(day, language, { weekday: form })

/** `viernes 20/nov/2026`. */
export const longDayText = (day: CalendarDay, language: Language): string =>
  `${weekdayName(day, language, 'long')} ${dayText(day, language)}`

const withoutYear = (text: string): string => text.slice(0, -5)

/** `16 – 22/nov/2026`, `28/sep – 04/oct/2026`, `28/dic/2026 – 03/ene/2027`. */
export const weekText = (first: CalendarDay, last: CalendarDay, language: Language): string => {
  const end = dayText(last, language)
  if (first.slice(0, 7) === last.slice(0, 7)) return `${first.slice(8)} – ${end}`
  const start = dayText(first, language)
  return first.slice(0, 4) === last.slice(0, 4) ? `${withoutYear(start)} – ${end}` : `${start} – ${end}`
}

/** `noviembre 2026`. */
export const monthText = (month: string, language: Language): string =>
  `${partOf(`${month}-01`, language, { month: 'long' })} ${month.slice(0, 4)}`
