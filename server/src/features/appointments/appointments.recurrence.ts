import {
  mostOccurrences,
  openSeriesYears,
  type RepeatRule,
} from '@ulna/contract/appointments/appointments.series'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

/** A day of the practice's calendar, `YYYY-MM-DD`. */
export type Day = string

/** A wall-clock time, `HH:mm` with seconds where there are any. */
export type Clock = string

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

export const addDays = (day: Day, count: number): Day =>
  Temporal.PlainDate.from(day).add({ days: count }).toString()

/** Days from one day to another, negative when the other is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days

/** ISO 8601 day of the week: 1 is Monday. */
export const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek

export interface LocalTime {
  readonly day: Day
  readonly clock: Clock
}

/** What a clock in the zone shows at an instant (milliseconds since 1970). */
export const localTime = (instant: number, zone: string): LocalTime => {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  return { day: local.toPlainDate().toString(), clock: local.toPlainTime().toString() }
}

/**
 * The instant at which a clock in the zone shows a time. A time that does not exist that day moves forward by the gap;
 * of a time that comes twice it is the first (RFC 5545 §3.3.5).
 */
export const instantAt = (
  day: Day,
  clock: Clock,
  zone: string,
): { readonly instant: number; readonly shifted: boolean } => {
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(clock))
  const zoned = wanted.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return { instant: zoned.epochMilliseconds, shifted: !zoned.toPlainDateTime().equals(wanted) }
}

// Days are expanded at noon UTC, where no clock ever changes; the practice's clock comes in afterwards.
const asInstant = (day: Day): Temporal.ZonedDateTime => Temporal.ZonedDateTime.from(`${day}T12:00[UTC]`)

export interface Recurrence {
  readonly rule: RepeatRule
  readonly firstDay: Day
  /** Last day, that day included. */
  readonly until: Day | null
}

export interface RecurringDays {
  readonly days: readonly Day[]
  /** True when the rule would go on but the limit was reached. */
  readonly cut: boolean
}

const yearsAfter = (firstDay: Day, years: number): Day =>
  Temporal.PlainDate.from(firstDay).add({ years }).toString()

/** Nobody books further ahead, and what looks through the agenda stays quick. */
const longestSeriesYears = 10

/** A rule that names no weekday takes that of its first day. */
const byDay = ({ byWeekday }: RepeatRule): string[] | undefined =>
  byWeekday && byWeekday.length > 0
    ? byWeekday.map((weekday) => weekdayNames[weekday - 1] as string)
    : undefined

/** A day that is asked for each seventh day and falls on another weekday never comes. */
const givesNone = ({ freq, interval, byWeekday = [] }: RepeatRule, firstDay: Day): boolean =>
  freq === 'day' && interval % 7 === 0 && byWeekday.length > 0 && !byWeekday.includes(weekdayOf(firstDay))

const lastDayOf = ({ rule, firstDay, until }: Recurrence): Day => {
  if (rule.count === undefined && until === null) return yearsAfter(firstDay, openSeriesYears)
  const furthest = yearsAfter(firstDay, longestSeriesYears)
  return until === null || until > furthest ? furthest : until
}

const isCut = ({ rule, until }: Recurrence, last: Day, found: number): boolean => {
  if (rule.count === undefined && until === null) return true
  const isShort = rule.count !== undefined && found < rule.count
  return found > mostOccurrences || isShort || (until !== null && until > last)
}

/**
 * The days of a rule, at most `mostOccurrences`, and no further than `longestSeriesYears`. One without an end goes on for
 * `openSeriesYears`. The first day counts only when the rule gives it.
 */
export const recurringDays = (recurrence: Recurrence): RecurringDays => {
  const { rule, firstDay } = recurrence
  const last = lastDayOf(recurrence)
  if (last < firstDay || givesNone(rule, firstDay)) return { days: [], cut: false }
  const weekdays = byDay(rule)
  const hasPosition = weekdays && (rule.freq === 'month' || rule.freq === 'year')
  const expansion = new RRuleTemporal({
    freq: frequencies[rule.freq],
    interval: rule.interval,
    dtstart: asInstant(firstDay),
    wkst: 'MO',
    ...(weekdays ? { byDay: weekdays } : {}),
    ...(hasPosition && rule.bySetPos !== undefined ? { bySetPos: [rule.bySetPos] } : {}),
    until: asInstant(last),
    count: Math.min(rule.count ?? mostOccurrences + 1, mostOccurrences + 1),
  })
  const days = expansion.all().map((date) => date.toString().slice(0, 10))
  return { days: days.slice(0, mostOccurrences), cut: isCut(recurrence, last, days.length) }
}

/** Months or years the rule passes over because they have no such day, up to the last day it gives. */
export const daysWithoutDate = ({ rule, firstDay }: Recurrence, lastDay: Day): Day[] => {
  const dayOfMonth = Number(firstDay.slice(8))
  if (byDay(rule) || dayOfMonth <= 28 || (rule.freq !== 'month' && rule.freq !== 'year')) return []
  const months = rule.freq === 'month' ? rule.interval : rule.interval * 12
  const first = Temporal.PlainYearMonth.from(firstDay.slice(0, 7))
  const last = Temporal.PlainYearMonth.from(lastDay.slice(0, 7))
  const missing: Day[] = []
  for (let month = first; Temporal.PlainYearMonth.compare(month, last) <= 0; month = month.add({ months }))
    if (month.daysInMonth < dayOfMonth) missing.push(`${month}-${firstDay.slice(8)}`)
  return missing
}
