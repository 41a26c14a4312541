import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { classOf, fieldOf } from '@ulna/contract/record-class/record-class.fixture'
import type { RecordRow } from '@ulna/contract/records/records'
import { describe, expect, test } from 'vitest'
import { chartsOverTime, measuresOverTime, type ReadRecord } from './measures-of-patient-file.ts'

const words = { current: [], language: 'es' as const, t: (key: string) => key }
const norm = { value: 180, low: 160, source: 'source' }
const control = {
  ...classOf(
    fieldOf({ id: 'painIntensity', type: 'pain_scale' }),
    fieldOf({ id: 'bodyChart', type: 'body_chart' }),
    fieldOf({ id: 'secret', type: 'number', displayOrder: -1 }),
  ),
  type: 'control' as const,
}
const test_ = {
  ...classOf(
    fieldOf({ id: 'flexion', type: 'measure_pair', params: { unit: 'degrees', min: 0, max: 200, norm } }),
    fieldOf({ id: 'effort', type: 'percent' }),
  ),
  classId: 'shoulder',
  scores: [{ id: 'total', label: 'total', expression: { field: 'effort' } }],
}
const read = (
  id: number,
  recordClass: ReadRecord['recordClass'],
  data: ReadRecord['data'],
  date = `2026-0${id}-01T10:00:00Z`,
): ReadRecord => ({ record: { id, date } as RecordRow, recordClass, data, day: `día ${id}` })

describe('measures over time', () => {
  test('are those that two records have, of diagnosis and follow-ups together', () => {
    const series = measuresOverTime(
      [
        read(2, { ...control, classId: 'followup_default' }, { painIntensity: 5 }),
        read(1, { ...control, classId: 'case_default' }, { painIntensity: 8, secret: 1 }),
        read(3, { ...control, classId: 'followup_default' }, { painIntensity: null, secret: 2 }),
        read(4, test_, { effort: 40 }),
      ],
      words,
    )
    expect(series.map(({ label, visits }) => [label, visits.map(({ value }) => value)])).toEqual([
      ['label_painIntensity', [8, 5]],
    ])
    expect(series[0]).toMatchObject({ ends: [0, 10], isPair: false, form: '' })
  })

  test('have both sides, the norm with its source, and the scores', () => {
    const series = measuresOverTime(
      [
        read(1, test_, { flexion: { left: 90, right: null }, effort: 40 }),
        read(2, test_, { flexion: { left: 120, right: 170 }, effort: 60 }),
      ],
      words,
    )
    expect(series.map(({ label }) => label)).toEqual(['label_flexion', 'label_effort', 'total'])
    expect(series[0]).toMatchObject({ isPair: true, unit: 'degrees', norm, normText: 'pair.normalFrom' })
    expect(series[0]?.visits).toEqual([
      { key: '1', at: Date.parse('2026-01-01T10:00:00Z'), day: 'día 1', left: 90, right: undefined },
      { key: '2', at: Date.parse('2026-02-01T10:00:00Z'), day: 'día 2', left: 120, right: 170 },
    ])
    expect(series[1]).toMatchObject({ unit: '%', form: 'sample' })
    expect(series[2]?.visits.map(({ value }) => value)).toEqual([40, 60])
  })

  test('are no numbers that were planned, whatever version of the form they were written with', () => {
    const planned = (version: number, params: Record<string, unknown>) => ({
      ...classOf(
        fieldOf({ id: 'sessions', type: 'number', params }),
        fieldOf({ id: 'painIntensity', type: 'pain_scale' }),
      ),
      type: 'control' as const,
      classId: 'case_default',
      version,
    })
    const [old, now] = [planned(2, { integer: true }), planned(3, { integer: true, measured: false })]
    const labels = (records: ReadRecord[], current: RecordClass[]) =>
      measuresOverTime(records, { ...words, current }).map(({ label }) => label)
    const data = { sessions: 10, painIntensity: 6 }
    expect(labels([read(1, now, data), read(2, now, data)], [now])).toEqual(['label_painIntensity'])
    expect(labels([read(1, old, data), read(2, old, data)], [now])).toEqual(['label_painIntensity'])
    expect(labels([read(1, old, data), read(2, old, data)], [])).toHaveLength(2)
  })

  test('of one version of a class go on in the next', () => {
    const series = measuresOverTime(
      [read(1, test_, { effort: 1 }), read(2, { ...test_, version: 2, scores: [] }, { effort: 2 })],
      words,
    )
    expect(series.map(({ key }) => key)).toEqual(['shoulder percent effort'])
  })
})

test('body charts come oldest first, without those that say nothing or cannot be read', () => {
  const knee = { view: 'front', region: 'knee', side: 'left' }
  const charts = chartsOverTime(
    [
      read(2, control, { bodyChart: { marks: [{ ...knee, intensity: 3 }] } }),
      read(1, control, { bodyChart: { marks: [knee] } }),
      read(3, control, { bodyChart: { marks: [] } }),
      read(4, control, { bodyChart: 'nonsense' }),
    ],
    ({ id }) => `registro ${id}`,
  )
  expect(charts.map(({ title, day, marks }) => [title, day, marks.length])).toEqual([
    ['registro 1', 'día 1', 1],
    ['registro 2', 'día 2', 1],
  ])
})
