import {
  type BodyMark,
  bodyChartLimits,
  bodyViews,
  placesOfView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { bodyCharts } from '@ulna/contract/record-class/body-chart/record-class.body-chart.fixture'
import { readBodyChart } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChartAction, type ChartEdit, changeChart, editOf } from './chart-edit.ts'

const knee = { view: 'front', region: 'knee', side: 'left' } as const
const lumbar = { view: 'back', region: 'lumbar', side: 'right' } as const
const after = (start: readonly BodyMark[], ...actions: ChartAction[]): ChartEdit =>
  actions.reduce(changeChart, editOf(start))
const draw = (stroke: readonly number[], place?: typeof knee): ChartAction => ({
  kind: 'draw',
  view: 'front',
  stroke,
  place,
})

describe('touching a region', () => {
  test('marks it and opens its details', () => {
    expect(after([], { kind: 'touch', place: knee })).toMatchObject({ marks: [knee], selected: 0 })
  })

  test('again takes it back while it says nothing', () => {
    const touch: ChartAction = { kind: 'touch', place: knee }
    expect(after([], touch, touch)).toMatchObject({ marks: [], selected: null })
  })

  test('never takes back what it says', () => {
    const strong = { ...knee, intensity: 7 }
    expect(after([strong], { kind: 'touch', place: knee }, { kind: 'touch', place: knee })).toMatchObject({
      marks: [strong],
      selected: 0,
    })
  })

  test('naming a marked region opens it, however often', () => {
    const mark: ChartAction = { kind: 'mark', place: knee }
    expect(after([], mark, mark)).toMatchObject({ marks: [knee], selected: 0 })
  })
})

describe('drawing', () => {
  test('line after line is one mark, until its details are closed', () => {
    expect(after([], draw([1, 1]), draw([2, 2])).marks).toEqual([
      {
        view: 'front',
        strokes: [
          [1, 1],
          [2, 2],
        ],
      },
    ])
    expect(after([], draw([1, 1]), { kind: 'select', index: null }, draw([2, 2], knee)).marks).toEqual([
      { view: 'front', strokes: [[1, 1]] },
      { ...knee, strokes: [[2, 2]] },
    ])
  })

  test('rubbing out the last line of a mark takes the mark away', () => {
    const drawn = after([], draw([1, 1]), draw([2, 2]))
    const one = changeChart(drawn, { kind: 'erase', index: 0, stroke: 0 })
    expect(one.marks).toEqual([{ view: 'front', strokes: [[2, 2]] }])
    expect(changeChart(one, { kind: 'erase', index: 0, stroke: 0 }).marks).toEqual([])
  })

  test('a chart that is full says so and stays as it is', () => {
    const line = Array<number>(bodyChartLimits.points * 2).fill(1)
    const full = after([], ...Array<ChartAction>(10).fill(draw(line)))
    expect(full.isFull).toBe(false)
    const more = changeChart(full, draw([1, 1]))
    expect(more).toMatchObject({ marks: full.marks, isFull: true })
    expect(changeChart(more, { kind: 'select', index: 0 }).isFull).toBe(false)
  })
})

test('starting from the last time can be undone like anything else', () => {
  const carried = after([], { kind: 'replace', marks: [knee, lumbar] })
  expect(carried.marks).toEqual([knee, lumbar])
  expect(changeChart(carried, { kind: 'undo' }).marks).toEqual([])
  expect(changeChart(editOf([knee]), { kind: 'undo' })).toEqual(editOf([knee]))
})

const places = fc.constantFrom(...bodyViews.flatMap(placesOfView))
const stroke = fc
  .array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 1, maxLength: 60 })
  .map((points) => points.flat())
const actions: fc.Arbitrary<ChartAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('touch' as const, 'mark' as const), place: places }),
  fc.record({
    kind: fc.constant('draw' as const),
    view: fc.constantFrom(...bodyViews),
    stroke,
    place: fc.constant(undefined),
  }),
  fc.record({ kind: fc.constant('erase' as const), index: fc.nat(5), stroke: fc.nat(3) }),
  fc.record({ kind: fc.constant('remove' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('select' as const), index: fc.constantFrom(null, 0) }),
  fc.record({ kind: fc.constant('replace' as const), marks: bodyCharts.map(({ marks }) => marks) }),
  fc.constant({ kind: 'undo' as const }),
)

test('whatever is done, the chart is one the server takes, and undo leads all the way back', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 40 }), (done) => {
      const end = after([], ...done)
      expect(readBodyChart({ marks: end.marks }).kind).not.toBe('faults')
      if (end.selected !== null) expect(end.marks[end.selected]).toBeDefined()
      const back = end.past.reduce((edit) => changeChart(edit, { kind: 'undo' }), end)
      expect(back).toEqual(editOf([]))
    }),
  )
})
