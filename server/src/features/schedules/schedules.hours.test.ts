import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { minutesOfDay } from '@ulna/contract/schedules/schedules.rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockChanges, type MinuteClock, minuteClock } from '../../../test/minute-clock.ts'
import { clockOf, momentOf, weekdayOf } from './schedules.clock.ts'
import { timesOfWeek } from './schedules.hours.ts'

const minute = 60_000

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Any time of day; more often one at which clocks change. */
const minuteOfDay = fc.oneof(fc.nat(1439), fc.nat(200))

const period: fc.Arbitrary<WorkingPeriod> = fc
  .record({
    weekday: fc.integer({ min: 1, max: 7 }),
    from: minuteOfDay,
    length: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1440 })),
  })
  .map(({ weekday, from, length }) => ({
    weekday,
    from: clockText(from),
    to: clockText(Math.min(from + length, 1440)),
  }))

/** Whether a minute lies in one of the periods of any day near it. */
const isIn = (clock: MinuteClock, periods: readonly WorkingPeriod[], at: number): boolean => {
  const day = Math.floor(clock.shows(at) / 1440)
  return [day - 1, day].some((on) =>
    periods.some(
      ({ weekday, from, to }) =>
        weekday === (new Date(on * 86_400_000).getUTCDay() || 7) &&
        clock.when(on * 1440 + minutesOfDay(from)) <= at &&
        at < clock.when(on * 1440 + minutesOfDay(to)),
    ),
  )
}

describe('A11: hours of the week', () => {
  it.each(clockChanges)('are those the clock of %s shows around %s, minute by minute', (zone, day) => {
    const slow = minuteClock(zone, day, 4)
    const middle = Date.parse(`${day}T00:00:00Z`) / minute
    const range = fc.record({
      from: fc.integer({ min: -1400, max: 1400 }),
      length: fc.integer({ min: 1, max: 1500 }),
    })
    fc.assert(
      fc.property(fc.array(period, { maxLength: 16 }), range, (periods, { from, length }) => {
        const [start, end] = [middle + from, middle + from + length]
        const asked = { start: start * minute, end: end * minute }
        const found = timesOfWeek(clockOf(zone, asked), periods, asked)
        const minutes = Array.from({ length }, (_, index) => start + index)
        const expected = minutes.filter((at) => isIn(slow, periods, at))
        const told = minutes.filter((at) =>
          found.some((time) => time.start <= at * minute && at * minute < time.end),
        )
        expect(told).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['Europe/Madrid', '2027-10-31', 25],
    ['Europe/Madrid', '2027-03-28', 23],
    ['America/Santiago', '2027-04-03', 25],
    ['America/Santiago', '2027-09-05', 23],
    ['America/Bogota', '2027-03-28', 24],
  ])('that are all day fill the whole day in %s on %s: %d hours', (zone, day, hours) => {
    const start = momentOf(day, zone)
    const range = { start: start - 86_400_000, end: start + 2 * 86_400_000 }
    const clock = clockOf(zone, range)
    const weekday = weekdayOf(clock.dayAt(start))
    const allDay = timesOfWeek(clock, [{ weekday, from: '00:00', to: '24:00' }], range)
    expect(allDay).toEqual([{ start, end: start + hours * 3_600_000 }])
  })

  it('run on past midnight where one day ends and the next begins', () => {
    const range = { start: momentOf('2027-06-07', 'Europe/Rome'), end: momentOf('2027-06-09', 'Europe/Rome') }
    const night = [
      { weekday: 1, from: '22:00', to: '24:00' },
      { weekday: 2, from: '00:00', to: '06:00' },
    ]
    expect(timesOfWeek(clockOf('Europe/Rome', range), night, range)).toEqual([
      { start: Date.parse('2027-06-07T20:00:00Z'), end: Date.parse('2027-06-08T04:00:00Z') },
    ])
  })
})

describe('a moment of a calendar path', () => {
  it.each([
    ['2027-03-28', 'Europe/Madrid', '2027-03-27T23:00:00.000Z'],
    // Midnight does not exist there that day.
    ['2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2027-03-28', 'America/Bogota', '2027-03-28T05:00:00.000Z'],
    ['2027-03-28T10:00:00+02:00', 'America/Bogota', '2027-03-28T08:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(new Date(momentOf(text, zone)).toISOString()).toBe(instant)
  })
})
