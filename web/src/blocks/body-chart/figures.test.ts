import {
  bodyViews,
  placeKey,
  placesOfView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regionAfterKey } from './figure-moves.ts'
import { bothHalves, edgePath, isInside, middleOf, mirrored, pointsOf, softPath } from './figure-points.ts'
import { figures } from './figures.ts'
import { placeOfStroke, regionAt } from './place-of-stroke.ts'
import { strokePath, thinned, withPoint } from './stroke-path.ts'

const regionsOf = (view: (typeof bodyViews)[number]) => figures[view].parts.flatMap(({ regions }) => regions)

describe.each(bodyViews)('the drawing %s', (view) => {
  test('has exactly the regions that can be stored', () => {
    const drawn = regionsOf(view).map(({ region, side }) => placeKey({ view, region, side }))
    expect(drawn.toSorted()).toEqual(placesOfView(view).map(placeKey).toSorted())
  })

  test('lies in its frame, which has at most the units a line may have', () => {
    const { width, height, parts } = figures[view]
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_000)
    for (const { x, y } of parts.flatMap(({ outline }) => outline)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(width)
      expect(y).toBeGreaterThanOrEqual(-10)
      expect(y).toBeLessThanOrEqual(height)
    }
  })

  test('shows every region: its number stands on it, where a finger finds it', () => {
    for (const region of regionsOf(view)) {
      const { x, y } = region.middle
      expect(regionAt(figures[view], x, y), `${region.region} ${region.side}`).toBe(region)
    }
  })

  test('is led through whole by the arrow keys', () => {
    const regions = regionsOf(view)
    const reached = new Set([0])
    for (const index of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = regionAfterKey(key, index, regions)
        if (next !== undefined) reached.add(next)
      }
    }
    expect(reached.size).toBe(regions.length)
  })
})

test('left and right of the body are exact mirrors', () => {
  for (const view of ['front', 'back', 'palms', 'soles'] as const) {
    const { width } = figures[view]
    for (const { region, side, middle } of regionsOf(view)) {
      const other = regionsOf(view).find(
        (one) => one.region === region && one.side !== side && side !== 'midline' && one.side !== 'midline',
      )
      if (other) expect(other.middle.x).toBeCloseTo(width - middle.x, 6)
    }
  }
})

test('the patient’s left is at the viewer’s right from in front, and at the left from behind', () => {
  const xOf = (view: 'front' | 'back', side: string) =>
    regionsOf(view).find((one) => one.region === 'knee' && one.side === side)?.middle.x ?? 0
  expect(xOf('front', 'left')).toBeGreaterThan(xOf('front', 'right'))
  expect(xOf('back', 'left')).toBeLessThan(xOf('back', 'right'))
})

describe('points', () => {
  test('are read with their corners and bends', () => {
    expect(pointsOf('0,1 2.5,-3! 4,5~')).toEqual([
      { x: 0, y: 1, kind: 'plain' },
      { x: 2.5, y: -3, kind: 'corner' },
      { x: 4, y: 5, kind: 'control' },
    ])
    expect(() => pointsOf('0,1 two')).toThrow('two')
  })

  test('become paths', () => {
    expect(edgePath(pointsOf('0,0 10,0 10,10~ 0,10'))).toBe('M0 0L10 0Q10 10 0 10Z')
    expect(edgePath(pointsOf('0,0 10,0'), false)).toBe('M0 0L10 0')
    expect(softPath(pointsOf('0,0! 10,0! 10,10!'))).toBe('M0 0C0 0 10 0 10 0C10 0 10 10 10 10C10 10 0 0 0 0Z')
  })

  test('mirrored twice are themselves', () => {
    const points = pointsOf('0,1 2,3 4,5')
    expect(mirrored(mirrored(points, 7), 7)).toEqual(points)
    expect(bothHalves(pointsOf('0,0 5,5 0,9'), 0).map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [5, 5],
      [0, 9],
      [-5, 5],
    ])
  })

  test('have their middle inside a square, and nothing beside it', () => {
    const square = pointsOf('0,0 10,0 10,10 0,10')
    expect(middleOf(square)).toEqual({ x: 5, y: 5 })
    expect([isInside(square, 5, 5), isInside(square, 15, 5), isInside(square, 5, -1)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a line of the pen', () => {
  const size = { width: 440, height: 1_000 }

  test('lies in the region where most of it is, or in none', () => {
    const thigh = regionsOf('front').find(({ region, side }) => region === 'thigh' && side === 'left')
    const { x, y } = thigh?.middle ?? { x: 0, y: 0 }
    expect(placeOfStroke(figures.front, 'front', [x, y, x, y + 5, 0, 0])).toEqual({
      view: 'front',
      region: 'thigh',
      side: 'left',
    })
    expect(placeOfStroke(figures.front, 'front', [1, 1, 2, 2])).toBeUndefined()
  })

  test('holds whole units of the drawing, and no steps that nobody sees', () => {
    const line = withPoint([], { x: 10.4, y: -3 }, size)
    expect(line).toEqual([10, 0])
    expect(withPoint(line, { x: 11, y: 1 }, size)).toBe(line)
    expect(withPoint(line, { x: 600, y: 20 }, size)).toEqual([10, 0, 440, 20])
  })

  test('is thinned to what a chart holds, from its first to its last point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (count) => {
        const line = Array.from({ length: count }, (_, index) => [index % 440, index % 1_000]).flat()
        const kept = thinned(line)
        expect(kept.length).toBe(Math.min(count, 250) * 2)
        expect([...kept.slice(0, 2), ...kept.slice(-2)]).toEqual([...line.slice(0, 2), ...line.slice(-2)])
      }),
    )
  })

  test('is drawn, also when it is a dot', () => {
    for (const line of [
      [5, 5],
      [5, 5, 50, 50],
    ])
      expect(strokePath(line)).toMatch(/^M[\d. -]+Q[\d. -]+Z$/)
  })
})
