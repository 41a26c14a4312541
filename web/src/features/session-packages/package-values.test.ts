import { describe, expect, it, test } from 'vitest'
import { emptyPackage, inputOf, missingIn, priceOf, sessionCountOf } from './package-values.ts'

test.each([
  ['', null],
  ['49,95', 49.95],
  ['49.95', 49.95],
  ['720.000', 720_000],
  ['720,000', 720_000],
  ['1.234.567,5', 1_234_567.5],
  ['1 200', 1200],
  ['1’200.50', 1200.5],
])('a price typed as %j is %j', (text, price) => {
  expect(priceOf(text)).toBe(price)
})

describe('the form of a package', () => {
  const patient = { id: 7, name: 'Mariana Gómez' }
  const values = { ...emptyPackage({ patient, doctorId: 3 }), currency: 'EUR' }

  it('says what is missing before anything is sent', () => {
    expect(missingIn(values)).toEqual([])
    expect(
      missingIn({ ...values, patient: null, doctorId: '', numSessions: 'diez', price: 'mucho' }),
    ).toEqual(['patient', 'doctorId', 'numSessions', 'price'])
  })

  it('sends whole sessions, and no currency without a price', () => {
    expect(sessionCountOf(' 12 ')).toBe(12)
    expect(inputOf(values)).toMatchObject({
      ownerId: 7,
      doctorId: 3,
      numSessions: 10,
      description: null,
      packageData: { price: null, currency: null, notes: null },
      patientIds: [],
    })
  })
})
