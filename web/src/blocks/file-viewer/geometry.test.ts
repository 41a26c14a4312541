import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alignPairs,
  angleAt,
  applySimilarity,
  fitInto,
  nudge,
  type Point,
  type Similarity,
} from './geometry.ts'

const coordinate = fc.double({ min: -3000, max: 3000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })
const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const similarity = fc
  .record({
    scale: fc.double({ min: 0.2, max: 5, noNaN: true }),
    angle: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
    e: coordinate,
    f: coordinate,
  })
  .map(
    ({ scale, angle, e, f }): Similarity => ({
      a: scale * Math.cos(angle),
      b: scale * Math.sin(angle),
      e,
      f,
    }),
  )

describe('aligning two pictures by two points', () => {
  it('lays both points exactly on those of the other picture', () => {
    fc.assert(
      fc.property(point, point, point, point, (p, q, r, s) => {
        fc.pre(apart(p, q) > 5 && apart(r, s) > 5)
        const found = alignPairs([p, q], [r, s])
        if (!found) throw new Error('nothing found')
        expect(apart(applySimilarity(found, p), r)).toBeLessThan(1e-3)
        expect(apart(applySimilarity(found, q), s)).toBeLessThan(1e-3)
      }),
    )
  })

  it('finds the turn, size and shift that were there', () => {
    fc.assert(
      fc.property(point, point, point, similarity, (p, q, third, made) => {
        fc.pre(apart(p, q) > 50)
        const found = alignPairs([p, q], [applySimilarity(made, p), applySimilarity(made, q)])
        if (!found) throw new Error('nothing found')
        const expected = applySimilarity(made, third)
        expect(apart(applySimilarity(found, third), expected)).toBeLessThan(1e-2)
      }),
    )
  })

  it('finds nothing when the two points of a picture are one', () => {
    const one = { x: 10, y: 10 }
    expect(alignPairs([one, one], [one, { x: 50, y: 10 }])).toBeUndefined()
    expect(alignPairs([one, { x: 50, y: 10 }], [one, one])).toBeUndefined()
  })
})

it('a picture is laid into another as large as fits, in the middle', () => {
  expect(fitInto({ width: 100, height: 50 }, { width: 200, height: 200 })).toEqual({
    a: 2,
    b: 0,
    e: 0,
    f: 50,
  })
})

describe('the angle at a corner', () => {
  it('is what a protractor shows', () => {
    const corner = { x: 0, y: 0 }
    expect(angleAt(corner, { x: 10, y: 0 }, { x: 0, y: 10 })).toBeCloseTo(90)
    expect(angleAt(corner, { x: 10, y: 0 }, { x: -10, y: 0 })).toBeCloseTo(180)
    expect(angleAt(corner, { x: 10, y: 0 }, { x: 10, y: -10 })).toBeCloseTo(45)
    expect(angleAt(corner, corner, { x: 10, y: 0 })).toBeUndefined()
  })

  it('is the same from both sides, and does not change when the picture is turned, moved or enlarged', () => {
    fc.assert(
      fc.property(point, point, point, similarity, (corner, one, other, made) => {
        fc.pre(apart(corner, one) > 50 && apart(corner, other) > 50)
        const angle = angleAt(corner, one, other) ?? Number.NaN
        expect(angle).toBeGreaterThanOrEqual(0)
        expect(angle).toBeLessThanOrEqual(180)
        expect(angleAt(corner, other, one)).toBeCloseTo(angle, 6)
        const [c, o, t] = [corner, one, other].map((each) => applySimilarity(made, each))
        if (!c || !o || !t) throw new Error('three points')
        expect(angleAt(c, o, t)).toBeCloseTo(angle, 2)
      }),
    )
  })
})

it('a moved point stays on the picture', () => {
  expect(nudge({ x: 0.98, y: 0.01 }, 0.05, -0.05)).toEqual({ x: 1, y: 0 })
})
