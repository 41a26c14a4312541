import type { TimeFormat } from '@ulna/contract/clock-text'
import { clockText } from '@ulna/contract/clock-text'
import type { Language } from '@ulna/contract/record-class/record-class'

/** How dates and times are written for one reader: DD/MMM/YYYY, and HH:mm or hh:mm a (specification §9). */
export interface DateSettings {
  readonly language: Language
  readonly timeFormat: TimeFormat
  /** IANA zone of the practice; all times of a practice are shown in it. */
  readonly timeZone: string
}

const months: Readonly<Record<Language, string>> = {
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
}

const monthName = (language: Language, month: number): string => months[language].split(' ')[month - 1] ?? ''

interface LocalParts {
  readonly day: string
  readonly hour: number
  readonly minute: number
}

const partsFormats = new Map<string, Intl.DateTimeFormat>()

const partsFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = partsFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  partsFormats.set(timeZone, format)
  return format
}

/** The calendar day (`YYYY-MM-DD`) and wall-clock time of an instant in a zone. */
export const localParts = (instant: string | Date, timeZone: string): LocalParts => {
  const parts = Object.fromEntries(
    partsFormat(timeZone)
      .formatToParts(new Date(instant))
      .map((part) => [part.type, part.value]),
  )
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  }
}

/** A calendar day `YYYY-MM-DD` as DD/MMM/YYYY, such as 20/nov/2026. */
export const dayText = (day: string, language: Language): string => {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${date}/${monthName(language, Number(month))}/${year}`
}

/** The time of an instant: HH:mm, or hh:mm a. */
export const timeText = (instant: string | Date, settings: DateSettings): string => {
  const { hour, minute } = localParts(instant, settings.timeZone)
  return clockText(hour * 60 + minute, settings.timeFormat)
}

/** The day of an instant in the practice's zone, as DD/MMM/YYYY. */
export const instantDayText = (instant: string | Date, settings: DateSettings): string =>
  dayText(localParts(instant, settings.timeZone).day, settings.language)

export const weekdayText = (day: string, language: Language, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T12:00:00Z`),
  )
