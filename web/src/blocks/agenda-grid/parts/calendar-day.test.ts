import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayOfNumber,
  monthSheet,
  monthsBetween,
  sameDayInMonth,
  shownWeekDays,
  startOfWeek,
  weekdayOf,
  weekOf,
} from './calendar-day.ts'

const day = fc.integer({ min: -30_000, max: 60_000 }).map(dayOfNumber)

describe('calendar days', () => {
  it('weeks run Monday to Sunday', () => {
    expect(weekOf('2026-11-20')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(weekdayOf('2026-11-22')).toBe(7)
  })

  it('months turn over the year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(monthsBetween('2026-11-30', '2027-01-02')).toEqual(['2026-11', '2026-12', '2027-01'])
  })

  it('keeps the day of the month where the month has it', () => {
    expect(sameDayInMonth('2026-01-31', '2026-02')).toBe('2026-02-28')
    expect(sameDayInMonth('2026-11-20', '2026-12')).toBe('2026-12-20')
  })

  it('a month sheet holds the whole month in six weeks', () => {
    const sheet = monthSheet('2026-11').flat()
    expect(sheet[0]).toBe('2026-10-26')
    expect(sheet).toHaveLength(42)
    expect(sheet).toContain('2026-11-30')
  })

  it('hides Sunday unless it is chosen or something is on it', () => {
    expect(shownWeekDays('2026-11-20', () => false)).toHaveLength(6)
    expect(shownWeekDays('2026-11-22', () => false)).toHaveLength(7)
    expect(shownWeekDays('2026-11-20', (date) => date === '2026-11-22')).toHaveLength(7)
  })

  it('going forward and back again leads home', () => {
    fc.assert(fc.property(day, fc.nat(4000), (date, count) => addDays(addDays(date, count), -count) === date))
  })

  it('a week starts on a Monday at most six days before', () => {
    fc.assert(
      fc.property(day, (date) => {
        const monday = startOfWeek(date)
        expect(weekdayOf(monday)).toBe(1)
        expect(addDays(monday, weekdayOf(date) - 1)).toBe(date)
      }),
    )
  })
})
