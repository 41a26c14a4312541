import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOverlaps, type Span } from './overlap-layout.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 5, max: 180 }))
  .map(([start, length]) => ({ start, end: start + length }))
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end

describe('overlap layout', () => {
  it('gives a lone span the whole width', () => {
    expect(layoutOverlaps([{ start: 0, end: 60 }])).toEqual([{ lane: 0, lanes: 1 }])
  })

  it('puts two that overlap side by side and leaves the third alone', () => {
    const lanes = layoutOverlaps([
      { start: 600, end: 660 },
      { start: 615, end: 675 },
      { start: 675, end: 700 },
    ])
    expect(lanes).toEqual([
      { lane: 0, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 0, lanes: 1 },
    ])
  })

  it('never puts two overlapping spans in one lane', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 60 }), (spans) => {
        const lanes = layoutOverlaps(spans)
        for (const [i, a] of spans.entries()) {
          for (const [j, b] of spans.entries()) {
            if (i < j && overlap(a, b)) {
              expect(lanes[i]?.lane).not.toBe(lanes[j]?.lane)
              expect(lanes[i]?.lanes).toBe(lanes[j]?.lanes)
            }
          }
        }
      }),
    )
  })

  it('uses no more lanes than are busy at one moment somewhere in the group', () => {
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 60 }), (spans) => {
        const lanes = layoutOverlaps(spans)
        const busiest = Math.max(
          ...spans.map((a) => spans.filter((b) => b.start <= a.start && a.start < b.end).length),
        )
        for (const { lane, lanes: count } of lanes) {
          expect(lane).toBeLessThan(count)
          expect(count).toBeLessThanOrEqual(busiest)
        }
      }),
    )
  })

  it('places 20,000 spans side by side', () => {
    const spans = Array.from({ length: 20_000 }, (_, index) => ({
      start: index % 1300,
      end: (index % 1300) + 40,
    }))
    // 16 begin at each of the first 500 minutes, and 40 minutes of them are under way together.
    expect(Math.max(...layoutOverlaps(spans).map(({ lanes }) => lanes))).toBe(640)
  })
})
