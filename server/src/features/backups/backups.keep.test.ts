import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kept, keptDays, staying } from './backups.keep.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-11-27T03:00:00.000Z')
const daysAgo = (days: number, hours = 0): string =>
  new Date(now - days * dayMs - hours * 3_600_000).toISOString()

describe('backups that stay', () => {
  it('are the last of seven days, four weeks and twelve months, of one every night for two years', () => {
    const nights = Array.from({ length: 730 }, (_, days) => daysAgo(days))
    const days = [...staying(nights, now)]
      .map((at) => at.slice(0, 10))
      .sort()
      .reverse()
    expect(days).toEqual([
      ...['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21'],
      ...['2026-11-15', '2026-11-08', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
      ...['2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ])
  })

  it('are all of the last two days, and the last of an earlier day that has several', () => {
    const ofTwoDays = [daysAgo(0), daysAgo(0, 1), daysAgo(1), daysAgo(1, 23)]
    expect(staying([...ofTwoDays, daysAgo(3, 1), daysAgo(3)], now)).toEqual(
      new Set([...ofTwoDays, daysAgo(3)]),
    )
  })

  it('do not go because a practice was shut for two months', () => {
    const nights = [0, 60, 61, 62, 63].map((days) => daysAgo(days))
    expect([...staying(nights, now)].sort()).toEqual(nights.sort())
  })

  it('always hold the newest, and nothing but it that is older than a year', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 * 365 * 24 }), { minLength: 1, maxLength: 60 }),
        (hours) => {
          const instants = hours.map((count) => daysAgo(0, count))
          const stay = staying(instants, now)
          const newest = [...instants].sort().at(-1) ?? ''
          expect(stay.has(newest)).toBe(true)
          const older = [...stay].filter((at) => now - Date.parse(at) >= kept.hours * 3_600_000)
          expect(older.length).toBeLessThanOrEqual(kept.days + kept.weeks + kept.months)
          for (const at of stay)
            if (at !== newest) expect(now - Date.parse(at)).toBeLessThan(keptDays * dayMs)
          // What stays today stays when it is looked at again.
          expect(staying([...stay], now)).toEqual(stay)
        },
      ),
    )
  })
})
