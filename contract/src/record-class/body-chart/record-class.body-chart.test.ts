import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordDifference } from '../../records/records.difference.rules.ts'
import { recordSummary } from '../../records/records.summary.rules.ts'
import { classOf, fieldOf } from '../record-class.fixture.ts'
import { validateRecordData } from '../record-class.validation.ts'
import { comparedPlaces, placeChange } from './record-class.body-chart.compare.ts'
import { bodyCharts } from './record-class.body-chart.fixture.ts'
import { markText, placeText } from './record-class.body-chart.rules.ts'
import {
  type BodyMark,
  bodyChartLimits,
  bodyRegions,
  bodyViews,
  painQualities,
  placeKey,
  placesOfView,
} from './record-class.body-chart.ts'
import { marksIn, readBodyChart } from './record-class.body-chart.values.ts'

const recordClass = classOf(fieldOf({ id: 'chart', type: 'body_chart' }))
const t = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  values ? `${key}(${Object.values(values).join(', ')})` : key
const context = { language: 'es', t } as const
const lumbar = { view: 'back', region: 'lumbar', side: 'left' } as const
const faultsOf = (...marks: unknown[]) => {
  const reading = readBodyChart({ marks })
  return reading.kind === 'faults' ? reading.faults : []
}

describe('the regions', () => {
  test('are enough to say where it hurts, each with its sides', () => {
    const counts = Object.fromEntries(bodyViews.map((view) => [view, placesOfView(view).length]))
    expect(counts.front).toBeGreaterThanOrEqual(30)
    expect(counts.back).toBeGreaterThanOrEqual(25)
    expect(Object.keys(bodyRegions.palms)).toContain('thumb')
    expect(Object.keys(bodyRegions.soles)).toContain('heel')
    const keys = bodyViews.flatMap(placesOfView).map(placeKey)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a chart', () => {
  test('that a person could write is taken, and read again as it was stored', () => {
    fc.assert(
      fc.property(bodyCharts, (chart) => {
        const { data, errors } = validateRecordData(recordClass, { chart })
        expect(errors).toBeUndefined()
        expect(validateRecordData(recordClass, data)).toEqual({ data })
        expect(marksIn(data?.chart)).toHaveLength(chart.marks.length)
      }),
    )
  })

  test('is stored alike in whatever order its marks were made', () => {
    fc.assert(
      fc.property(bodyCharts, ({ marks }) => {
        const regions = marks.filter(({ strokes }) => !strokes)
        expect(readBodyChart({ marks: regions.toReversed() })).toEqual(readBodyChart({ marks: regions }))
      }),
    )
  })

  test('says every mark in its summary, and every text of it', () => {
    fc.assert(
      fc.property(bodyCharts, (chart) => {
        const [item] = recordSummary(recordClass, { chart }, context)
        const marks = marksIn(chart)
        expect(item?.text).toBe(
          marks
            .map((mark) => markText(mark, t))
            .join('\n')
            .trim(),
        )
        for (const mark of marks) expect(item?.text).toContain(placeText(mark, t))
        for (const { note = '' } of marks) expect(item?.text).toContain(note.trimEnd())
      }),
    )
  })

  test('reads as a line each mark', () => {
    const chart = {
      marks: [
        { ...lumbar, intensity: 7, qualities: ['burning'], depth: 'deep', note: 'al agacharse' },
        { view: 'front', strokes: [[1, 2, 3, 4]] },
      ],
    }
    expect(recordSummary(recordClass, { chart }, context)[0]?.text).toBe(
      [
        'bodyChart:drawn(bodyChart:view.front)',
        'bodyChart:region.back.lumbar, bodyChart:side.left: 7/10, bodyChart:quality.burning, bodyChart:depth.deep, al agacharse',
      ].join('\n'),
    )
  })

  test('that says more than before differs by the mark', () => {
    const before = { recordClass, data: { chart: { marks: [{ ...lumbar, intensity: 7 }] } } }
    const after = { recordClass, data: { chart: { marks: [{ ...lumbar, intensity: 4 }] } } }
    const [difference] = recordDifference(before, after, context)
    expect(difference?.parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual([
      '7',
      '4',
    ])
  })

  test('that is empty is no answer', () => {
    for (const chart of [{}, { marks: [] }])
      expect(validateRecordData(recordClass, { chart })).toEqual({ data: {} })
    const required = classOf(fieldOf({ id: 'chart', type: 'body_chart', required: true }))
    expect(validateRecordData(required, { chart: { marks: [] } }).errors).toEqual([
      { field: 'data.chart', message: 'field_required' },
    ])
  })

  test('at its limits is less than 64 KB', () => {
    const { marks, strokes, points, allPoints, note, allNotes } = bodyChartLimits
    const drawn = Array.from({ length: allPoints / points }, () => ({
      ...lumbar,
      strokes: [Array<number>(points * 2).fill(1_000)],
      intensity: 10,
      qualities: [...painQualities],
    }))
    const noted = placesOfView('front')
      .concat(placesOfView('back'))
      .slice(0, marks - drawn.length)
      .map((place, index) => ({
        ...place,
        intensity: 10,
        qualities: [...painQualities],
        depth: 'superficial',
        note: index < Math.floor(allNotes / note) ? '漢'.repeat(note) : undefined,
      }))
    const { data, errors } = validateRecordData(recordClass, { chart: { marks: [...drawn, ...noted] } })
    expect(errors).toBeUndefined()
    expect(new TextEncoder().encode(JSON.stringify(data)).length).toBeLessThan(64 * 1024)
    expect(drawn.length).toBeLessThanOrEqual(strokes)
  })
})

describe('what is no mark is refused with its place', () => {
  test.each<[string, unknown, string, string]>([
    ['no object', 5, 'marks.0', 'field_type'],
    ['an unknown part', { ...lumbar, colour: 'red' }, 'marks.0.colour', 'field_unknown'],
    ['an unknown view', { view: 'inside', region: 'heart' }, 'marks.0.view', 'field_option'],
    [
      'a region of another view',
      { view: 'front', region: 'lumbar', side: 'left' },
      'marks.0.region',
      'field_option',
    ],
    ['a region from the prototype', { view: 'front', region: 'toString' }, 'marks.0.region', 'field_option'],
    ['a region without its side', { view: 'front', region: 'knee' }, 'marks.0.side', 'field_option'],
    [
      'a side the region is not on',
      { view: 'front', region: 'knee', side: 'midline' },
      'marks.0.side',
      'field_option',
    ],
    [
      'a side without a region',
      { view: 'front', side: 'left', strokes: [[1, 1]] },
      'marks.0.region',
      'field_option',
    ],
    ['neither region nor strokes', { view: 'front', intensity: 3 }, 'marks.0.region', 'field_required'],
    ['half a point', { view: 'front', strokes: [[1, 2, 3]] }, 'marks.0.strokes', 'field_type'],
    ['a point beside the drawing', { view: 'front', strokes: [[1, 1001]] }, 'marks.0.strokes', 'field_type'],
    ['a fraction of a point', { view: 'front', strokes: [[1, 1.5]] }, 'marks.0.strokes', 'field_type'],
    [
      'an endless line',
      { view: 'front', strokes: [Array(502).fill(1)] },
      'marks.0.strokes',
      'field_too_long',
    ],
    ['an intensity above ten', { ...lumbar, intensity: 11 }, 'marks.0.intensity', 'field_range'],
    ['half an intensity', { ...lumbar, intensity: 3.5 }, 'marks.0.intensity', 'field_type'],
    ['an unknown quality', { ...lumbar, qualities: ['nasty'] }, 'marks.0.qualities', 'field_option'],
    ['a quality twice', { ...lumbar, qualities: ['ache', 'ache'] }, 'marks.0.qualities', 'field_option'],
    ['an unknown depth', { ...lumbar, depth: 'middling' }, 'marks.0.depth', 'field_option'],
    ['a note too long', { ...lumbar, note: 'x'.repeat(301) }, 'marks.0.note', 'field_too_long'],
    ['a note that is no text', { ...lumbar, note: 'a\uD800' }, 'marks.0.note', 'field_text'],
  ])('%s', (_, mark, part, message) => {
    expect(faultsOf(mark)[0]).toMatchObject({ part, message })
  })

  test('a region marked twice, or too much of it all', () => {
    expect(faultsOf(lumbar, { ...lumbar, intensity: 3 })).toEqual([
      { message: 'field_option', part: 'marks' },
    ])
    expect(faultsOf(lumbar, { ...lumbar, strokes: [[1, 1]] })).toEqual([])
    expect(faultsOf(...Array(81).fill({ view: 'front', strokes: [[1, 1]] }))).toMatchObject([
      { message: 'field_too_long', part: 'marks' },
    ])
    const line = { view: 'front', strokes: [Array(500).fill(1)] }
    expect(faultsOf(...Array(11).fill(line))).toMatchObject([{ message: 'field_too_long' }])
    const noted = placesOfView('back').map((place) => ({ ...place, note: 'x'.repeat(300) }))
    expect(faultsOf(...noted)).toMatchObject([{ message: 'field_too_long' }])
  })

  test('anything at all is taken or refused, never an accident', () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (chart, part) => {
        for (const value of [
          chart,
          { marks: [part] },
          { marks: [{ ...lumbar, note: part, strokes: part }] },
        ]) {
          const reading = readBodyChart(value)
          expect(['value', 'absent', 'faults']).toContain(reading.kind)
          if (reading.kind === 'value') expect(readBodyChart(reading.value)).toEqual(reading)
        }
      }),
    )
  })

  test('−0 is stored as 0', () => {
    expect(marksIn({ marks: [{ ...lumbar, intensity: -0, strokes: [[-0, 0]] }] })).toEqual([
      { ...lumbar, intensity: 0, strokes: [[0, 0]] },
    ])
  })
})

