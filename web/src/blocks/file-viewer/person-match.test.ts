import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mismatches, readableName } from './person-match.ts'

const mariana = { firstName: 'Mariana', lastName: 'Gómez Lara', birthDate: '1985-03-09' }
const named = (patientName: string | null, birthDate: string | null = null) => ({ patientName, birthDate })

describe('the person a DICOM file names', () => {
  it('is the patient whatever the accents, the case and the order', () => {
    for (const name of ['GOMEZ LARA^MARIANA', 'Mariana Gómez', 'gómez^mariana^^^', 'LARA GOMEZ MARIANA'])
      expect(mismatches(named(name), mariana)).toEqual([])
  })

  it('is the patient with a second name that only one of the two has', () => {
    expect(mismatches(named('GOMEZ LARA^MARIANA^LUCIA'), mariana)).toEqual([])
    const lucia = { ...mariana, firstName: 'Mariana Lucía' }
    expect(mismatches(named('GOMEZ^MARIANA'), lucia)).toEqual([])
    expect(mismatches(named('DE LA CRUZ^ANA'), { ...mariana, firstName: 'Ana', lastName: 'Cruz' })).toEqual(
      [],
    )
  })

  it('is somebody else with another first name, another surname, or only one of both', () => {
    for (const name of ['GOMEZ LARA^MARINA', 'GOMEZ PEREZ^MARIANA', 'PEREZ^JUAN', 'MARIANA', 'GOMEZ'])
      expect(mismatches(named(name), mariana)).toEqual(['name'])
  })

  it('is somebody else when the birth date is another', () => {
    expect(mismatches(named('GOMEZ^MARIANA', '19850309'), mariana)).toEqual([])
    expect(mismatches(named('GOMEZ^MARIANA', '1985-03-10'), mariana)).toEqual(['birthDate'])
    expect(mismatches(named('PEREZ^JUAN', '19900101'), mariana)).toEqual(['name', 'birthDate'])
  })

  it('is not judged by what is not said', () => {
    expect(mismatches(named(null), mariana)).toEqual([])
    expect(mismatches(named('^^^^', ''), mariana)).toEqual([])
    expect(mismatches(named(null, '19900101'), { ...mariana, birthDate: null })).toEqual([])
  })

  it('matches however the same words are put together', () => {
    const words = ['GOMEZ', 'LARA', 'MARIANA']
    const permuted = fc.shuffledSubarray(words, { minLength: 3 })
    fc.assert(
      fc.property(permuted, fc.constantFrom('^', ' ', ', '), (order, between) => {
        expect(mismatches(named(order.join(between)), mariana)).toEqual([])
      }),
    )
  })
})

it('is written as people read names', () => {
  expect(readableName('GOMEZ LARA^MARIANA^^DRA')).toBe('MARIANA GOMEZ LARA')
  expect(readableName('Yamada^Tarou=山田^太郎')).toBe('Tarou Yamada')
})
