import { describe, expect, it } from 'vitest'
import { asOneLine, fileName, line, name, optionalLine } from './text.ts'

const turned = 'receta\u202Egpj.exe'

describe('a text of one line', () => {
  it.each([
    ['a line break', 'Prado\r\nBcc: all@example.test'],
    ['a tab', 'Prado\tNorte'],
    ['a line separator', 'Prado\u2028Norte'],
    ['what turns the direction of writing', turned],
    ['an isolate', 'Prado \u2067Norte\u2069'],
  ])('takes no %s', (_, text) => {
    for (const schema of [line(100), name(), optionalLine(100)])
      expect(schema.safeParse(text).success).toBe(false)
  })

  it('takes letters of every direction', () => {
    for (const text of ['Fisioterapia El Prado', 'עיסוי', 'علاج طبيعي', 'Ana‍María'])
      expect(line(100).parse(` ${text} `)).toBe(text)
  })
})

it('what was stored before that was refused is read as one line', () => {
  expect(asOneLine('Prado\nNorte\u202E ')).toBe('Prado Norte')
})

it('the name of a file, which a device gave it, is straightened and not refused', () => {
  expect(fileName(100).parse('\treceta\u202Egpj\r\n.exe ')).toBe('recetagpj.exe')
})