describe('charts compared', () => {
  const knee = { view: 'front', region: 'knee', side: 'right' } as const

  test('have a row for every place that any of them marks, the strongest mark in each', () => {
    fc.assert(
      fc.property(fc.array(bodyCharts, { minLength: 1, maxLength: 4 }), (charts) => {
        const all = charts.map(({ marks }) => marks)
        const rows = comparedPlaces(all)
        expect(rows.map(({ key }) => key).toSorted()).toEqual(
          [...new Set(all.flat().map(placeKey))].toSorted(),
        )
        for (const row of rows) {
          row.marks.forEach((found, index) => {
            const there = (all[index] ?? []).filter((mark) => placeKey(mark) === row.key)
            expect(found === null).toBe(there.length === 0)
            expect(found?.intensity ?? -1).toBe(Math.max(-1, ...there.map((mark) => mark.intensity ?? -1)))
          })
        }
      }),
    )
  })

  test.each<[BodyMark | null, BodyMark | null, object]>([
    [null, null, { kind: 'same' }],
    [null, knee, { kind: 'new' }],
    [knee, null, { kind: 'gone' }],
    [
      { ...knee, intensity: 7 },
      { ...knee, intensity: 4 },
      { kind: 'less', by: 3 },
    ],
    [
      { ...knee, intensity: 4 },
      { ...knee, intensity: 5 },
      { kind: 'more', by: 1 },
    ],
    [{ ...knee, intensity: 4 }, { ...knee, intensity: 4 }, { kind: 'same' }],
    [knee, knee, { kind: 'same' }],
    [{ ...knee, intensity: 4 }, knee, { kind: 'unknown' }],
  ])('%j and then %j', (before, after, change) => {
    expect(placeChange(before, after)).toEqual(change)
  })
})
