import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeVisits, type Standing, type Visit } from './imports.places.ts'

const visit = (row: number, start: number, end: number, agenda = 'a'): Visit => ({ row, agenda, start, end })

const stands = (id: number, start: number, end: number, lane = 1): Standing => ({
  ...{ id, agenda: 'a', lane, start, end },
})

it('keeps one at a time in an agenda, what stands there first, and says what is in the way', () => {
  expect(
    placeVisits(
      [visit(1, 0, 10), visit(2, 5, 15), visit(3, 10, 20), visit(4, 30, 40)],
      [stands(9, 35, 36)],
      new Map(),
    ),
  ).toEqual([
    { row: 1, lane: 1 },
    { row: 2, clash: { row: 1 } },
    { row: 3, lane: 1 },
    { row: 4, clash: { id: 9 } },
  ])
})

it('keeps as many as a practitioner sees at once, and agendas apart', () => {
  const capacities = new Map([['a', 2]])
  expect(
    placeVisits(
      [visit(1, 0, 10), visit(2, 0, 10), visit(3, 0, 10), visit(4, 0, 10, 'b')],
      [stands(9, 0, 5, 2)],
      capacities,
    ),
  ).toEqual([
    { row: 1, lane: 1 },
    { row: 2, clash: { row: 1 } },
    { row: 3, clash: { row: 1 } },
    { row: 4, lane: 1 },
  ])
})

const stretches = fc.array(
  fc.record({ start: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 1, max: 20 }) }),
  { maxLength: 40 },
)

const meet = (one: { start: number; end: number }, other: { start: number; end: number }): boolean =>
  one.start < other.end && other.start < one.end

it('never puts two at one time into one lane, and leaves out only what meets something in every lane', () => {
  fc.assert(
    fc.property(stretches, stretches, fc.integer({ min: 1, max: 3 }), (wanted, standing, capacity) => {
      const inOrder = wanted
        .map(({ start, length }, index) => visit(index + 1, start, start + length))
        .sort((one, other) => one.start - other.start)
      // What stands there is as a database keeps it: apart in each lane.
      const there: Standing[] = []
      for (const [id, { start, length }] of standing.entries()) {
        const one = stands(id, start, start + length, (id % capacity) + 1)
        if (!there.some((other) => other.lane === one.lane && meet(one, other))) there.push(one)
      }
      there.sort((one, other) => one.start - other.start)
      const places = placeVisits(inOrder, there, new Map([['a', capacity]]))
      const placed = places.flatMap((place, index) => {
        const own = inOrder[index]
        return own && 'lane' in place ? [{ ...own, lane: place.lane }] : []
      })
      const all = [...there, ...placed]
      for (const one of placed)
        expect(all.filter((other) => other !== one && other.lane === one.lane && meet(one, other))).toEqual(
          [],
        )
      for (const [index, place] of places.entries()) {
        const own = inOrder[index]
        if (!own || 'lane' in place) continue
        const taken = new Set(all.filter((other) => meet(own, other)).map(({ lane }) => lane))
        expect(taken.size).toBe(capacity)
      }
    }),
  )
})
