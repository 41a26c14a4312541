import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

describe('searching by phone', () => {
  const numbers = [
    { firstName: 'Prefijo', mobile: '+57 300 555 1234' },
    { firstName: 'Sin', mobile: '(300) 555-12.34' },
    { firstName: 'Fijo', phone: '06 4455 6677', mobile: '612 34 56 78' },
  ]

  const found = async (text: string): Promise<string[]> =>
    (
      (await callEndpoint(app, patientEndpoints.findByName, { params: { name: text }, token: owner.token }))
        .payload as PatientRow[]
    ).map(({ firstName }) => firstName)

  beforeAll(async () => {
    for (const patient of numbers) await createPatient(app, owner, patient)
  })

  it.each([
    ['555 1234', ['Prefijo', 'Sin']],
    ['5551234', ['Prefijo', 'Sin']],
    ['300-555', ['Prefijo', 'Sin']],
    ['+57 300 555 12 34', ['Prefijo', 'Sin']],
    ['0057 3005551234', ['Prefijo', 'Sin']],
    ['+39 6 4455 6677', ['Fijo']],
    ['+39 06 44556677', ['Fijo']],
    ['34.56.78', ['Fijo']],
    // Three digits are no number, a match does not run from one number into the other, and a prefix alone finds nobody.
    ['555', []],
    ['6677 612', []],
    ['+57 300', ['Prefijo']],
    ['5551234 x', []],
  ])('%s finds %j', async (text, names) => {
    expect(await found(text)).toEqual(names)
  })

  it('finds a document as before, also one of digits alone', async () => {
    await createPatient(app, owner, { firstName: 'Cédula', socialId: '52418906', mobile: '311 222 3344' })
    expect(await found('52418906')).toEqual(['Cédula'])
    expect(await found('4189')).toEqual(['Cédula'])
  })
})
