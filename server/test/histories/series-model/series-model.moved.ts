import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { dayNumber, daysLater, dayText } from './series-model.clock.ts'
import { dayOfMonth, gives, weekday } from './series-model.days.ts'

/** Month and year of a day, counted in months; with a day of the month it is a day again. */
const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const dayOfMonths = (months: number, day: number): string | null => {
  const text = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return !Number.isNaN(dayNumber(text)) && dayText(dayNumber(text)) === text ? text : null
}

export const moreDays = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => daysLater(from, index))

/** Where the days of a series go. */
export interface Moved {
  readonly rule: RepeatRule
  readonly to: (on: string) => string | null
}

const turned = (one: number, days: number): number => ((((one - 1 + days) % 7) + 7) % 7) + 1

/** Where the days of a rule go when one of them moves. */
export const movedBy = (rule: RepeatRule, named: string, days: number): Moved => {
  if (days === 0) return { rule, to: (on) => on }
  const goal = daysLater(named, days)
  const months = monthsOf(goal) - monthsOf(named)
  const ofMonths = rule.freq === 'month' || rule.freq === 'year'
  const weekdays = rule.byWeekday ?? []
  if (ofMonths && weekdays.length === 0)
    return { rule, to: (on) => dayOfMonths(monthsOf(on) + months, dayOfMonth(goal)) }
  if (rule.freq === 'month' && rule.bySetPos !== undefined && weekdays.length === 1) {
    const staysLast = rule.bySetPos === -1 && monthsOf(daysLater(goal, 7)) !== monthsOf(goal)
    const bySetPos = staysLast ? -1 : Math.floor((dayOfMonth(goal) - 1) / 7) + 1
    const moved = { ...rule, byWeekday: [weekday(goal)], bySetPos }
    const inMonth = (on: string): string[] => {
      const first = dayOfMonths(monthsOf(on) + months, 1) ?? on
      return moreDays(first, 31).filter((day) => gives({ ...moved, interval: 1 }, first, day))
    }
    return { rule: moved, to: (on) => inMonth(on)[0] ?? null }
  }
  const byWeekday = weekdays.map((one) => turned(one, days)).sort((a, b) => a - b)
  return { rule: weekdays.length > 0 ? { ...rule, byWeekday } : rule, to: (on) => daysLater(on, days) }
}

/** Moved days of every second week that are no longer in weeks together. */
const isTorn = ({ freq, interval, byWeekday = [] }: RepeatRule, days: number): boolean =>
  freq === 'week' &&
  interval > 1 &&
  new Set(byWeekday.map((one) => Math.floor((one + days + 6) / 7))).size > 1

/** Whether days are simply so many days later: those of months and years have places in them. */
export const isPlainMove = (rule: RepeatRule, days: number): boolean =>
  days === 0 || ((rule.freq === 'day' || rule.freq === 'week') && !isTorn(rule, days))
