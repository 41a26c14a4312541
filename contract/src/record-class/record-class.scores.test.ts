import { describe, expect, test } from 'vitest'
import { score } from './record-class.scores.ts'

const take = (expression: unknown, more: object = {}) =>
  score.safeParse({ id: 'total', label: 'label_total', expression, ...more })
const nested = (levels: number): unknown =>
  levels === 1 ? { constant: 1 } : { op: 'sum', of: [nested(levels - 1)] }
const wide = (count: number) => ({ op: 'sum', of: Array.from({ length: count }, () => ({ constant: 1 })) })

describe('an expression', () => {
  test.each([
    [{ field: 'a' }],
    [{ field: 'a', part: 'left' }],
    [{ field: 'a', values: { no: 0, yes: 1.5, unclear: null } }],
    [{ constant: -2 }],
    [{ op: 'mean', of: [{ field: 'a' }], atLeast: 0 }],
    [{ op: 'divide', of: [{ field: 'a' }, { constant: 2 }] }],
  ])('is %j', (expression) => {
    expect(take(expression).data?.expression).toEqual(expression)
  })

  test.each([
    [{}],
    [null],
    ['a + b'],
    [{ field: 'a', constant: 1 }],
    [{ field: '__proto__' }],
    [{ field: 'a', part: 'both' }],
    [{ field: 'a', values: { yes: '1' } }],
    [{ constant: '1' }],
    [{ op: 'eval', of: [{ constant: 1 }] }],
    [{ op: 'sum', of: [] }],
    [{ op: 'sum', of: { 0: { constant: 1 } } }],
    [{ op: 'sum', of: [{ constant: 1 }], atLeast: -1 }],
    [{ op: 'subtract', of: [{ constant: 1 }] }],
    [{ op: 'add', of: [{ constant: 1 }, { constant: 1 }, { constant: 1 }] }],
    [{ op: 'add', of: [{ constant: 1 }, { constant: 1 }], atLeast: 1 }],
    [{ op: 'sum', of: [{ constant: 1 }], code: 'x' }],
  ])('is not %j', (expression) => {
    expect(take(expression).success).toBe(false)
  })

  test('has at most eight levels and two hundred parts', () => {
    expect(take(nested(8)).success).toBe(true)
    expect(take(wide(199)).success).toBe(true)
    for (const expression of [nested(9), wide(200)]) {
      expect(take(expression).error?.issues).toMatchObject([
        { path: ['expression'], message: 'Too large: at most 8 levels and 200 parts' },
      ])
    }
  })

  test('of a hundred thousand levels is refused and exhausts nothing', () => {
    let deep: unknown = { constant: 1 }
    for (let level = 0; level < 100_000; level += 1) deep = { op: 'sum', of: [deep] }
    expect(take(deep).success).toBe(false)
  })
})

test('a score takes a unit, decimals, bands and a direction, and nothing else', () => {
  const bands = [
    { upTo: 10, label: 'low' },
    { upTo: null, label: 'high' },
  ]
  const more = { unit: 'points', decimals: 1, bands, better: 'higher' }
  expect(take({ field: 'a' }, more).success).toBe(true)
  for (const wrong of [
    { decimals: 4 },
    { decimals: 0.5 },
    { bands: [] },
    { bands: [{ label: 'x' }] },
    { better: 'up' },
    { formula: 'a' },
  ])
    expect(take({ field: 'a' }, wrong).success).toBe(false)
})
