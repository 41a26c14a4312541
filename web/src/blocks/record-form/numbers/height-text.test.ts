import { expect, test } from 'vitest'
import { parseHeightText } from './height-text.ts'

test('a height is metres, also when it was typed in centimetres', () => {
  expect(parseHeightText('1,72')).toBe(1.72)
  expect(parseHeightText('172')).toBe(1.72)
  expect(parseHeightText('172,5')).toBe(1.725)
  expect(parseHeightText('')).toBeNull()
  expect(parseHeightText('alto')).toBe('alto')
})
