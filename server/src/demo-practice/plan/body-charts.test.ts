import { sidesOfRegion } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { describe, expect, it } from 'vitest'
import { bodyChartOf } from './body-charts.ts'
import { conditions } from './conditions.ts'

describe('where it hurts in the demo', () => {
  it.each(conditions)('is known of every complaint, on regions that there are: $key', ({ key, pain }) => {
    for (const side of ['left', 'right'] as const) {
      const marks = bodyChartOf(key, side, pain[0])?.marks ?? []
      expect(marks.length).toBeGreaterThan(0)
      expect(Math.max(...marks.map(({ intensity }) => intensity ?? 0))).toBe(pain[0])
      for (const mark of marks) expect(sidesOfRegion(mark.view, mark.region ?? '')).toContain(mark.side)
    }
  })

  it('grows smaller with the pain, and goes with it', () => {
    expect(bodyChartOf('sciatica', 'left', 8)?.marks).toHaveLength(3)
    expect(bodyChartOf('sciatica', 'left', 1)?.marks).toHaveLength(1)
    expect(bodyChartOf('sciatica', 'left', 0)).toBeUndefined()
  })
})
