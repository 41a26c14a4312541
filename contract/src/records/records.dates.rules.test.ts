import { expect, test } from 'vitest'
import { dayOfRecord, isDatedByDay, writtenDay } from './records.dates.rules.ts'

test.each(['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z', '2026-11-20T07:00:00-05:00'])(
  'a record at noon UTC, %s, was dated by its day',
  (date) => expect(isDatedByDay({ date })).toBe(true),
)

test.each([
  '2026-11-20T12:00:00.001Z',
  '2026-11-20T12:00:01Z',
  '2026-11-20T17:00:00Z',
  '2026-11-20T12:00:00-05:00',
])('a record at %s has an hour', (date) => expect(isDatedByDay({ date })).toBe(false))

test('a record that was dated by its day is of that day wherever the practice is', () => {
  for (const zone of ['Pacific/Auckland', 'Pacific/Kiritimati', 'America/Bogota', 'UTC'])
    expect(dayOfRecord('2026-11-20T12:00:00Z', zone)).toBe('2026-11-20')
})

test('an instant falls on a day of the practice, whatever the season says of its clock', () => {
  expect(dayOfRecord('2026-11-10T01:30:00Z', 'America/Bogota')).toBe('2026-11-09')
  expect(dayOfRecord('2026-07-01T22:30:00Z', 'Europe/Rome')).toBe('2026-07-02')
  expect(dayOfRecord('2026-12-01T22:30:00Z', 'Europe/Rome')).toBe('2026-12-01')
  expect(writtenDay('2026-11-10T01:30:00Z', 'America/Bogota')).toBe('2026-11-09')
  expect(writtenDay('2026-11-10', 'America/Bogota')).toBe('2026-11-10')
})
