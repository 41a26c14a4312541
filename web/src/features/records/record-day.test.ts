import { expect, test } from 'vitest'
import { isDatedByDay } from './record-day.ts'

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
