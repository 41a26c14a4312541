import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { describe, expect, it } from 'vitest'
import {
  monthChoices,
  neverRepeated,
  type RepeatValues,
  repeatFaultsOf,
  repeatsAlike,
  ruleOfValues,
  untilOfValues,
  valuesOfRule,
  withDay,
  withFrequency,
} from './repeat-values.ts'

/** A second Tuesday. */
const day = '2026-03-10'
const weekly = withFrequency(neverRepeated, 'week', day)
const monthly = withFrequency(neverRepeated, 'month', day)
const withValues = (values: Partial<RepeatValues>): RepeatValues => ({ ...weekly, ...values })

describe('the repetition in the form', () => {
  it('starts with ten weeks on the weekday of the appointment', () => {
    expect(ruleOfValues(neverRepeated, day)).toBeNull()
    expect(ruleOfValues(weekly, day)).toEqual({
      repeat: true,
      freq: 'week',
      interval: 1,
      byWeekday: [2],
      count: 10,
    })
  })

  it('counts a month by its date, by the second Tuesday or by the last one', () => {
    expect(ruleOfValues(monthly, day)).toMatchObject({ freq: 'month', interval: 1 })
    expect(ruleOfValues(monthly, day)).not.toHaveProperty('byWeekday')
    expect(ruleOfValues({ ...monthly, by: 'position' }, day)).toMatchObject({ byWeekday: [2], bySetPos: 2 })
    expect(ruleOfValues({ ...monthly, by: 'last' }, '2026-03-31')).toMatchObject({
      byWeekday: [2],
      bySetPos: -1,
    })
    expect(monthChoices(day, monthly)).toEqual(['date', 'position'])
    expect(monthChoices('2026-03-24', monthly)).toEqual(['date', 'position'])
    expect(monthChoices('2026-02-24', monthly)).toEqual(['date', 'position', 'last'])
    expect(monthChoices('2026-03-31', monthly)).toEqual(['date', 'last'])
  })

  it('ends after so many times, on a day, or never', () => {
    expect(untilOfValues(weekly)).toBeNull()
    const until = withValues({ ends: 'until', until: '2026-06-30' })
    expect(ruleOfValues(until, day)).not.toHaveProperty('count')
    expect(untilOfValues(until)).toBe('2026-06-30')
    const open = withValues({ ends: 'never', until: '2026-06-30' })
    expect(ruleOfValues(open, day)).not.toHaveProperty('count')
    expect(untilOfValues(open)).toBeNull()
  })

  it.each<[string, RepeatRule, string | null]>([
    ['days', { repeat: true, freq: 'day', interval: 3, count: 5 }, null],
    ['weeks', { repeat: true, freq: 'week', interval: 2, byWeekday: [1, 3] }, '2026-09-30'],
    ['a date of the month', { repeat: true, freq: 'month', interval: 1, count: 4 }, null],
    [
      'a weekday of the month',
      { repeat: true, freq: 'month', interval: 1, byWeekday: [2], bySetPos: 2 },
      null,
    ],
    ['years', { repeat: true, freq: 'year', interval: 1 }, null],
    [
      'what the form cannot show',
      { repeat: true, freq: 'month', interval: 1, byWeekday: [1, 2], bySetPos: -1 },
      null,
    ],
    [
      'every Tuesday of the month',
      { repeat: true, freq: 'month', interval: 1, byWeekday: [2], count: 9 },
      null,
    ],
  ])('shows a stored rule and makes the same of it: %s', (_name, rule, until) => {
    const values = valuesOfRule(rule, until, day)
    expect(ruleOfValues(values, day)).toEqual(rule)
    expect(untilOfValues(values)).toBe(until)
  })

  it('names the weekday that a stored weekly rule leaves to its first day', () => {
    const values = valuesOfRule({ repeat: true, freq: 'week', interval: 1, count: 6 }, null, day)
    expect(values.weekdays).toEqual([2])
  })

  it('says whether two repeat alike, whatever stands in fields that are not shown', () => {
    expect(repeatsAlike(weekly, withValues({ until: '2026-06-30', by: 'last' }))).toBe(true)
    expect(repeatsAlike(neverRepeated, { ...weekly, freq: 'never' })).toBe(true)
    expect(repeatsAlike(weekly, withValues({ interval: '2' }))).toBe(false)
    expect(repeatsAlike(weekly, withValues({ ends: 'never' }))).toBe(false)
    expect(repeatsAlike(monthly, { ...monthly, by: 'position' })).toBe(false)
  })

  it('follows the day of the appointment', () => {
    expect(withDay(weekly, day, '2026-03-12').weekdays).toEqual([4])
    expect(withDay(withValues({ weekdays: [2, 4] }), day, '2026-03-13').weekdays).toEqual([2, 4])
    expect(withDay({ ...monthly, by: 'position' }, day, '2026-03-31').by).toBe('date')
  })

  it('says what is missing or makes no sense, field by field', () => {
    expect(repeatFaultsOf(neverRepeated, day)).toEqual({})
    expect(repeatFaultsOf(weekly, day)).toEqual({})
    expect(repeatFaultsOf(withValues({ interval: '', weekdays: [], count: '401' }), day)).toEqual({
      interval: 'needsInterval',
      weekdays: 'needsWeekday',
      count: 'needsCount',
    })
    expect(repeatFaultsOf(withValues({ interval: '1.5', ends: 'until' }), day)).toEqual({
      interval: 'needsInterval',
      until: 'needsUntil',
    })
    expect(repeatFaultsOf(withValues({ ends: 'until', until: '2026-03-09' }), day)).toEqual({
      until: 'untilTooEarly',
    })
  })
})
