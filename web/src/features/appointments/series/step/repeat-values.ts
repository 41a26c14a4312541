import {
  mostOccurrences,
  type RepeatFrequency,
  type RepeatRule,
} from '@ulna/contract/appointments/appointments.series'
import {
  addDays,
  type CalendarDay,
  monthOf,
  weekdayOf,
} from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { dayOf } from '../../../../blocks/typed-time/day-text.ts'

/** Which days of the week or month a rule means beyond the day it starts on. */
export type RepeatPattern = Pick<RepeatRule, 'byWeekday' | 'bySetPos'>

/** What the form holds of a repetition while somebody types. */
export interface RepeatValues {
  freq: RepeatFrequency | 'never'
  interval: string
  /** Days of a weekly repetition; 1 is Monday. */
  weekdays: number[]
  /** How another one repeats: by its date, its weekday counted from the start or the end of the month, or what the form cannot show. */
  by: 'date' | 'position' | 'last' | 'stored'
  stored: RepeatPattern | null
  ends: 'count' | 'until' | 'never'
  count: string
  /** The day, or what was typed where that is no day. */
  until: CalendarDay | null
}

/** What a repetition starts from, turned off. Ten sessions are the usual package. */
export const neverRepeated: RepeatValues = {
  freq: 'never',
  interval: '1',
  weekdays: [],
  by: 'date',
  stored: null,
  ends: 'count',
  count: '10',
  until: null,
}

/** Which one of its month a day is among those of its weekday: 2 for the second Tuesday. */
export const positionInMonth = (day: CalendarDay): number => Math.ceil(Number(day.slice(8)) / 7)

export const isLastOfItsWeekday = (day: CalendarDay): boolean => monthOf(addDays(day, 7)) !== monthOf(day)

/** Every month has a fourth, not every one a fifth: the fifth is offered as the last. */
const lastPosition = 4

/** What a month may be counted by from that day. */
export const monthChoices = (day: CalendarDay, { stored }: RepeatValues): RepeatValues['by'][] => [
  'date',
  ...(positionInMonth(day) <= lastPosition ? (['position'] as const) : []),
  ...(isLastOfItsWeekday(day) ? (['last'] as const) : []),
  ...(stored ? (['stored'] as const) : []),
]

const patternOf = (values: RepeatValues, day: CalendarDay): RepeatPattern => {
  const { freq, by, weekdays, stored } = values
  if (by === 'stored' && stored) return stored
  if (freq === 'week') return { byWeekday: [...weekdays].sort() }
  if (freq !== 'month' || by === 'date' || by === 'stored') return {}
  return { byWeekday: [weekdayOf(day)], bySetPos: by === 'last' ? -1 : positionInMonth(day) }
}

/** The rule of what the form holds, for an appointment on `day`; null where it is not repeated. */
export const ruleOfValues = (values: RepeatValues, day: CalendarDay): RepeatRule | null => {
  const { freq, interval, ends, count } = values
  if (freq === 'never') return null
  return {
    repeat: true,
    freq,
    interval: Number(interval),
    ...patternOf(values, day),
    ...(ends === 'count' ? { count: Number(count) } : {}),
  }
}

/** The last day of the repetition, where it ends on a day. */
export const untilOfValues = ({ freq, ends, until }: RepeatValues): CalendarDay | null =>
  freq !== 'never' && ends === 'until' ? until : null

const byOfRule = ({ freq, byWeekday = [], bySetPos }: RepeatRule, day: CalendarDay): RepeatValues['by'] => {
  if (byWeekday.length === 0) return 'date'
  if (freq === 'week' && bySetPos === undefined) return 'date'
  const isThisWeekday = byWeekday.length === 1 && byWeekday[0] === weekdayOf(day)
  if (freq !== 'month' || !isThisWeekday) return 'stored'
  if (bySetPos === -1) return 'last'
  return bySetPos === positionInMonth(day) && bySetPos <= lastPosition ? 'position' : 'stored'
}

const endOfRule = ({ count }: RepeatRule, until: CalendarDay | null): RepeatValues['ends'] => {
  if (count !== undefined) return 'count'
  return until === null ? 'never' : 'until'
}

