import { describe, expect, it } from 'vitest'
import { zonedTime } from '../parts/zoned-time.ts'
import { firstRange, rangeOf, safeWeekRange, todayRange, tomorrowRange } from './agenda-ranges.ts'

const today = '2026-11-20'

describe('ranges of specification §9', () => {
  it('today and tomorrow are the bounds of a day', () => {
    expect(todayRange(today)).toEqual({ start: '2026-11-20', end: '2026-11-21' })
    expect(tomorrowRange(today)).toEqual({ start: '2026-11-21', end: '2026-11-22' })
    expect(tomorrowRange('2026-12-31')).toEqual({ start: '2027-01-01', end: '2027-01-02' })
  })

  it('the safe week goes from 3 days before to 4 days after today, that day included', () => {
    expect(safeWeekRange(today)).toEqual({ start: '2026-11-17', end: '2026-11-25' })
    expect(safeWeekRange('2028-02-27')).toEqual({ start: '2028-02-24', end: '2028-03-03' }) // leap year
  })

  it('are days of the practice’s clock: a day with a change of the clock has 23 or 25 hours', () => {
    const madrid = zonedTime('Europe/Madrid')
    const hours = (day: string): number => {
      const { start, end } = todayRange(day)
      return (madrid.instantOf(end, 0) - madrid.instantOf(start, 0)) / 3_600_000
    }
    expect(['2026-03-29', '2026-10-25', '2026-11-20'].map(hours)).toEqual([23, 25, 24])
  })
})

describe('what the agenda loads first', () => {
  it('is the day where one day is shown, and the safe week where more of it is', () => {
    expect(firstRange(rangeOf(today, today), today)).toEqual(todayRange(today))
    expect(firstRange(rangeOf('2026-11-21', '2026-11-21'), today)).toEqual(tomorrowRange(today))
    expect(firstRange(rangeOf('2026-11-18', '2026-11-18'), today)).toEqual(safeWeekRange(today))
    expect(firstRange(rangeOf('2026-11-18', '2026-11-24'), today)).toEqual(safeWeekRange(today))
  })

  it('is what lies around today where more is shown, and nothing of its own on other days', () => {
    expect(firstRange(rangeOf('2026-11-16', '2026-11-22'), today)).toEqual(safeWeekRange(today))
    expect(firstRange(rangeOf('2026-10-26', '2026-12-06'), today)).toEqual(safeWeekRange(today))
    expect(firstRange(rangeOf('2026-11-23', '2026-11-29'), today)).toBeUndefined()
    expect(firstRange(rangeOf('2027-01-04', '2027-01-04'), today)).toBeUndefined()
  })
})
