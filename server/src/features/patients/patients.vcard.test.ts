import { patientEndpoints } from '@ulna/contract/patients/patients'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { vcardOf } from './patients.vcard.ts'

const { app, owner } = await testPractice()

const contact = {
  uid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  firstName: 'Mariana',
  lastName: 'Gómez Lara',
  birthDate: '1980-02-13',
  phone: null,
  mobile: '+34 600 100 200',
  email: 'mariana@example.com',
  address: 'Calle Mayor 3, 2.º; 28001 Madrid',
  language: 'es' as const,
  changedAt: '2026-11-26T10:00:00.000Z',
}

const valuesOf = (card: string, name: string) =>
  new ICAL.Component(ICAL.parse(card) as never)
    .getAllProperties(name)
    .map((property) => property.getFirstValue())

describe('a vCard', () => {
  it('tells who somebody is and how they are reached, to a program that reads it', () => {
    const card = vcardOf(contact)
    expect(card).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\n/)
    expect(valuesOf(card, 'fn')).toEqual(['Mariana Gómez Lara'])
    expect(valuesOf(card, 'n')).toEqual([['Gómez Lara', 'Mariana', '', '', '']])
    expect(valuesOf(card, 'tel')).toEqual(['+34 600 100 200'])
    expect(valuesOf(card, 'email')).toEqual(['mariana@example.com'])
    expect(valuesOf(card, 'adr')).toEqual([['', '', 'Calle Mayor 3, 2.º; 28001 Madrid', '', '', '', '']])
    expect(card).toContain('\r\nBDAY:19800213\r\n')
    expect(card).toContain('\r\nREV:20261126T100000Z\r\n')
  })

  it('is read as it was written, whatever a name holds, in lines of 75 octets at most', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
      .map((one) => one.replaceAll(/[\p{Cc}]/gu, ' '))
    fc.assert(
      fc.property(text, text, (firstName, lastName) => {
        const card = vcardOf({ ...contact, firstName, lastName })
        expect(valuesOf(card, 'n')).toEqual([[lastName, firstName, '', '', '']])
        for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }),
    )
  })

  it('is a file with its row in the trail, and says nothing that is noted of the patient', async () => {
    const { id } = await createPatient(app, owner, {
      firstName: 'Ana',
      lastName: 'Ruiz',
      note: 'Llamar antes',
    })
    const read = (token: string) => callEndpoint(app, patientEndpoints.vcard, { token, params: { id } })
    const { status, text, headers } = await read(owner.token)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/vcard; charset=utf-8')
    expect(headers['content-disposition']).toContain('Ana Ruiz.vcf')
    expect(text).toContain('FN:Ana Ruiz')
    expect(text).not.toContain('Llamar')
    const stranger = await registerOwner(app)
    expect((await read(stranger.token)).status).toBe(404)
  })
})
