import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draggedEnd, draggedRange, draggedStart, hitTest } from './hit-test.ts'

const geometry = { gutter: 64, width: 964, columns: 3, hourHeight: 72 }
const step = fc.constantFrom(5, 15)
const minute = fc.double({ min: 0, max: 1440, noNaN: true })

describe('hit test', () => {
  it('finds column and minute of a point', () => {
    expect(hitTest({ x: 64, y: 0 }, geometry)).toEqual({ column: 0, minute: 0 })
    expect(hitTest({ x: 365, y: 747 }, geometry)).toEqual({ column: 1, minute: 622.5 })
  })

  it('stays on the grid for any point', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 3000 }), fc.integer({ min: -500, max: 3000 }), (x, y) => {
        const place = hitTest({ x, y }, geometry)
        expect(place.column).toBeGreaterThanOrEqual(0)
        expect(place.column).toBeLessThan(3)
        expect(place.minute).toBeGreaterThanOrEqual(0)
        expect(place.minute).toBeLessThanOrEqual(1440)
      }),
    )
  })

  it('a dragged range is snapped, not empty, inside the day, and the same both ways', () => {
    fc.assert(
      fc.property(minute, minute, step, (a, b, by) => {
        const range = draggedRange(a, b, by)
        expect(range).toEqual(draggedRange(b, a, by))
        expect(range.start % by).toBe(0)
        expect(range.end % by).toBe(0)
        expect(range.end - range.start).toBeGreaterThanOrEqual(by)
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.end).toBeLessThanOrEqual(1440)
      }),
    )
  })

  it('a dragged card starts inside the day and ends after its start', () => {
    fc.assert(
      fc.property(minute, fc.nat(120), step, (at, grip, by) => {
        const start = draggedStart(at, grip, by)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThan(1440)
        expect(draggedEnd(at, start, by)).toBeGreaterThan(start)
      }),
    )
  })
})
