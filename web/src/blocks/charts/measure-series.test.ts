import { expect, test } from 'vitest'
import { changeOf, linesOf, type MeasureSeries } from './measure-series.ts'

const base = { key: 'a', label: 'Flexión', form: '', unit: '°', isPair: true }
const visit = (at: number, sides: { left?: number; right?: number; value?: number }) => ({
  key: String(at),
  at,
  day: `día ${at}`,
  ...sides,
})
const series: MeasureSeries = {
  ...base,
  visits: [visit(1, { left: 44.2 }), visit(2, { left: 44.5, right: 100 }), visit(3, { right: 120 })],
}

test('both sides are lines of their own, the right one first, without the visits that lack them', () => {
  expect(linesOf(series).map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
    ['right', [100, 120]],
    ['left', [44.2, 44.5]],
  ])
})

test('a side that was never measured is no line', () => {
  expect(linesOf({ ...series, visits: [visit(1, { left: 4 })] }).map(({ name }) => name)).toEqual(['left'])
  const single = { ...series, isPair: false, visits: [visit(1, { value: 4, left: 3 })] }
  expect(linesOf(single).map(({ name }) => name)).toEqual(['value'])
})

test('what changed is the last less the first, without the noise of binary fractions', () => {
  const [right, left] = linesOf(series)
  expect(right && changeOf(right)).toEqual({ first: 100, last: 120, change: 20 })
  expect(left && changeOf(left)).toEqual({ first: 44.2, last: 44.5, change: 0.3 })
})

test('one point is no change', () => {
  expect(changeOf({ name: 'value', points: [{ at: 1, day: '', value: 3 }] })).toBeNull()
})
