import { pairParams } from '@ulna/contract/record-class/record-class.pairs'
import { describe, expect, test } from 'vitest'
import { deficitText, normText } from './pair-words.ts'

const t = (key: string, values: Record<string, string>) => [key, ...Object.values(values)].join(' ')
const words = { t, language: 'es', unit: '°' }
const params = (norm?: object) =>
  pairParams({ params: { unit: 'degrees', min: -10, max: 180, ...(norm && { norm }) } })

describe('the norm in words', () => {
  const norm = { value: 150, source: 'source' }

  test.each([
    [norm, 'pair.normal 150° AAOS'],
    [{ ...norm, low: 140.5 }, 'pair.normalFrom 150° AAOS 140,5°'],
    [{ ...norm, high: 160 }, 'pair.normalUpTo 150° AAOS 160°'],
    [{ ...norm, low: 140, high: 160 }, 'pair.normalRange 150° AAOS 140° 160°'],
  ])('%j', (given, text) => {
    expect(normText(params(given), 'AAOS', words)).toBe(text)
  })

  test('is nothing where there is none', () => {
    expect(normText(params(), '', words)).toBeUndefined()
    expect(deficitText(params(), 120, words)).toBeUndefined()
  })
})

describe('a side against the norm in words', () => {
  const bounded = params({ value: 150, low: 140, high: 160, source: 'source' })

  test('lacks, exceeds or is within', () => {
    expect(deficitText(bounded, 135.5, words)).toBe('pair.below 14,5°')
    expect(deficitText(bounded, 165, words)).toBe('pair.above 15°')
    expect(deficitText(bounded, 140, words)).toBe('pair.within')
  })

  test.each([null, undefined, '12o', 500])('is nothing for %j, which is no measure', (value) => {
    expect(deficitText(bounded, value, words)).toBeUndefined()
  })
})
