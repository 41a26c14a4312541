import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxOf, isWritten } from './stroke-box.ts'

const pad = { width: 560, height: 420 }
const point = fc.record({ x: fc.integer({ min: -20, max: 600 }), y: fc.integer({ min: -20, max: 450 }) })
const strokes = fc.array(fc.record({ points: fc.array(point, { minLength: 1, maxLength: 9 }) }), {
  minLength: 1,
  maxLength: 5,
})

describe('what of a pad is drawn on', () => {
  it('lies inside the pad, has some size and holds every point that does', () => {
    fc.assert(
      fc.property(strokes, (drawn) => {
        const box = boxOf(drawn, pad)
        expect(box).not.toBeNull()
        if (!box) return
        expect(box.width).toBeGreaterThan(0)
        expect(box.height).toBeGreaterThan(0)
        expect(box.left + box.width).toBeLessThanOrEqual(pad.width)
        expect(box.top + box.height).toBeLessThanOrEqual(pad.height)
        for (const { x, y } of drawn.flatMap(({ points }) => points)) {
          if (x < 0 || x > pad.width || y < 0 || y > pad.height) continue
          expect(x >= box.left && x <= box.left + box.width).toBe(true)
          expect(y >= box.top && y <= box.top + box.height).toBe(true)
        }
      }),
    )
  })

  it('is nothing while nothing is drawn', () => expect(boxOf([], pad)).toBeNull())
})

describe('a signature', () => {
  const line = (length: number) => [
    {
      points: [
        { x: 10, y: 10 },
        { x: 10 + length, y: 10 },
      ],
    },
  ]

  it('is more than a touch by mistake', () => {
    expect(isWritten([])).toBe(false)
    expect(isWritten([{ points: [{ x: 3, y: 3 }] }])).toBe(false)
    expect(isWritten(line(12))).toBe(false)
    expect(isWritten(line(200))).toBe(true)
  })
})
