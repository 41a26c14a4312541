import { describe, expect, test } from 'vitest'
import { numberText, parseNumberText } from './number-text.ts'

describe('a typed number', () => {
  test('takes comma and point', () => {
    expect(parseNumberText('72,5')).toBe(72.5)
    expect(parseNumberText(' 1.72 ')).toBe(1.72)
    expect(parseNumberText('-3')).toBe(-3)
  })

  test('empty is null, anything else is kept as typed', () => {
    expect(parseNumberText('')).toBeNull()
    expect(parseNumberText('1,')).toBe('1,')
    expect(parseNumberText('setenta')).toBe('setenta')
    expect(parseNumberText('1e3')).toBe('1e3')
  })

  test('is shown with the decimal sign of the language', () => {
    expect(numberText(72.5, 'es')).toBe('72,5')
    expect(numberText(72.5, 'en')).toBe('72.5')
    expect(numberText('1,', 'es')).toBe('1,')
    expect(numberText(null, 'es')).toBe('')
  })
})