/** What the form shows of a stored rule, for an occurrence on `day`. */
export const valuesOfRule = (
  rule: RepeatRule | null,
  until: CalendarDay | null,
  day: CalendarDay,
): RepeatValues => {
  if (!rule?.repeat) return neverRepeated
  const { freq, interval, byWeekday, bySetPos, count } = rule
  const by = byOfRule(rule, day)
  const pattern = { ...(byWeekday ? { byWeekday } : {}), ...(bySetPos === undefined ? {} : { bySetPos }) }
  return {
    ...neverRepeated,
    freq,
    interval: String(interval),
    weekdays: freq === 'week' ? [...(byWeekday ?? [weekdayOf(day)])].sort() : [],
    by,
    stored: by === 'stored' ? pattern : null,
    ends: endOfRule(rule, until),
    count: count === undefined ? neverRepeated.count : String(count),
    until,
  }
}

/** What of the form counts: fields that are not shown say nothing. */
const essence = ({ freq, interval, weekdays, by, stored, ends, count, until }: RepeatValues): unknown => {
  if (freq === 'never') return null
  const pattern = by === 'stored' ? stored : freq === 'month' && by
  const days = freq === 'week' && by !== 'stored' ? [...weekdays].sort() : null
  return { freq, interval, pattern, days, ends, end: ends === 'count' ? count : ends === 'until' && until }
}

/** Whether two forms repeat alike, whatever stands in fields that do not count. */
export const repeatsAlike = (one: RepeatValues, other: RepeatValues): boolean =>
  JSON.stringify(essence(one)) === JSON.stringify(essence(other))

/** Another frequency chosen: a week starts with the day of the appointment, a pattern of another one is gone. */
export const withFrequency = (
  values: RepeatValues,
  freq: RepeatValues['freq'],
  day: CalendarDay | null,
): RepeatValues => ({
  ...values,
  freq,
  by: 'date',
  stored: null,
  weekdays: values.weekdays.length === 0 && day !== null ? [weekdayOf(day)] : values.weekdays,
})

/** Another day chosen: the only weekday of a weekly repetition goes along, and a month is counted by what the day can be. */
export const withDay = (
  values: RepeatValues,
  before: CalendarDay | null,
  after: CalendarDay,
): RepeatValues => {
  const isOnly = before !== null && values.weekdays.length === 1 && values.weekdays[0] === weekdayOf(before)
  const by = values.by === 'stored' || monthChoices(after, values).includes(values.by) ? values.by : 'date'
  return { ...values, by, weekdays: isOnly ? [weekdayOf(after)] : values.weekdays }
}

export type RepeatFault = 'needsInterval' | 'needsWeekday' | 'needsCount' | 'needsUntil' | 'untilTooEarly'
export type RepeatField = 'interval' | 'weekdays' | 'count' | 'until'

const isWhole = (text: string, most: number): boolean => {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most
}

export const mostInterval = 99

const untilFault = (values: RepeatValues, day: CalendarDay | null): RepeatFault | undefined => {
  const until = dayOf(values.until)
  if (until === null) return 'needsUntil'
  return day !== null && until < day ? 'untilTooEarly' : undefined
}

/** What is wrong or missing, by field; the texts are `form.<fault>` of the group `series`. */
export const repeatFaultsOf = (
  values: RepeatValues,
  day: CalendarDay | null,
): Partial<Record<RepeatField, RepeatFault>> => {
  const { freq, interval, weekdays, ends, count } = values
  if (freq === 'never') return {}
  const until = ends === 'until' ? untilFault(values, day) : undefined
  return {
    ...(isWhole(interval, mostInterval) ? {} : { interval: 'needsInterval' }),
    ...(freq === 'week' && values.by !== 'stored' && weekdays.length === 0
      ? { weekdays: 'needsWeekday' }
      : {}),
    ...(ends !== 'count' || isWhole(count, mostOccurrences) ? {} : { count: 'needsCount' }),
    ...(until ? { until } : {}),
  }
}
