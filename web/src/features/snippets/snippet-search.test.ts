import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedAt, findSnippets } from './snippet-search.ts'

describe('a slash asks for an own text', () => {
  test.each([
    ['/', 1, { start: 0, end: 1, word: '' }],
    ['Sube el brazo. /pen', 19, { start: 15, end: 19, word: 'pen' }],
    ['Uno\n/frio y más', 9, { start: 4, end: 9, word: 'frio' }],
  ])('in «%s» at %d', (text, cursor, asked) => {
    expect(askedAt(text, cursor)).toEqual(asked)
  })

  test.each([
    ['3/10', 4],
    ['y/o', 3],
    ['/pen ', 5],
    ['https://ulna', 12],
    ['', 0],
    ['/un_atajo_que_es_demasiado_largo', 32],
  ])('not in «%s» at %d', (text, cursor) => {
    expect(askedAt(text, cursor)).toBeUndefined()
  })

  test('what is replaced is the slash and the word, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.stringMatching(/^[a-z0-9_-]{0,20}$/),
        fc.string(),
        (before, word, after) => {
          const text = `${before} /${word}`
          const asked = askedAt(text + after, text.length)
          expect(asked).toEqual({ start: before.length + 1, end: text.length, word })
        },
      ),
    )
  })
})

const snippet = (shortcut: string, title: string) => ({ id: 1, version: 1, shortcut, title, text: 'x' })

test('shortcuts that begin so come before names that have it, whatever the accents', () => {
  const all = [
    snippet('calor', 'Péndulo con calor'),
    snippet('pendulo', 'Ejercicios'),
    snippet('frio', 'Frío'),
  ]
  expect(findSnippets(all, 'pén').map(({ shortcut }) => shortcut)).toEqual(['pendulo', 'calor'])
  expect(findSnippets(all, 'FRÍ').map(({ shortcut }) => shortcut)).toEqual(['frio'])
  expect(findSnippets(all, '')).toHaveLength(3)
  expect(findSnippets(all, 'nada')).toEqual([])
})
