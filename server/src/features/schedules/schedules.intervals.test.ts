import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { common, crowded, hullOf, type Interval, overlaps, united, without } from './schedules.intervals.ts'

const most = 40
const moments = Array.from({ length: most }, (_, at) => at)

/** Intervals may be empty or turned. */
const interval = fc
  .tuple(fc.nat(most), fc.nat(most))
  .map(([start, length]) => ({ start, end: Math.min(start + length - 2, most) }))
const intervals = fc.array(interval, { maxLength: 8 })

const depthAt = (list: readonly Interval[], at: number): number =>
  list.filter(({ start, end }) => start <= at && at < end).length

/** The moments in some intervals. */
const momentsIn = (list: readonly Interval[]): number[] => moments.filter((at) => depthAt(list, at) > 0)

const areApart = (list: readonly Interval[]): boolean =>
  list.every(({ start, end }, index) => start < end && (list[index - 1]?.end ?? -1) < start)

const agrees = (found: readonly Interval[], holds: (at: number) => boolean): boolean =>
  areApart(found) && JSON.stringify(momentsIn(found)) === JSON.stringify(moments.filter(holds))

describe('intervals', () => {
  it('that are united hold when any of them does', () => {
    fc.assert(fc.property(intervals, (list) => agrees(united(list), (at) => depthAt(list, at) > 0)))
  })

  it('in common hold when one of each list does', () => {
    fc.assert(
      fc.property(intervals, intervals, (one, other) =>
        agrees(common(one, other), (at) => depthAt(one, at) > 0 && depthAt(other, at) > 0),
      ),
    )
  })

  it('without others hold when only the first ones do', () => {
    fc.assert(
      fc.property(intervals, intervals, (list, taken) =>
        agrees(without(list, taken), (at) => depthAt(list, at) > 0 && depthAt(taken, at) === 0),
      ),
    )
  })

  it('are crowded when as many hold at once', () => {
    fc.assert(
      fc.property(intervals, fc.integer({ min: 1, max: 5 }), (list, depth) =>
        agrees(crowded(list, depth), (at) => depthAt(list, at) >= depth),
      ),
    )
  })

  it('that touch become one, and those that only touch do not overlap', () => {
    const [one, other] = [
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ]
    expect(united([other, one])).toEqual([{ start: 1, end: 3 }])
    expect(overlaps(one, other)).toBe(false)
    expect(overlaps(one, { start: 1, end: 3 })).toBe(true)
  })

  it('have a hull that holds all of them, and nothing has none', () => {
    expect(hullOf([])).toBeUndefined()
    expect(
      hullOf([
        { start: 5, end: 9 },
        { start: 2, end: 4 },
      ]),
    ).toEqual({ start: 2, end: 9 })
  })
})
