import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockChanges, type MinuteClock, minuteClock } from '../../../test/minute-clock.ts'
import { clockOf } from './schedules.clock.ts'
import { type Agenda, freeSlots, freeTimes } from './schedules.free.ts'
import { timesOfWeek } from './schedules.hours.ts'
import { common, type Interval, without } from './schedules.intervals.ts'

const minute = 60_000

const everyDay = (from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }))

interface Scene {
  readonly open: readonly Interval[]
  readonly absences: readonly Interval[]
  readonly booked: readonly Interval[]
  readonly wanted: readonly Interval[]
  readonly capacity: number
}

const holds = (intervals: readonly Interval[], at: number): number =>
  intervals.filter(({ start, end }) => start <= at * minute && at * minute < end).length

const isFreeAt = ({ open, absences, booked, wanted, capacity }: Scene, at: number): boolean =>
  holds(open, at) > 0 && holds(absences, at) === 0 && holds(wanted, at) > 0 && holds(booked, at) < capacity

/** The starts of free slots, looked for minute by minute; times in minutes. */
const slowStarts = (clock: MinuteClock, scene: Scene, range: Interval, length: number): number[] => {
  const ends = new Set(scene.booked.map(({ end }) => end / minute))
  const minutes = Array.from(
    { length: (range.end - range.start) / minute },
    (_, index) => range.start / minute + index,
  )
  const free = new Set(minutes.filter((at) => isFreeAt(scene, at)))
  const lasts = (start: number): boolean =>
    Array.from({ length }, (_, index) => start + index).every((at) => free.has(at))
  return minutes.filter((at) => (clock.shows(at) % 15 === 0 || ends.has(at)) && lasts(at))
}

const intervalsAround = (middle: number, longest: number, maxLength: number): fc.Arbitrary<Interval[]> =>
  fc.array(
    fc
      .record({ from: fc.integer({ min: -900, max: 1500 }), length: fc.integer({ min: 1, max: longest }) })
      .map(({ from, length }) => ({
        start: (middle + from) * minute,
        end: (middle + from + length) * minute,
      })),
    { maxLength },
  )

describe('A11: free slots', () => {
  it.each(clockChanges)('in %s around %s are those a search minute by minute finds', (zone, day) => {
    const clock = minuteClock(zone, day, 4)
    const middle = Date.parse(`${day}T00:00:00Z`) / minute
    const range = { start: (middle - 600) * minute, end: (middle + 1300) * minute }
    const hours = timesOfWeek(clockOf(zone, range), everyDay('01:30', '13:10'), range)
    const afternoons = timesOfWeek(clockOf(zone, range), everyDay('12:00', '24:00'), range)
    fc.assert(
      fc.property(
        fc.record({
          absences: intervalsAround(middle, 400, 2),
          booked: intervalsAround(middle, 120, 14),
          wanted: fc.constantFrom([range], hours),
          capacity: fc.integer({ min: 1, max: 3 }),
          length: fc.integer({ min: 5, max: 90 }),
        }),
        ({ length, ...given }) => {
          const open = [...hours, ...afternoons]
          const expected = slowStarts(clock, { ...given, open }, range, length)
          const agenda = {
            ...given,
            doctorId: 1,
            open: common(without(open, given.absences), given.wanted),
          }
          const found = freeSlots([agenda], length * minute, 10_000)
          expect(found).toEqual(
            expected.map((at) => ({ doctorId: 1, start: at * minute, end: (at + length) * minute })),
          )
          expect(freeSlots([agenda], length * minute, 3)).toEqual(found.slice(0, 3))
        },
      ),
      { numRuns: 60 },
    )
  })

  const hour = (from: number, to: number): Interval => ({ start: from * 3_600_000, end: to * 3_600_000 })
  const agenda = (doctorId: number, given: Partial<Agenda> = {}): Agenda => ({
    doctorId,
    open: [hour(9, 11)],
    booked: [],
    capacity: 1,
    ...given,
  })

  it('of several practitioners come by their start, and no more than asked for', () => {
    const found = freeSlots([agenda(2), agenda(1, { open: [hour(9.25, 11)] })], 3_600_000, 3)
    expect(found.map(({ doctorId, start }) => [doctorId, start / 3_600_000])).toEqual([
      [2, 9],
      [1, 9.25],
      [2, 9.25],
    ])
  })

  it('begin when an appointment ends too', () => {
    const booked = [hour(9, 9 + 50 / 60)]
    const starts = freeSlots([agenda(1, { booked })], 3_600_000, 20).map(({ start }) => start / minute)
    expect(starts).toEqual([590, 600])
  })

  it('are there while fewer than the capacity hold at every moment of them', () => {
    const booked = [hour(9, 10), hour(10, 11), hour(9.5, 10.5)]
    expect(freeTimes(agenda(1, { booked, capacity: 3 }))).toEqual([hour(9, 11)])
    expect(freeTimes(agenda(1, { booked, capacity: 2 }))).toEqual([hour(9, 9.5), hour(10.5, 11)])
    expect(freeTimes(agenda(1, { booked, capacity: 1 }))).toEqual([])
  })

  it('lie on the quarters of every clock there is: all zones are ahead of UTC by whole quarters', () => {
    const moments = [1980, 1985, 1990, 2000, 2010, 2020, 2027, 2036].flatMap((year) =>
      [0, 6].map((month) => Date.UTC(year, month, 15, 12)),
    )
    const odd = Intl.supportedValuesOf('timeZone').filter((zone) => {
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        minute: 'numeric',
        second: 'numeric',
      })
      return moments.some((moment) => {
        const shown = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)])
        const { minute: minutes = 0, second = 0 } = Object.fromEntries(shown)
        return minutes % 15 !== 0 || second !== 0
      })
    })
    expect(odd).toEqual([])
  })
})
