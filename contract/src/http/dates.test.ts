import { expect, test } from 'vitest'
import { calendarDay, dayOrInstant, writtenDayOrInstant } from './dates.ts'

test.each(['1850-01-01', '1985-03-09', '2024-02-29', '2199-12-31'])('%s is a day', (day) => {
  expect(calendarDay.safeParse(day).success).toBe(true)
  expect(writtenDayOrInstant.safeParse(day).success).toBe(true)
})

test.each([
  '2025-02-29',
  '1990-02-31',
  '2026-13-01',
  '2026-00-10',
  '0206-05-12',
  '1849-12-31',
  '2200-01-01',
  '2999-01-01',
  '29/02/20',
  '31/02/1990',
  '2062-05-12 ',
  '',
])('%s is no day of anything that is written', (day) => {
  expect(calendarDay.safeParse(day).success).toBe(false)
  expect(writtenDayOrInstant.safeParse(day).success).toBe(false)
})

test('an instant of a year that makes no sense is not written', () => {
  expect(writtenDayOrInstant.safeParse('2026-11-20T15:30:00Z').success).toBe(true)
  expect(writtenDayOrInstant.safeParse('0206-11-20T15:30:00Z').success).toBe(false)
  expect(writtenDayOrInstant.safeParse('2999-11-20T15:30:00-05:00').success).toBe(false)
})

test('a range that is read may reach from the first to the last day there is', () => {
  for (const day of ['0001-01-01', '9999-12-31']) expect(dayOrInstant.safeParse(day).success).toBe(true)
})
