import type { ImportField } from '@ulna/contract/imports/imports.fields'
import { describe, expect, it } from 'vitest'
import type { Matching } from './imports.cells.ts'
import { PracticeClock } from './imports.clock.ts'
import { suggestFields } from './imports.suggest.ts'
import { readPatient } from './imports.values.ts'

const matching = (fields: readonly (ImportField | null)[], more: Partial<Matching> = {}): Matching => ({
  headers: fields.map((field) => field ?? 'Otra'),
  fields,
  orders: new Map(),
  unproven: new Set(),
  kind: 'patients',
  language: 'es',
  names: { rule: 'last_two_words', chosen: false },
  today: '2026-11-26',
  clock: new PracticeClock('Europe/Madrid'),
  now: Date.parse('2026-11-26T10:00:00Z'),
  visitMinutes: 60,
  practitioners: new Map(),
  statuses: new Map(),
  ...more,
})

describe('what columns are, by their names', () => {
  it('knows them in three languages, without regard to case, accents and signs', () => {
    const headers = [
      'Nº Historia',
      'APELLIDOS',
      'Nombre',
      'F. Nacimiento',
      'D.N.I.',
      'Teléfono',
      'Móvil',
      'E-mail',
    ]
    expect(suggestFields('patients', headers).fields).toEqual(
      ['fileId', 'lastName', 'firstName', 'birthDate', null, 'phone', 'mobile', 'email'].map((one, index) =>
        index === 4 ? suggestFields('patients', ['D.N.I.']).fields[0] : one,
      ),
    )
    expect(
      suggestFields('patients', ['Cognome', 'Nome', 'Data di nascita', 'Codice fiscale', 'Cellulare']).fields,
    ).toEqual(['lastName', 'firstName', 'birthDate', 'socialId', 'mobile'])
  })

  it('knows another product by its columns, and says which', () => {
    const nookal = [
      'Client ID',
      'Title',
      'First Name',
      'Last Name',
      'Date of Birth',
      'Home Phone',
      'Postcode',
      'Notes',
    ]
    expect(suggestFields('patients', nookal)).toEqual({
      preset: 'Nookal',
      fields: ['externalId', null, 'firstName', 'lastName', 'birthDate', 'phone', 'address', 'note'],
    })
    expect(suggestFields('patients', ['pid', 'fname', 'lname', 'DOB', 'ss']).preset).toBe('OpenEMR')
    expect(suggestFields('patients', ['id', 'first_name', 'last_name', 'date_of_birth']).preset).toBe(
      'Cliniko',
    )
  })

  it('takes each field once, and what is put together as often as it comes', () => {
    expect(suggestFields('patients', ['Nombre', 'Nombre', 'Dirección', 'Ciudad', 'Notas']).fields).toEqual([
      'firstName',
      null,
      'address',
      'address',
      'note',
    ])
  })
})

describe('a row', () => {
  it('becomes a patient', () => {
    const read = readPatient(
      matching(
        [
          'externalId',
          'firstName',
          'lastName',
          'secondLastName',
          'birthDate',
          'mobile',
          'email',
          'address',
          'address',
          'language',
        ],
        {
          orders: new Map([[4, 'day-first']]),
          unproven: new Set([4]),
        },
      ),
      [
        '77',
        'Mariana',
        'Gómez',
        'Lara',
        '3/2/1980',
        "'+34 600 100 200",
        ' m@example.com ',
        'Calle Mayor 3',
        'Madrid',
        'Español',
      ],
    )
    expect(read).toMatchObject({
      name: 'Mariana Gómez Lara',
      externalId: '77',
      faults: [],
      input: {
        firstName: 'Mariana',
        lastName: 'Gómez Lara',
        birthDate: '1980-02-03',
        mobile: '+34 600 100 200',
        email: 'm@example.com',
        address: 'Calle Mayor 3, Madrid',
        language: 'es',
      },
    })
    expect(read.hints).toEqual([{ field: 'birthDate', key: 'date_either', params: { day: '1980-02-03' } }])
  })

  it('says everything that is wrong with it, by field', () => {
    const fields: ImportField[] = ['firstName', 'lastName', 'birthDate', 'email', 'phone', 'fileId']
    const read = readPatient(matching(fields), ['', 'Ruiz', '31/02/1980', 'nada', 'llamar', 'x'.repeat(41)])
    expect(read.input).toBeNull()
    expect(read.faults.map(({ field, key }) => [field, key])).toEqual([
      ['firstName', 'field_required'],
      ['fileId', 'field_too_long'],
      ['email', 'field_email'],
      ['birthDate', 'field_date'],
      ['phone', 'field_phone'],
    ])
  })

  it('is refused for a birth that is still to come', () => {
    const { faults } = readPatient(matching(['firstName', 'lastName', 'birthDate']), [
      'Ana',
      'Ruiz',
      '01/01/2030',
    ])
    expect(faults).toEqual([{ field: 'birthDate', key: 'field_future', params: {} }])
  })

  it('splits a whole name and says that it did', () => {
    const { input, hints } = readPatient(matching(['fullName']), ['Mariana Gómez Lara'])
    expect(input).toMatchObject({ firstName: 'Mariana', lastName: 'Gómez Lara' })
    expect(hints.map(({ key }) => key)).toEqual(['name_split'])
  })

  it('keeps notes of several columns apart by their names', () => {
    const { input } = readPatient(
      matching(['firstName', 'lastName', 'note', 'note'], { headers: ['', '', 'Avisos', 'Seguro'] }),
      ['Ana', 'Ruiz', 'Llamar antes', 'Mutua'],
    )
    expect(input?.note).toBe('Avisos: Llamar antes\nSeguro: Mutua')
  })

  it('is known again without a number of its own, and is another one when it says something else', () => {
    const of = (...cells: string[]) =>
      readPatient(matching(['firstName', 'lastName', 'mobile']), cells).externalId
    expect(of('Ana', 'Ruiz', '600')).toBe(of('Ana', 'Ruiz', '600'))
    expect(of('Ana', 'Ruiz', '600')).not.toBe(of('Ana', 'Ruiz', '601'))
  })
})
