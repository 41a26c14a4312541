import fc from 'fast-check'
import {
  type BodyMark,
  bodyChartLimits,
  bodyViews,
  painDepths,
  painQualities,
  placeKey,
  placesOfView,
} from './record-class.body-chart.ts'

const { coordinate, intensity } = bodyChartLimits

const stroke = fc
  .array(fc.tuple(fc.nat(coordinate), fc.nat(coordinate)), { minLength: 1, maxLength: 30 })
  .map((points) => points.flat())

const note = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((text) => text.isWellFormed() && !text.includes('\u0000') && text.trim() === text && text !== '')

const details = fc.record(
  {
    intensity: fc.nat(intensity),
    qualities: fc.subarray([...painQualities], { minLength: 1 }),
    depth: fc.constantFrom(...painDepths),
    note,
  },
  { requiredKeys: [] },
)

const named = fc.constantFrom(...bodyViews.flatMap(placesOfView))

const drawn = fc.record({
  place: fc.oneof(
    named,
    fc.constantFrom(...bodyViews).map((view) => ({ view })),
  ),
  strokes: fc.array(stroke, { minLength: 1, maxLength: 3 }),
})

const mark: fc.Arbitrary<BodyMark> = fc.oneof(
  fc.tuple(named, details).map(([place, rest]) => ({ ...place, ...rest })),
  fc.tuple(drawn, details).map(([{ place, strokes }, rest]) => ({ ...place, strokes, ...rest })),
)

/** Charts a person could write: every region at most once, strokes anywhere. */
export const bodyCharts = fc
  .uniqueArray(mark, {
    minLength: 1,
    maxLength: 25,
    selector: (one) => (one.strokes ? JSON.stringify(one) : placeKey(one)),
  })
  .map((marks) => ({ marks }))
