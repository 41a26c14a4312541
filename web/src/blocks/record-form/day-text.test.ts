import { describe, expect, test } from 'vitest'
import { parseDayText } from './day-text.ts'

describe('a typed day', () => {
  test.each([
    ['13/nov/2026', 'es'],
    ['13/11/2026', 'es'],
    ['13-11-2026', 'it'],
    ['13.11.2026', 'it'],
    ['13 de noviembre de 2026', 'es'],
    ['13 novembre 2026', 'it'],
    ['13/Nov/2026', 'en'],
    ['13112026', 'es'],
    ['2026-11-13', 'en'],
    ['13/11/26', 'es'],
  ] as const)('%s (%s) is the thirteenth of November 2026', (text, language) => {
    expect(parseDayText(text, language, 2026)).toBe('2026-11-13')
  })

  test('September has four letters in Spanish short form', () => {
    expect(parseDayText('02/sept/2026', 'es')).toBe('2026-09-02')
    expect(parseDayText('02/sep/2026', 'es')).toBe('2026-09-02')
  })

  test('two digits of a birth year mean the past century', () => {
    expect(parseDayText('05/03/85', 'es', 2026)).toBe('1985-03-05')
  })

  test.each(['31/02/2026', '13/xyz/2026', '40/11/2026', 'mañana', '', '13/11'])('%s is no day', (text) => {
    expect(parseDayText(text, 'es', 2026)).toBeNull()
  })
})
