import type { ImportField } from '@ulna/contract/imports/imports.fields'
import { describe, expect, it } from 'vitest'
import type { Matching, Practitioner } from './imports.cells.ts'
import { PracticeClock } from './imports.clock.ts'
import { readItem } from './imports.items.ts'

const matching = (fields: readonly (ImportField | null)[], more: Partial<Matching> = {}): Matching => ({
  kind: 'appointments',
  headers: fields.map((field) => field ?? 'Otra'),
  fields,
  orders: new Map(),
  unproven: new Set(),
  language: 'es',
  names: { rule: 'last_two_words', chosen: false },
  today: '2026-11-26',
  clock: new PracticeClock('Europe/Madrid'),
  now: Date.parse('2026-11-26T10:00:00Z'),
  visitMinutes: 50,
  practitioners: new Map<string, Practitioner>([
    ['', { doctorId: 7 }],
    ['Marta', 'gone'],
  ]),
  statuses: new Map([
    ['', 'booked'],
    ['Atendida', 'attended'],
  ]),
  ...more,
})

type Kind = Parameters<typeof readItem>[0]

const read = (kind: Kind, row: Partial<Record<ImportField, string>>, more: Partial<Matching> = {}) =>
  readItem(kind, matching(Object.keys(row) as ImportField[], more), Object.values(row))

const faultsOf = (kind: Kind, row: Partial<Record<ImportField, string>>) =>
  read(kind, row).faults.map(({ field, key }) => [field, key])

describe('a visit of a row', () => {
  it('lasts as the file says: to its end, so many minutes, or as visits last in the practice', () => {
    const ends = [{ endTime: '10:15' }, { endTime: '13/02/2020 10:15' }, { duration: '30' }, {}].map(
      (more) => read('appointments', { patientRef: '1', date: '13/02/2020', time: '9:30', ...more }).item,
    )
    expect(ends.map((item) => item && 'end' in item && item.end)).toEqual([
      '2020-02-13T09:15:00.000Z',
      '2020-02-13T09:15:00.000Z',
      '2020-02-13T09:00:00.000Z',
      '2020-02-13T09:20:00.000Z',
    ])
  })

  it('of two digits of the year is of these years, not of the last century', () => {
    const { item, hints } = read('appointments', { patientRef: '1', date: '13/02/27', time: '9:30' })
    expect(item).toMatchObject({ start: '2027-02-13T08:30:00.000Z' })
    expect(hints.map(({ key }) => key)).toEqual(['year_guessed'])
  })

  it.each([
    [{ date: '', time: '9:00' }, ['date', 'field_required']],
    [{ date: '31/02/2020', time: '9:00' }, ['date', 'field_date']],
    [{ date: '13/02/2020' }, ['time', 'field_required']],
    [{ date: '13/02/2020', time: 'tarde' }, ['time', 'field_time']],
    [{ date: '13/02/2020', time: '9:00', endTime: '8:00' }, ['endTime', 'field_range']],
    [{ date: '13/02/2020', time: '9:00', duration: '0' }, ['duration', 'field_range']],
    [
      { date: '13/02/2020', time: '9:00', practitioner: 'Otra' },
      ['practitioner', 'import_practitioner_unsaid'],
    ],
    [
      { date: '13/02/2030', time: '9:00', practitioner: 'Marta' },
      ['practitioner', 'import_practitioner_gone'],
    ],
    [{ date: '13/02/2020', time: '9:00', status: 'Azul' }, ['status', 'import_status_unsaid']],
    [{ date: '13/02/2030', time: '9:00', status: 'Atendida' }, ['status', 'import_attended_ahead']],
    [{ date: '31/03/2024', time: '2:30' }, ['time', 'import_time_gap']],
    [{ date: '13/02/2020', time: '9:00', title: 'x'.repeat(201) }, ['title', 'field_too_long']],
  ] as const)('%j is wrong', (row, fault) => {
    expect(faultsOf('appointments', { patientRef: '1', ...row })).toEqual([fault])
  })

  it('is known by its number, or by all that it says', () => {
    const row = { patientRef: '1', date: '13/02/2020', time: '9:30' }
    expect(read('appointments', { ...row, externalId: 'c9' }).externalId).toBe('c9')
    const same = read('appointments', row).externalId
    expect(read('appointments', row).externalId).toBe(same)
    expect(read('appointments', { ...row, title: 'Otro' }).externalId).not.toBe(same)
    expect(read('appointments', { ...row, patientRef: '2' }).externalId).not.toBe(same)
  })
})

