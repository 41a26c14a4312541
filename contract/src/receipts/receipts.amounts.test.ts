import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, lineTotal, moneyText, mostMinor, readAmount, totalOf } from './receipts.amounts.ts'

describe('amounts of receipts', () => {
  it.each([
    [4995, 2, '49.95'],
    [-4995, 2, '-49.95'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [720_000, 0, '720000'],
    [1, 3, '0.001'],
    [12_345, 4, '1.2345'],
  ])('%i with %i digits is written %s', (minor, digits, text) => {
    expect(decimalText(minor, digits)).toBe(text)
  })

  it.each([
    ['49,95', 2, 4995],
    ['49.95', 2, 4995],
    ['49.9', 2, 4990],
    ['720.000', 2, 72_000_000],
    ['1.234.567,5', 2, 123_456_750],
    ["1'234.50", 2, 123_450],
    ['1 234,50', 2, 123_450],
    ['100', 0, 100],
    ['1.234', 3, 1234],
    ['0', 2, 0],
  ])('%s is read as it is written here and there (%i digits)', (text, digits, minor) => {
    expect(readAmount(text, digits)).toBe(minor)
  })

  it.each(['', 'x', '-1', '1,2,', '49,9501', '1e5', '٣', '10 €', '99999999999999'])(
    '%j is no amount',
    (text) => {
      expect(readAmount(text, 2)).toBeNull()
    },
  )

  it('come back from their text, whatever the currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mostMinor }), fc.constantFrom(0, 2, 3, 4), (minor, digits) => {
        expect(readAmount(decimalText(minor, digits), digits)).toBe(minor)
      }),
    )
  })

  it('are shown exactly, also where a float would not be', () => {
    expect(moneyText(900_719_925_474_099_1, { currency: 'EUR', digits: 2 }, 'en')).toBe(
      '€90,071,992,547,409.91',
    )
  })

  it('are written one way: with the digits of everyday life, and with cents where there are any', () => {
    const pesos = { currency: 'COP', digits: 2 }
    expect(moneyText(72_000_000, pesos, 'es').replace(/\s/u, ' ')).toBe('720.000 COP')
    expect(moneyText(72_000_050, pesos, 'es').replace(/\s/u, ' ')).toBe('720.000,50 COP')
    expect(moneyText(4500, { currency: 'EUR', digits: 2 }, 'it').replace(/\s/u, ' ')).toBe('45,00 €')
  })

  it('B11 do not drift over a million operations: sums of lines are those of whole numbers of any size', () => {
    let sum = 0
    let exact = 0n
    let seed = 11
    for (let n = 0; n < 1_000_000; n += 1) {
      seed = (seed * 48_271) % 2_147_483_647
      const line = { quantity: (seed % 5) - 2, unitMinor: seed % 1_000_003 }
      sum += lineTotal(line)
      exact += BigInt(line.quantity) * BigInt(line.unitMinor)
    }
    expect(BigInt(sum)).toBe(exact)
    const most = Array.from({ length: 20 }, () => ({ quantity: 100, unitMinor: mostMinor }))
    expect(Number.isSafeInteger(totalOf(most))).toBe(true)
  })
})
