import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Canonical, canonicalJson, readSealId, sealIdOf, sealIdText } from './signatures.seal.ts'

const json = fc
  .jsonValue({ noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)) as Canonical)

/** The same with the keys of every object in another order. */
const turned = (value: Canonical): Canonical => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, turned(one)]),
  )
}

const isNormal = (value: Canonical): boolean =>
  JSON.stringify(value).normalize('NFC') === JSON.stringify(value)

describe('the canonical form', () => {
  it('is that of RFC 8785', () => {
    // The example of its section 3.2.2, and the order of its section 3.2.3.
    expect(
      canonicalJson({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
    const keys = { '\u20ac': 1, '\r': 2, '1': 3, '\u{1F600}': 4, '\u0080': 5, '\u00f6': 6 }
    expect(Object.values(JSON.parse(canonicalJson(keys)))).toHaveLength(6)
    expect(canonicalJson(keys)).toBe('{"\\r":2,"1":3,"\u0080":5,"\u00f6":6,"\u20ac":1,"\u{1F600}":4}')
  })

  it('says the same as the value, and has one form whatever the order of its keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        fc.pre(isNormal(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
      }),
    )
  })

  it('tells different values apart', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        fc.pre(isNormal(one) && isNormal(other))
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isSame(one, other))
      }),
    )
  })

  it('writes −0 as 0, and accents put together or apart alike', () => {
    expect(canonicalJson([-0])).toBe('[0]')
    expect(canonicalJson({ 'e\u0301': 'n\u0303' })).toBe(canonicalJson({ '\u00e9': '\u00f1' }))
    expect(() => canonicalJson({ 'e\u0301': 1, '\u00e9': 2 })).toThrow('normalised')
  })

  it('takes nothing that JSON cannot say, however deep it is', () => {
    const impossible = [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', 1n, () => 1, Symbol('x')]
    for (const value of impossible)
      for (const at of [value, [value], { a: { b: [value] } }])
        expect(() => canonicalJson(at as Canonical)).toThrow(TypeError)
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is looked at
    expect(() => canonicalJson([1, , 2] as never)).toThrow(TypeError)
  })
})

const isSame = (one: Canonical, other: Canonical): boolean => {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

const random = fc.uint8Array({ minLength: 12, maxLength: 12 })

describe('a seal id', () => {
  it('is read back from how it is printed, also in small letters and with the letters that are mistaken for digits', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const sealId = sealIdOf(bytes)
        expect(sealId).toHaveLength(13)
        const typed = sealIdText(sealId).toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o')
        expect(readSealId(` ${typed} `)).toBe(sealId)
      }),
    )
  })

  it('with one symbol mistyped, or two that changed places, is none', () => {
    const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    fc.assert(
      fc.property(random, fc.nat(11), fc.nat(31), (bytes, place, other) => {
        const sealId = sealIdOf(bytes)
        const symbol = symbols.charAt(other)
        fc.pre(sealId.charAt(place) !== symbol)
        expect(readSealId(sealId.slice(0, place) + symbol + sealId.slice(place + 1))).toBeNull()
      }),
    )
    fc.assert(
      fc.property(random, fc.nat(10), (bytes, place) => {
        const sealId = sealIdOf(bytes)
        const [a, b] = [sealId.charAt(place), sealId.charAt(place + 1)]
        fc.pre(a !== b)
        expect(readSealId(sealId.slice(0, place) + b + a + sealId.slice(place + 2))).toBeNull()
      }),
    )
  })

  it('is nothing that is shorter, longer or of other letters', () => {
    const sealId = sealIdOf(new Uint8Array(12))
    for (const typed of ['', sealId.slice(1), `${sealId}0`, `${'U'.repeat(12)}0`, '../../etc/passwd'])
      expect(readSealId(typed)).toBeNull()
  })
})
