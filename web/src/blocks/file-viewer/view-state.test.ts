import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitScale,
  fitted,
  isCoarse,
  isPlain,
  keepInSight,
  panBy,
  plainView,
  turnBy,
  zoomAt,
} from './view-state.ts'

const stage = { width: 800, height: 600 }
const picture = { width: 1600, height: 1200 }
const at = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -300, max: 300 }) })

describe('zooming', () => {
  it('keeps under the finger what was under it', () => {
    fc.assert(
      fc.property(at, fc.double({ min: 1.01, max: 8, noNaN: true }), (point, factor) => {
        const view = zoomAt(plainView, factor, point)
        // Where the point of the picture is drawn now.
        expect(view.x + point.x * view.zoom).toBeCloseTo(point.x, 6)
        expect(view.y + point.y * view.zoom).toBeCloseTo(point.y, 6)
      }),
    )
  })

  it('ends at its limits', () => {
    expect(zoomAt(plainView, 0.1).zoom).toBe(1)
    expect(zoomAt(plainView, 1000).zoom).toBe(16)
  })
})

describe('a picture on its stage', () => {
  it('fits whole, also when it lies on its side', () => {
    expect(fitScale(picture, stage, 0)).toBe(0.5)
    expect(fitScale(picture, stage, 90)).toBe(0.375)
  })

  it('does not leave it, however far it is pushed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.double({ min: 1, max: 16, noNaN: true }), (dx, dy, zoom) => {
        const kept = keepInSight(panBy({ ...plainView, zoom }, dx, dy), picture, stage)
        expect(Math.abs(kept.x)).toBeLessThanOrEqual((stage.width * (zoom - 1)) / 2 + 1e-6)
        expect(Math.abs(kept.y)).toBeLessThanOrEqual((stage.height * (zoom - 1)) / 2 + 1e-6)
      }),
    )
  })

  it('is as it was after four quarters, and after one there and back', () => {
    const view = { ...plainView, zoom: 3, x: 40, y: -70 }
    const around = [1, 2, 3, 4].reduce((turned) => turnBy(turned, 1), view)
    expect(around).toEqual(view)
    expect(turnBy(turnBy(view, -1), 1)).toEqual(view)
    expect(turnBy(view, -1).turned).toBe(270)
  })
})

it('what is loaded first is too coarse as soon as it would be drawn larger than it is', () => {
  const photo = { width: 4032, height: 3024 }
  const fitting = fitScale(photo, stage, 0)
  expect(isCoarse(photo, fitting, 1)).toBe(false)
  expect(isCoarse(photo, fitting * 3, 1)).toBe(true)
  // A screen of three pixels in one of the page shows more at once.
  expect(isCoarse(photo, fitting, 3)).toBe(true)
  expect(isCoarse({ width: 2048, height: 1000 }, 16, 3)).toBe(false)
})

it('fitting keeps the turn and the light; only the untouched view is plain', () => {
  const view = { ...plainView, zoom: 3, x: 4, y: 5, turned: 90, contrast: 140 }
  expect(fitted(view)).toEqual({ ...plainView, turned: 90, contrast: 140 })
  expect(isPlain(plainView)).toBe(true)
  expect(isPlain(fitted(view))).toBe(false)
})
