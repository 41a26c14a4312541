import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { describe, expect, it } from 'vitest'
import { priceInputOf, priceOfVisit, priceValues, typedAmount, wrongIn } from './price-values.ts'

const price = (minutes: number | null, name = 'Sesión'): Price => ({
  ...{ id: 1, version: 1, name, minutes },
  ...{ priceMinor: 9_000_050, currency: 'COP', digits: 2 },
})

describe('a price in its form', () => {
  it('is typed as it reads and sent in the smallest coin', () => {
    const values = priceValues(price(45), 'EUR')
    expect(values).toEqual({ name: 'Sesión', minutes: '45', amount: '90000.5', currency: 'COP' })
    expect(wrongIn(values)).toEqual([])
    expect(priceInputOf({ ...values, amount: '90.000' })).toMatchObject({
      priceMinor: 9_000_000,
      minutes: 45,
    })
    expect(priceInputOf({ ...values, minutes: ' ' }).minutes).toBeNull()
    expect(typedAmount({ priceMinor: 9000, digits: 0 })).toBe('9000')
  })

  it('says which fields cannot be sent', () => {
    const values = priceValues(undefined, 'EUR')
    expect(wrongIn({ ...values, minutes: 'una hora' })).toEqual(['name', 'minutes', 'amount'])
    expect(wrongIn({ ...values, name: 'Sesión', amount: '0' })).toEqual(['amount'])
    expect(wrongIn({ ...values, name: 'Sesión', amount: '90000000' })).toEqual(['amount'])
  })
})

describe('what a visit costs', () => {
  it('is the price of its length, the only one there is, or nothing that could be known', () => {
    const list = [price(30, 'Corta'), price(45, 'Larga'), price(null, 'Informe')]
    expect(priceOfVisit(list, 45)?.name).toBe('Larga')
    expect(priceOfVisit(list, 60)).toBeUndefined()
    expect(priceOfVisit(list, null)).toBeUndefined()
    expect(priceOfVisit([price(60)], 45)?.name).toBe('Sesión')
    expect(priceOfVisit([price(45, 'Una'), price(45, 'Otra')], 45)).toBeUndefined()
  })
})
