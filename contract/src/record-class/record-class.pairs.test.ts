import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { againstNorm, pairParams, withUnit } from './record-class.pairs.ts'

describe('a measure against its norm', () => {
  const norm = { value: 150, low: 140, high: 160, source: 'source' }

  test('is within from low to high, both included', () => {
    for (const measured of [140, 150, 160]) expect(againstNorm(norm, measured)).toEqual({ kind: 'within' })
  })

  test('below the range lacks what is missing to the normal value', () => {
    expect(againstNorm(norm, 139)).toEqual({ kind: 'below', by: 11 })
    expect(againstNorm(norm, 161)).toEqual({ kind: 'above', by: 11 })
  })

  test('without a range counts from the value, and has no upper end', () => {
    const plain = { value: 150, source: 'source' }
    expect(againstNorm(plain, 149.5)).toEqual({ kind: 'below', by: 0.5 })
    expect(againstNorm(plain, 150)).toEqual({ kind: 'within' })
    expect(againstNorm(plain, 175)).toEqual({ kind: 'within' })
  })

  test('is said without the noise of binary fractions', () => {
    expect(againstNorm({ value: 44.5, source: 'source' }, 44.2)).toEqual({ kind: 'below', by: 0.3 })
  })

  test('lacks what brings it to the norm, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -500, max: 500 }),
        (value, measured) => {
          const found = againstNorm({ value, source: 'source' }, measured)
          expect(found.kind === 'below' ? measured + found.by : Math.min(measured, value)).toBe(value)
        },
      ),
    )
  })
})

test('a class without params bounds nothing', () => {
  expect(pairParams({})).toEqual({
    unit: '',
    min: -Number.MAX_VALUE,
    max: Number.MAX_VALUE,
    integer: false,
    norm: null,
  })
})

test.each([
  ['120', '°', '120°'],
  ['30', 'cm', '30 cm'],
  ['36', '°C', '36 °C'],
  ['5', '', '5'],
])('%s with the unit %s is %s', (number, unit, text) => {
  expect(withUnit(number, unit)).toBe(text)
})
