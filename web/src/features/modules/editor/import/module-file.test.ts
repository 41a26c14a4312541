import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFaultAt } from '../faults/json-fault.ts'
import { readModuleText } from './module-file.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a file that holds an object is read, also behind a byte order mark', () => {
  expect(readModuleText('\uFEFF{ "format": "ulna-module/1" }')).toEqual({
    document: { format: 'ulna-module/1' },
  })
})

test('what is no JSON is told with the line and column where it ends to be', () => {
  expect(readModuleText('{\n  "format": oops\n}')).toEqual({ problem: 'notJson', line: 2, column: 13 })
  expect(readModuleText('{ "a": [1, 2')).toEqual({ problem: 'notJson', line: 1, column: 13 })
  expect(readModuleText('{ "a": 1, }')).toEqual({ problem: 'notJson', line: 1, column: 11 })
  expect(readModuleText('')).toEqual({ problem: 'notJson', line: 1, column: 1 })
})

test('JSON that is no object is no module, and neither is a file that is too large', () => {
  for (const text of ['[]', 'null', '"ulna"', '7'])
    expect(readModuleText(text)).toEqual({ problem: 'notObject' })
  expect(readModuleText(JSON.stringify({ text: 'a'.repeat(3 * 1024 * 1024) }))).toEqual({
    problem: 'tooLarge',
  })
})

test('a text has a fault exactly when it cannot be parsed', () => {
  const damaged = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ',', '}', ']', '"', ':', '\\', 'x', '0', '-', ' ', '\n'),
    )
    .map(([text, at, length, put]) => {
      const from = at % (text.length + 1)
      return text.slice(0, from) + put + text.slice(from + length)
    })
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
      expect(jsonFaultAt(text) === null).toBe(isJson(text))
    }),
    { numRuns: 1000 },
  )
})