describe('a package of a row', () => {
  it.each([
    [
      { sessions: '10', remaining: '4' },
      { sessions: 10, remaining: 4 },
    ],
    [
      { sessions: '10', used: '6' },
      { sessions: 10, remaining: 4 },
    ],
    [{ remaining: '4' }, { sessions: 4, remaining: 4 }],
    [
      { remaining: '4', used: '6' },
      { sessions: 10, remaining: 4 },
    ],
    [
      { sessions: '5.0', remaining: '0' },
      { sessions: 5, remaining: 0 },
    ],
  ])('%j has what is left', (row, sessions) => {
    expect(read('packages', { patientRef: '1', ...row }).item).toMatchObject(sessions)
  })

  it.each([
    [{ sessions: '10' }, ['remaining', 'field_required']],
    [{ sessions: '10', remaining: '11' }, ['remaining', 'field_range']],
    [{ sessions: '10', used: '11' }, ['remaining', 'field_range']],
    [{ sessions: '10', remaining: '4', used: '5' }, ['remaining', 'field_range']],
    [{ sessions: '0', remaining: '0' }, ['remaining', 'field_range']],
    [{ sessions: 'diez', remaining: '4' }, ['sessions', 'field_type']],
    [{ sessions: '10', remaining: '-1' }, ['remaining', 'field_type']],
    [{ remaining: '4', expires: '31/02/2027' }, ['expires', 'field_date']],
  ] as const)('%j is wrong', (row, fault) => {
    expect(faultsOf('packages', { patientRef: '1', ...row })).toEqual([fault])
  })
})

describe('a note of a row', () => {
  it('keeps author and date as they are written, and is put together of several columns', () => {
    const fields = ['patientRef', 'date', 'author', 'note', 'note'] as const
    const given = matching(fields, { headers: ['N', 'Fecha', 'Autor', 'Valoración', 'Plan'] })
    expect(readItem('notes', given, ['1', '13/02/20 9:30', 'Dra. Pérez', 'Mejor', 'Seguir']).item).toEqual({
      at: '2020-02-13T08:30:00.000Z',
      text: 'Valoración: Mejor\nPlan: Seguir',
      title: null,
      author: 'Dra. Pérez',
      written: '13/02/20 9:30',
    })
  })

  it('of today is the same at every hour of the day', () => {
    const row = { patientRef: '1', date: '26/11/2026', note: 'Hoy' }
    expect(read('notes', row).item).toMatchObject({ at: '2026-11-26T12:00:00.000Z' })
  })

  it.each(['title', 'author'] as const)(
    'with a longer %s than it can keep is a fault, nothing is cut',
    (field) => {
      const row = { patientRef: '1', date: '13/02/2020', note: 'x', [field]: 'y'.repeat(201) }
      expect(faultsOf('notes', row)).toEqual([[field, 'field_too_long']])
      expect(read('notes', { ...row, [field]: 'y'.repeat(200) }).item).toMatchObject({
        [field]: 'y'.repeat(200),
      })
    },
  )

  it.each([
    [{ date: '13/02/2020', note: '' }, ['note', 'field_required']],
    [{ date: '', note: 'x' }, ['date', 'field_required']],
    [{ date: '27/11/2026', note: 'x' }, ['date', 'field_future']],
  ] as const)('%j is wrong', (row, fault) => {
    expect(faultsOf('notes', { patientRef: '1', ...row })).toEqual([fault])
  })
})
