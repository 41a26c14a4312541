import { importLimits } from '@ulna/contract/imports/imports.fields'
import { describe, expect, it } from 'vitest'
import { suggestFields } from './imports.suggest.ts'
import { isTarget, lookUps, valuesOf, WordFinder } from './imports.words.ts'

const members = [
  { id: 7, fullName: 'Laura Restrepo' },
  { id: 8, fullName: 'Marta de la Vega' },
]

const targetsOf = (found: { practitioner?: string[]; status?: string[] }, who = members) =>
  valuesOf({ practitioner: [], status: [], ...found }, [], who).map(({ target }) => target)

describe('what words of a column stand for', () => {
  it('is a member of that name, whatever its order, case, accents and title', () => {
    expect(
      targetsOf({
        practitioner: ['LAURA RESTREPO', 'Restrepo, Laura', 'Dra. Marta de la Vega', 'Laura', ''],
      }),
    ).toEqual(['7', '7', '8', null, null])
  })

  it('is the only member there is where a file says nobody', () => {
    expect(targetsOf({ practitioner: ['', 'Otra'] }, members.slice(0, 1))).toEqual(['7', null])
  })

  it('is a status in three languages, and none that is not known', () => {
    expect(
      targetsOf({
        status: ['Atendida', 'No asistió', 'No-show', 'ANULADA', 'Disdetto', 'En sala', '', 'Azul'],
      }),
    ).toEqual(['attended', 'no_show', 'no_show', 'cancelled', 'cancelled', 'arrived', 'booked', null])
  })

  it('is what a person said, nothing too', () => {
    const said = [
      { field: 'status', text: 'Atendida', target: null },
      { field: 'practitioner', text: 'Marta', target: 'gone' },
    ] as const
    const values = valuesOf({ practitioner: ['Marta'], status: ['Atendida'] }, said, members)
    expect(values.map(({ target, chosen }) => [target, chosen])).toEqual([
      ['gone', true],
      [null, true],
    ])
    const { practitioners, statuses } = lookUps(values)
    expect([...practitioners, ...statuses]).toEqual([['Marta', 'gone']])
  })

  it('may be a member, somebody who left, or a status, each of its column', () => {
    expect(isTarget('practitioner', '7', members)).toBe(true)
    expect(isTarget('practitioner', 'gone', members)).toBe(true)
    expect(isTarget('practitioner', '9', members)).toBe(false)
    expect(isTarget('practitioner', 'attended', members)).toBe(false)
    expect(isTarget('status', 'attended', members)).toBe(true)
    expect(isTarget('status', 'gone', members)).toBe(false)
    expect(isTarget('status', null, members)).toBe(true)
  })

  it('is found while rows pass, without the apostrophe of an export, and too many are told', () => {
    const finder = new WordFinder([null, 'practitioner'])
    for (const cells of [['x', 'Ana'], ['y', "'-"], ['z', 'Ana'], ['only']]) finder.take(cells)
    expect(finder.found()).toEqual({ practitioner: ['', '-', 'Ana'], status: [''] })
    expect(finder.isTooMany).toBe(false)
    for (let index = 0; index <= importLimits.values; index += 1) finder.take(['x', `Fisio ${index}`])
    expect(finder.isTooMany).toBe(true)
  })
})

describe('what columns of visits, packages and notes are', () => {
  it.each([
    [
      'appointments',
      'Código paciente;Fecha;Hora;Hora fin;Fisioterapeuta;Estado;Motivo',
      'patientRef;date;time;endTime;practitioner;status;title',
    ],
    [
      'appointments',
      'Paciente;F. Nacimiento;Fecha y hora;Duración (min)',
      'fullName;birthDate;date;duration',
    ],
    [
      'appointments',
      'Codice paziente;Data;Ora inizio;Ora fine;Terapista;Stato',
      'patientRef;date;time;endTime;practitioner;status',
    ],
    ['packages', 'Código;Bono;Sesiones;Restantes;Caducidad', 'patientRef;title;sessions;remaining;expires'],
    ['packages', 'Patient ID;Package;Sessions;Used', 'patientRef;title;sessions;used'],
    ['notes', 'DNI;Fecha;Autor;Evolución', 'socialId;date;author;note'],
    [
      'notes',
      'Cognome;Nome;Data di nascita;Data;Autore;Diario',
      'lastName;firstName;birthDate;date;author;note',
    ],
  ] as const)('%s: %s', (kind, headers, fields) => {
    expect(suggestFields(kind, headers.split(';')).fields.join(';')).toBe(fields)
  })

  it('is known of the tables of OpenEMR', () => {
    const headers = [
      'pc_eid',
      'pc_catid',
      'pc_aid',
      'pc_pid',
      'pc_title',
      'pc_eventDate',
      'pc_startTime',
      'pc_endTime',
      'pc_apptstatus',
    ]
    expect(suggestFields('appointments', headers)).toEqual({
      preset: 'OpenEMR',
      fields: [
        'externalId',
        null,
        'practitioner',
        'patientRef',
        'title',
        'date',
        'time',
        'endTime',
        'status',
      ],
    })
    expect(suggestFields('notes', ['id', 'date', 'body', 'pid', 'user', 'groupname', 'title']).preset).toBe(
      'OpenEMR',
    )
    // A file of another kind is no file of visits.
    expect(suggestFields('patients', headers).preset).toBeNull()
  })
})
