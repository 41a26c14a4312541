import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { Temporal } from 'temporal-polyfill'
import {
  addDays,
  type Clock,
  type Day,
  daysBetween,
  localTime,
  weekdayOf,
} from '../appointments.recurrence.ts'

/** Where a series is on calendar and clock. */
interface Place {
  readonly rule: RepeatRule
  readonly zone: string
  readonly clock: Clock
  readonly durationMs: number
}

interface Times {
  readonly start: number
  readonly end: number
}

/** What new times of one occurrence mean for all of its series. */
export interface Shift {
  readonly days: number
  readonly clock: Clock
  readonly durationMs: number
  /** The rule that gives the moved days. */
  readonly rule: RepeatRule
  /** Where a day goes that the rule gave; null where there is no such day. */
  readonly dayAfter: (on: Day) => Day | null
}

const shiftedWeekday = (weekday: number, days: number): number => ((((weekday - 1 + days) % 7) + 7) % 7) + 1

const byShiftedWeekday = (rule: RepeatRule, days: number): RepeatRule =>
  rule.byWeekday
    ? { ...rule, byWeekday: rule.byWeekday.map((weekday) => shiftedWeekday(weekday, days)).sort() }
    : rule

/**
 * Whether some of its weekdays move to another week and others do not: such days of every second week are of no rule that
 * begins its weeks on Monday.
 */
export const tearsWeeks = ({ freq, interval, byWeekday = [] }: RepeatRule, days: number): boolean => {
  const weeks = new Set(byWeekday.map((weekday) => Math.floor((weekday - 1 + days) / 7)))
  return freq === 'week' && interval > 1 && weeks.size > 1
}

const monthOf = (day: Day): Temporal.PlainYearMonth => Temporal.PlainYearMonth.from(day.slice(0, 7))

const monthsBetween = (from: Day, to: Day): number =>
  monthOf(from).until(monthOf(to), { largestUnit: 'months' }).months

const dayOfMonth = (day: Day): number => Number(day.slice(8))

const dayIn = (month: Temporal.PlainYearMonth, day: number): Day | null =>
  day > month.daysInMonth ? null : month.toPlainDate({ day }).toString()

const isLastOfMonth = (day: Day): boolean => monthOf(addDays(day, 7)).toString() !== monthOf(day).toString()

/** The weekday of a month at a position; -1 is the last. */
const weekdayIn = (month: Temporal.PlainYearMonth, weekday: number, position: number): Day | null => {
  const first = month.toPlainDate({ day: 1 })
  const earliest = 1 + ((weekday - first.dayOfWeek + 7) % 7)
  if (position > 0) return dayIn(month, earliest + (position - 1) * 7)
  return dayIn(month, earliest + Math.floor((month.daysInMonth - earliest) / 7) * 7)
}

type Days = Pick<Shift, 'rule' | 'dayAfter'>

/** On the 30th and moved to the 2nd of the next month: each goes to the 2nd of its next month. */
const toDayOfMonth = (rule: RepeatRule, from: Day, to: Day): Days => {
  const months = monthsBetween(from, to)
  return { rule, dayAfter: (on) => dayIn(monthOf(on).add({ months }), dayOfMonth(to)) }
}

/** On the second Tuesday and moved to a third Wednesday: each goes to the third Wednesday of its month. */
const toWeekdayOfMonth = (rule: RepeatRule, from: Day, to: Day): Days => {
  const months = monthsBetween(from, to)
  const weekday = weekdayOf(to)
  const position = rule.bySetPos === -1 && isLastOfMonth(to) ? -1 : Math.ceil(dayOfMonth(to) / 7)
  return {
    rule: { ...rule, byWeekday: [weekday], bySetPos: position },
    dayAfter: (on) => weekdayIn(monthOf(on).add({ months }), weekday, position),
  }
}

/** The rule that gives the day one of its occurrences is moved to. */
const movedDays = (rule: RepeatRule, from: Day, days: number): Days => {
  if (days === 0) return { rule, dayAfter: (on) => on }
  const to = addDays(from, days)
  const weekdays = rule.byWeekday?.length ?? 0
  const isOfMonths = rule.freq === 'month' || rule.freq === 'year'
  if (isOfMonths && weekdays === 0) return toDayOfMonth(rule, from, to)
  if (rule.freq === 'month' && rule.bySetPos !== undefined && weekdays === 1)
    return toWeekdayOfMonth(rule, from, to)
  return { rule: byShiftedWeekday(rule, days), dayAfter: (on) => addDays(on, days) }
}

/** One that keeps its time may have a day of an earlier rule: then another that is given says where the rule goes. */
const givenDay = (on: Day, given: readonly Day[]): Day => (given.includes(on) ? on : (given[0] ?? on))

/** New times of one occurrence as days apart, time of day and length; without any the series stays where it is. `given`: days of its rule. */
export const shiftOf = (
  series: Place,
  named: Times & { readonly on: Day },
  times: Times | undefined,
  given: readonly Day[],
): Shift => {
  const { rule, clock, durationMs } = series
  if (!times || (times.start === named.start && times.end === named.end))
    return { days: 0, clock, durationMs, ...movedDays(rule, named.on, 0) }
  const before = localTime(named.start, series.zone)
  const after = localTime(times.start, series.zone)
  const days = daysBetween(before.day, after.day)
  const length = times.end - times.start
  return {
    days,
    // An hour that the clock skipped shows another time; unless it is asked for, that is not the series' time.
    clock: before.clock === after.clock ? clock : after.clock,
    durationMs: length === named.end - named.start ? durationMs : length,
    ...movedDays(rule, givenDay(named.on, given), days),
  }
}
