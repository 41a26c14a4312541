import { describe, expect, it } from 'vitest'
import { emptyReceipt, inputOf, missingIn, totalOfForm } from './receipt-values.ts'

const patient = { id: 7, name: 'Mariana Gómez' }
const form = emptyReceipt({ patient, packageId: 3, description: 'Hombro', price: 350.5, currency: 'EUR' })

describe('the form of a receipt', () => {
  it('starts with the package and its price, in the smallest coin', () => {
    expect(missingIn(form)).toEqual([])
    expect(inputOf(form)).toEqual({
      patientId: 7,
      packageId: 3,
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
    expect(missingIn(values)).toEqual(['patient', 'lines.0.description', 'lines.0.quantity', 'payerName'])
    expect(
      missingIn({ ...values, currency: 'JPY', lines: [{ ...form.lines[0], key: 0, unit: '1,5' } as never] }),
    ).toContain('lines.0.unit')
  })
})
