import { describe, expect, it } from 'vitest'
import {
  emptyReceipt,
  fittingPrices,
  inputOf,
  missingIn,
  pricedOccasion,
  totalOfForm,
  withPrice,
} from './receipt-values.ts'

const patient = { id: 7, name: 'Mariana Gómez' }
const form = emptyReceipt({ patient, packageId: 3, description: 'Hombro', price: 350.5, currency: 'EUR' })

describe('the form of a receipt', () => {
  it('starts with the package and its price, in the smallest coin', () => {
    expect(missingIn(form)).toEqual([])
    expect(inputOf(form)).toEqual({
      patientId: 7,
      packageId: 3,
      appointmentId: null,
      currency: 'EUR',
      lines: [{ description: 'Hombro', quantity: 1, unitMinor: 35_050 }],
      method: 'cash',
      payer: null,
      notes: null,
    })
  })

  it('counts without rounding, and what cannot be read as nothing', () => {
    const lines = [
      { key: 0, description: 'a', quantity: '3', unit: '0,10' },
      { key: 1, description: 'b', quantity: '1', unit: 'x' },
    ]
    expect(totalOfForm({ ...form, lines })).toBe(30)
  })

  it('says what is missing by the name of its field', () => {
    const lines = [{ key: 0, description: ' ', quantity: '0', unit: '1,234' }]
    const values = { ...form, lines, patient: null, othersPay: true }
    expect(missingIn(values).map(({ field }) => field)).toEqual([
      'patient',
      'lines.0.description',
      'lines.0.quantity',
      'payerName',
    ])
    expect(
      missingIn({ ...values, currency: 'JPY', lines: [{ ...form.lines[0], key: 0, unit: '1,5' } as never] }),
    ).toContainEqual({ field: 'lines.0.unit', what: 'amount' })
  })
})

describe('a price of the list on a receipt', () => {
  const price = (name: string, currency = 'EUR') => ({
    ...{ id: 1, version: 1, name, minutes: 45 },
    ...{ priceMinor: 4550, currency, digits: 2 },
  })
  const visit = { id: 9, minutes: 45 }
  const occasion = {
    patient,
    packageId: null,
    visit,
    description: 'Sesión del lunes',
    price: null,
    currency: 'COP',
  }

  it('is there from the start where a visit of its length is paid, and never instead of an amount that was agreed on', () => {
    const priced = pricedOccasion(occasion, [price('Sesión')])
    expect(inputOf(emptyReceipt(priced))).toMatchObject({
      appointmentId: 9,
      currency: 'EUR',
      lines: [{ description: 'Sesión', quantity: 1, unitMinor: 4550 }],
    })
    expect(pricedOccasion(occasion, [])).toBe(occasion)
    const agreed = { ...occasion, price: 30 }
    expect(pricedOccasion(agreed, [price('Sesión')])).toBe(agreed)
  })

  it('fills in the line without an amount, else one more, and offers one currency once there is an amount', () => {
    const list = [price('Sesión'), price('Informe'), price('Otra moneda', 'COP')]
    const empty = emptyReceipt(occasion)
    expect(fittingPrices(list, empty)).toEqual(list)
    const one = { ...empty, ...withPrice(empty, price('Sesión')) }
    expect(one).toMatchObject({ currency: 'EUR', lines: [{ description: 'Sesión', unit: '45.5' }] })
    expect(fittingPrices(list, one).map(({ name }) => name)).toEqual(['Sesión', 'Informe'])
    const two = { ...one, ...withPrice(one, price('Informe')) }
    expect(two.lines.map(({ key, description }) => [key, description])).toEqual([
      [0, 'Sesión'],
      [1, 'Informe'],
    ])
  })
})
