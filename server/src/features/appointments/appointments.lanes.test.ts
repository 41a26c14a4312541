import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Booked, overlaps, placeInLanes } from './appointments.lanes.ts'

const stretch = fc
  .record({ start: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 6 }) })
  .map(({ start, length }) => ({ start, end: start + length }))

const depthAt = (moment: number, all: readonly { start: number; end: number }[]): number =>
  all.filter(({ start, end }) => start <= moment && moment < end).length

const doublesOf = (booked: readonly Booked[]): Booked[] =>
  booked.filter((a) => booked.some((b) => a.id < b.id && overlaps(a, b) && a.lane === b.lane))

/** What is booked after each found room or not. */
const placedOneByOne = (
  booked: readonly Booked[],
  stretches: readonly { start: number; end: number }[],
  capacity: number,
): Booked[] =>
  stretches.reduce<Booked[]>(
    (before, one) => {
      const id = before.length
      const { lanes, relaned } = placeInLanes(before, [{ key: id, ...one }], capacity)
      const lane = lanes.get(id)
      const after = before.map((other) => ({ ...other, lane: relaned.get(other.id) ?? other.lane }))
      return lane === undefined ? after : [...after, { id, ...one, lane }]
    },
    [...booked],
  )

/** Room exactly when fewer than the capacity are there at every moment, and no lane ever holds two at once. */
const checkPlacing = (stretches: readonly { start: number; end: number }[], capacity: number): void => {
  let booked: (Booked & { lane: number })[] = []
  for (const [id, one] of stretches.entries()) {
    const moments = Array.from({ length: one.end - one.start }, (_, index) => one.start + index)
    const fits = moments.every((moment) => depthAt(moment, booked) < capacity)
    const { lanes, relaned, clashes } = placeInLanes(booked, [{ key: id, ...one }], capacity)
    expect(clashes.has(id)).toBe(!fits)
    booked = booked.map((other) => ({ ...other, lane: relaned.get(other.id) ?? other.lane }))
    if (fits) booked.push({ id, ...one, lane: lanes.get(id) ?? 0 })
    expect(booked.every(({ lane }) => lane >= 1 && lane <= capacity)).toBe(true)
    expect(doublesOf(booked)).toEqual([])
  }
}

describe('room in the agenda of a practitioner', () => {
  it('one patient at a time: what overlaps is refused with what is in the way, back to back is not', () => {
    const booked: Booked[] = [{ id: 7, start: 10, end: 20, lane: 1 }]
    const { lanes, clashes } = placeInLanes(
      booked,
      [
        { key: 'over', start: 15, end: 25 },
        { key: 'after', start: 20, end: 30 },
      ],
      1,
    )
    expect(clashes.get('over')).toEqual([7])
    expect(lanes.get('after')).toBe(1)
  })

  it('gives lanes anew when there is room but every lane has something in it', () => {
    const booked: Booked[] = [
      { id: 1, start: 9, end: 10, lane: 1 },
      { id: 2, start: 10, end: 11, lane: 2 },
    ]
    const { lanes, relaned, clashes } = placeInLanes(booked, [{ key: 'new', start: 9.5, end: 10.5 }], 2)
    expect(clashes.size).toBe(0)
    const laneOf = (id: number) => relaned.get(id) ?? booked.find((one) => one.id === id)?.lane
    expect(lanes.get('new')).not.toBe(laneOf(1))
    expect(lanes.get('new')).not.toBe(laneOf(2))
  })

  it('gives no two the same lane after the capacity was lowered below what is booked at once', () => {
    const booked: Booked[] = [
      { id: 1, start: 10, end: 12, lane: 1 },
      { id: 2, start: 10, end: 11, lane: 2 },
      { id: 3, start: 10, end: 11, lane: 3 },
      { id: 4, start: 12, end: 13, lane: 2 },
    ]
    const { lanes, relaned, clashes } = placeInLanes(booked, [{ key: 5, start: 11, end: 12.5 }], 2)
    expect(clashes.size).toBe(0)
    const added = { id: 5, start: 11, end: 12.5, lane: lanes.get(5) ?? 0 }
    const after = [...booked.map((one) => ({ ...one, lane: relaned.get(one.id) ?? one.lane })), added]
    expect(doublesOf(after)).toEqual([])
  })

  it('holds after any lowering of the capacity', () => {
    const stretches = fc.array(stretch, { minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(stretches, stretches, (before, added) => {
        const booked = placedOneByOne([], before, 4)
        expect(doublesOf(placedOneByOne(booked, added, 2))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('finds room exactly when fewer than the capacity are there at every moment, and no lane holds two at once', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), checkPlacing),
      {
        numRuns: 300,
      },
    )
  })
})
