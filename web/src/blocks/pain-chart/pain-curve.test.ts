import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { painCurve, shownLabels } from './pain-curve.ts'

describe('the pain curve', () => {
  test('stays inside its drawing for any levels and width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 500 }),
        fc.integer({ min: 60, max: 2000 }),
        (levels, width) => {
          const { spots, bottom } = painCurve(levels, width, 150)
          expect(spots).toHaveLength(levels.length)
          for (const { x, y } of spots) {
            expect(x).toBeGreaterThanOrEqual(0)
            expect(x).toBeLessThanOrEqual(width)
            expect(y).toBeGreaterThanOrEqual(0)
            expect(y).toBeLessThanOrEqual(bottom)
          }
        },
      ),
    )
  })

  test('more pain lies higher', () => {
    const { spots } = painCurve([2, 8], 300, 150)
    expect(spots[1]?.y).toBeLessThan(spots[0]?.y ?? 0)
  })

  test('no points draw no line', () => {
    expect(painCurve([], 300, 150)).toMatchObject({ spots: [], line: '', area: '' })
  })
})

describe('the labels below the axis', () => {
  test('all stand where they fit', () => {
    expect(shownLabels(7, 500)).toEqual([true, true, true, true, true, true, true])
  })

  test('the first and the last always stand', () => {
    const shown = shownLabels(60, 300)
    expect(shown[0]).toBe(true)
    expect(shown.at(-1)).toBe(true)
    expect(shown.filter(Boolean).length).toBeLessThan(14)
  })
})
