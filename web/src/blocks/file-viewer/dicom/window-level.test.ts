import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullWindow, greyOf, greyTable, paintGreys, paintValues } from './window-level.ts'

const window = { center: 40, width: 400 }
const tones = { least: -1024, greatest: 3071, slope: 1, intercept: 0, inverted: false }

describe('a window of values', () => {
  it('draws its lower end black, its upper end white, and what lies beyond as its ends', () => {
    expect(greyOf(-160, window)).toBe(0)
    expect(greyOf(-1000, window)).toBe(0)
    expect(greyOf(239, window)).toBe(255)
    expect(greyOf(2000, window)).toBe(255)
    expect(greyOf(40, window)).toBeCloseTo(128, -0.5)
  })

  it('of one value is a border between black and white', () => {
    expect([9, 10].map((value) => greyOf(value, { center: 10, width: 1 }))).toEqual([0, 255])
  })

  it('never draws a greater value darker', () => {
    const any = fc.record({
      center: fc.integer({ min: -500, max: 3000 }),
      width: fc.integer({ min: 1, max: 4000 }),
    })
    fc.assert(
      fc.property(any, (one) => {
        const table = greyTable(tones, one)
        expect(table.length).toBe(4096)
        for (let index = 1; index < table.length; index += 1)
          expect(table[index] ?? 0).toBeGreaterThanOrEqual(table[index - 1] ?? 0)
      }),
      { numRuns: 20 },
    )
  })

  it('is drawn the other way round where the least value is white', () => {
    const plain = greyTable(tones, window)
    const inverted = greyTable({ ...tones, inverted: true }, window)
    expect(plain.every((grey, index) => grey + (inverted[index] ?? 0) === 255)).toBe(true)
  })

  it('counts in the units of the file, not in those of its bytes', () => {
    const table = greyTable({ ...tones, least: 0, greatest: 4095, intercept: -1024 }, window)
    expect(table[1024 - 160]).toBe(0)
    expect(table[1024 + 239]).toBe(255)
  })
})

it('without a window in the file, darkest and brightest pixel are black and white', () => {
  const values = Uint16Array.from([100, 300, 200])
  const full = fullWindow(values, { slope: 1, intercept: 0 })
  expect([100, 300].map((value) => greyOf(value, full))).toEqual([0, 255])
  expect(fullWindow([], { slope: 1, intercept: 0 })).toEqual({ center: 128, width: 256 })
})

it('paints opaque greys', () => {
  const pixels = new Uint8ClampedArray(8)
  paintGreys(Int16Array.from([-1024, 3071]), greyTable(tones, { center: 1024, width: 4096 }), -1024, pixels)
  expect([...pixels]).toEqual([0, 0, 0, 255, 255, 255, 255, 255])
})

it('paints values that no table holds as it paints the others', () => {
  const [counted, looked] = [new Uint8ClampedArray(16), new Uint8ClampedArray(16)]
  const values = Int16Array.from([-1024, 40, 41, 3071])
  for (const inverted of [false, true]) {
    paintValues(values, { ...tones, inverted }, window, counted)
    paintGreys(values, greyTable({ ...tones, inverted }, window), tones.least, looked)
    expect([...counted]).toEqual([...looked])
  }
})
