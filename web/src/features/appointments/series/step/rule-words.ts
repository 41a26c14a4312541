import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { TFunction } from 'i18next'
import { addDays, type CalendarDay, weekdayOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { dayText, weekdayText } from '../../../../i18n/dates/dates.ts'

export interface SpokenRule {
  rule: RepeatRule
  /** Last day, where the rule ends on one. */
  until: CalendarDay | null
  /** The day of the appointment: a rule without weekdays means this one. */
  day: CalendarDay
}

export interface Speech {
  /** Texts of the group `series`. */
  t: TFunction<'series'>
  language: Language
}

/** Any Monday: only names of weekdays are taken from its week. */
const someMonday = '2026-05-04'

const weekdayName = (weekday: number, language: Language): string =>
  weekdayText(addDays(someMonday, weekday - 1), language)

// British English does without the comma before "and".
const listed = (parts: readonly string[], language: Language): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' }).format(parts)

const workdays = '1,2,3,4,5'

const onWeekdays = (weekdays: readonly number[], { t, language }: Speech): string => {
  if (String(weekdays) === workdays) return t('words.onWorkdays')
  const names = weekdays.map((weekday) => t(`weekday.${weekday}`))
  return t('words.onWeekdays', { days: listed(names, language) })
}

const sunday = 7

/** The third Tuesday, la terza domenica. */
export const nthWeekday = (position: number, weekday: number, { t, language }: Speech): string =>
  t('words.nthWeekday', {
    nth: t(weekday === sunday ? `nthSunday.${position}` : `nth.${position}`),
    weekday: weekdayName(weekday, language),
  })

const dateInYear = (day: CalendarDay, { language }: Speech): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T12:00:00Z`))

const onPosition = (weekdays: readonly number[], position: number, speech: Speech): string => {
  const [only = 1, ...more] = weekdays
  if (more.length === 0) return speech.t('words.onNth', { day: nthWeekday(position, only, speech) })
  const names = weekdays.map((weekday) => weekdayName(weekday, speech.language))
  return speech.t('words.onNthOf', { nth: speech.t(`nth.${position}`), days: listed(names, speech.language) })
}

/** On which days: "los lunes y miércoles", "el segundo martes"; undefined where each day, or each week, says it all. */
const onWhich = ({ rule, day }: SpokenRule, speech: Speech): string | undefined => {
  const { freq, byWeekday = [], bySetPos } = rule
  const weekdays = [...byWeekday].sort()
  if (weekdays.length > 0 && bySetPos !== undefined) return onPosition(weekdays, bySetPos, speech)
  if (weekdays.length > 0) return onWeekdays(weekdays, speech)
  if (freq === 'month') return speech.t('words.onDate', { date: Number(day.slice(8)) })
  if (freq === 'year') return speech.t('words.onDateOfYear', { date: dateInYear(day, speech) })
  return freq === 'week' ? onWeekdays([weekdayOf(day)], speech) : undefined
}

const endOf = ({ rule, until }: SpokenRule, { t, language }: Speech): string => {
  if (rule.count !== undefined) return t('words.times', { count: rule.count })
  return until === null ? t('words.noEnd') : t('words.until', { day: dayText(until, language) })
}

/** A rule in a sentence: "Cada 2 semanas, los lunes y miércoles, 10 veces". */
export const ruleInWords = (spoken: SpokenRule, speech: Speech): string => {
  const { freq, interval } = spoken.rule
  const every = speech.t(`words.${freq}`, { count: interval })
  const on = onWhich(spoken, speech)
  const end = endOf(spoken, speech)
  return on === undefined
    ? speech.t('words.sentence', { every, end })
    : speech.t('words.sentenceOn', { every, on, end })
}
