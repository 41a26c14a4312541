import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaBelow, bandIn, labelledPlaces, lineThrough, scaleFor, xOf, yOf } from './measure-scale.ts'

const plot = { left: 40, right: 340, top: 10, bottom: 110 }
const figures = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 })

describe('an axis', () => {
  test('holds every value and has few round ticks', () => {
    fc.assert(
      fc.property(figures, (values) => {
        const { low, high, ticks } = scaleFor(values)
        // Shares of what lies between two ticks are too small for anybody to see.
        const unseen = (Number(ticks[1]) - Number(ticks[0])) * 1e-5
        expect(low).toBeLessThanOrEqual(Math.min(...values) + unseen)
        expect(high).toBeGreaterThanOrEqual(Math.max(...values) - unseen)
        expect(low).toBeLessThan(high)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(8)
      }),
      { examples: [[[-4000.000002, 0.0000018]], [[-0.000001]]] },
    )
  })

  test.each([
    [
      [0, 180],
      [0, 50, 100, 150, 200],
    ],
    [
      [2, 8],
      [2, 4, 6, 8],
    ],
    [
      [90, 90],
      [90, 95],
    ],
    [[0], [0, 0.5]],
    [
      [0.1, 0.3],
      [0.1, 0.15, 0.2, 0.25, 0.3],
    ],
  ])('%j has the ticks %j', (values, ticks) => {
    expect(scaleFor(values).ticks).toEqual(ticks)
  })

  test('more lies higher, later lies further right', () => {
    const scale = scaleFor([0, 10])
    expect(yOf(0, scale, plot)).toBe(110)
    expect(yOf(10, scale, plot)).toBe(10)
    expect(xOf(5, [5, 15], plot)).toBe(40)
    expect(xOf(15, [5, 15], plot)).toBe(340)
    expect(xOf(5, [5, 5], plot)).toBe(190)
  })
})

describe('the band of the norm', () => {
  const scale = scaleFor([0, 100])

  test('reaches from its low to its high, or to the end of the axis', () => {
    expect(bandIn({ low: 40, high: 60 }, scale, plot)).toEqual({ y: 50, height: 20 })
    expect(bandIn({ low: 80, high: null }, scale, plot)).toEqual({ y: 10, height: 20 })
  })

  test('is cut at the axis, and is not there beside it', () => {
    expect(bandIn({ low: 90, high: 500 }, scale, plot)).toEqual({ y: 10, height: 10 })
    expect(bandIn({ low: 200, high: 500 }, scale, plot)).toBeNull()
  })
})

describe('what lies below a curve', () => {
  const spots = [
    { x: 40, y: 30 },
    { x: 190, y: 60 },
    { x: 340, y: 20 },
  ]

  test('is bounded by the curve and by the axis between its ends', () => {
    expect(lineThrough(spots)).toBe('M40 30L190 60L340 20')
    expect(areaBelow(spots, plot)).toBe('M40 30L190 60L340 20V110H40Z')
  })

  test('has no width below a single spot, and is not there without one', () => {
    expect(areaBelow([{ x: 190, y: 60 }], plot)).toBe('M190 60V110H190Z')
    expect(areaBelow([], plot)).toBe('')
  })
})

test('labels never touch, and the first and the last stand', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(600), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 90 }),
      (some, room) => {
        const places = some.toSorted((a, b) => a - b)
        const shown = labelledPlaces(places, room)
        const labelled = places.filter((_, index) => shown[index])
        labelled.slice(1).forEach((place, index) => {
          expect(place - (labelled[index] as number)).toBeGreaterThanOrEqual(room)
        })
        const end = places.at(-1) as number
        expect(labelled.length).toBeGreaterThan(0)
        if (end - (places[0] as number) >= room)
          expect([labelled[0], labelled.at(-1)]).toEqual([places[0], end])
      },
    ),
  )
})
