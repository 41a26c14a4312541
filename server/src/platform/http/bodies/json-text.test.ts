import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../app-error.ts'
import { countKeys } from './json-text.ts'

const plenty = 1_000_000

const keysOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, one) => sum + keysOf(one), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

const refusalOf = (text: string | Buffer, mostParts = plenty): string | undefined => {
  try {
    countKeys(Buffer.from(text), mostParts)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.key : String(error)
  }
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '{":,[', `${'x'.repeat(200)}"`, `\\${'y'.repeat(200)}`),
)

describe('the keys of a JSON text', () => {
  it('are as many as its objects have, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.object({ key: texts, values: [texts, fc.double(), fc.constant(null)] }), (value) => {
        expect(countKeys(Buffer.from(JSON.stringify(value)), plenty)).toBe(keysOf(value))
        expect(countKeys(Buffer.from(JSON.stringify(value, null, 2)), plenty)).toBe(keysOf(value))
      }),
    )
  })

  it('count each time they are spelled out', () => {
    expect(countKeys(Buffer.from('{"a":1,"a":2}'), plenty)).toBe(2)
    expect(countKeys(Buffer.from('{"a":"{\\"b\\":1}"}'), plenty)).toBe(1)
  })
})

describe('a text that nobody should parse', () => {
  it('is nested deeper than fifty', () => {
    expect(refusalOf(`${'['.repeat(50)}${']'.repeat(50)}`)).toBeUndefined()
    expect(refusalOf(`${'['.repeat(51)}${']'.repeat(51)}`)).toBe('invalid_request')
    expect(refusalOf('{"a":'.repeat(51))).toBe('invalid_request')
    expect(refusalOf('[[],'.repeat(51))).toBe('invalid_request')
  })

  it('has more parts than it may', () => {
    expect(refusalOf('[1,2,3]', 3)).toBeUndefined()
    expect(refusalOf('[1,2,3,4]', 3)).toBe('payload_too_large')
    expect(refusalOf('["a","b"]', 3)).toBe('payload_too_large')
    expect(refusalOf('[[],[]]', 3)).toBe('payload_too_large')
    expect(refusalOf('""""', 1)).toBe('payload_too_large')
  })

  it('is millions of bytes of anything but texts', () => {
    expect(refusalOf(Buffer.alloc(3_000_000, ' '))).toBe('payload_too_large')
    expect(refusalOf(Buffer.alloc(3_000_000, ':'))).toBe('payload_too_large')
    expect(refusalOf(`"${'x'.repeat(3_000_000)}"`)).toBeUndefined()
  })

  it('is left alone when it does not end: that is for the parser to say', () => {
    expect(refusalOf('{"a')).toBeUndefined()
    expect(refusalOf('"\\')).toBeUndefined()
    expect(refusalOf(`"${'x'.repeat(100)}\\"`)).toBeUndefined()
  })
})
