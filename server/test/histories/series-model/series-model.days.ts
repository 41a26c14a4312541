import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { dayNumber, daysFrom, daysLater, dayText } from './series-model.clock.ts'

/** Which days a rule gives, by asking each day of the calendar whether it is one of them. */
const dateOf = (day: string): Date => new Date(dayNumber(day))
export const weekday = (day: string): number => dateOf(day).getUTCDay() || 7
const monthIndex = (day: string): number => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth()
const monday = (day: string): string => daysLater(day, 1 - weekday(day))
export const dayOfMonth = (day: string): number => dateOf(day).getUTCDate()

const allDaysOf = (day: string, freq: 'month' | 'year'): string[] => {
  const date = dateOf(day)
  const month = freq === 'month' ? date.getUTCMonth() : 0
  const first = Date.UTC(date.getUTCFullYear(), month, 1)
  const next = Date.UTC(date.getUTCFullYear(), month + (freq === 'month' ? 1 : 12), 1)
  return Array.from({ length: (next - first) / 86_400_000 }, (_, index) => daysLater(dayText(first), index))
}

const isAtPosition = (day: string, freq: 'month' | 'year', weekdays: readonly number[], position: number) => {
  const days = allDaysOf(day, freq).filter((one) => weekdays.includes(weekday(one)))
  return days.at(position > 0 ? position - 1 : position) === day
}

const periodsApart = (first: string, day: string, freq: RepeatRule['freq']): number => {
  if (freq === 'day') return daysFrom(first, day)
  if (freq === 'week') return daysFrom(monday(first), monday(day)) / 7
  const months = monthIndex(day) - monthIndex(first)
  return freq === 'month' ? months : dateOf(day).getUTCFullYear() - dateOf(first).getUTCFullYear()
}

/** Whether a rule that begins with a day gives another. */
export const gives = (rule: RepeatRule, first: string, day: string): boolean => {
  if (day < first || periodsApart(first, day, rule.freq) % rule.interval !== 0) return false
  const { freq, byWeekday = [], bySetPos } = rule
  if (byWeekday.length > 0) {
    if (!byWeekday.includes(weekday(day))) return false
    if (freq === 'day' || freq === 'week' || bySetPos === undefined) return true
    return isAtPosition(day, freq, byWeekday, bySetPos)
  }
  if (freq === 'day') return true
  if (freq === 'week') return weekday(day) === weekday(first)
  if (dayOfMonth(day) !== dayOfMonth(first)) return false
  return freq === 'month' || dateOf(day).getUTCMonth() === dateOf(first).getUTCMonth()
}

const yearsLater = (day: string, years: number): string => {
  const [year = '', ...rest] = day.split('-')
  const text = [String(Number(year) + years), ...rest].join('-')
  return dayText(dayNumber(text)) === text ? text : daysLater(text.replace('-29', '-28'), 0)
}

/** No series goes on for longer. */
export const furthestDay = (first: string): string => yearsLater(first, 10)

export interface Given {
  readonly days: readonly string[]
  /** It would go on, or does not get as far as it says. */
  readonly cut: boolean
}

/** Every day of a rule: until a day or a count; without an end five years, never more than ten. */
export const daysGiven = (rule: RepeatRule, first: string, until: string | null): Given => {
  const isOpen = rule.count === undefined && until === null
  const furthest = isOpen ? yearsLater(first, 5) : furthestDay(first)
  const last = until !== null && until < furthest ? until : furthest
  const days: string[] = []
  for (let day = first; day <= last && days.length < (rule.count ?? 401); day = daysLater(day, 1))
    if (gives(rule, first, day)) days.push(day)
  const isShort = rule.count !== undefined && days.length < rule.count
  const isLong = until !== null && until > furthest
  return { days: days.slice(0, 400), cut: isOpen || isShort || isLong || days.length > 400 }
}
