import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { minutesChoices } from '../../../blocks/agenda-grid/board/grid-column.ts'
import { zonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import { neverRepeated, withFrequency } from '../series/step/repeat-values.ts'
import {
  changeOfValues,
  endMinuteOf,
  faultsOf,
  inputOfValues,
  seriesWishOf,
  valuesOfAppointment,
  valuesOfSlot,
} from './appointment-form-values.ts'

const madrid = zonedTime('Europe/Madrid')
const stored: Appointment = {
  id: 7,
  uid: 'u',
  version: 3,
  doctorId: 1,
  doctorName: 'Laura Restrepo',
  patientId: 9,
  patientName: 'Mariana Gómez Lara',
  start: '2026-11-20T09:30:00.000Z',
  end: '2026-11-20T10:10:00.000Z',
  title: 'Valoración inicial',
  note: null,
  patientNote: 'Traer ecografía',
  confirmed: true,
  status: 'booked',
  cancelReason: null,
  cancelledLate: null,
  parent: null,
  every: null,
  until: null,
  detached: false,
  allowOverlap: false,
  overlapReason: null,
  importedFrom: null,
  createdAt: '2026-11-01T09:30:00.000Z',
  updatedAt: null,
}
/** One of a series until the end of the year. */
const occurrence: Appointment = {
  ...stored,
  parent: 5,
  every: { repeat: true, freq: 'week', interval: 1, byWeekday: [5] },
  until: '2026-12-31T22:59:59.999Z',
}
const slot = { day: '2026-11-20', doctorId: 2, start: 630, end: 675 }

describe('appointment form', () => {
  it('starts from the slot that was chosen', () => {
    expect(valuesOfSlot(slot)).toMatchObject({
      doctorId: '2',
      day: '2026-11-20',
      start: '10:30',
      minutes: '45',
    })
  })

  it('books in the time zone of the practice', () => {
    const input = inputOfValues({ ...valuesOfSlot(slot), title: ' Reunión ' }, madrid)
    expect(input).toMatchObject({
      doctorId: 2,
      patientId: null,
      start: '2026-11-20T09:30:00.000Z',
      end: '2026-11-20T10:15:00.000Z',
      note: null,
    })
  })

  it('shows a stored appointment and sends back the same when nothing was typed', () => {
    const values = valuesOfAppointment(stored, madrid)
    expect(values).toMatchObject({
      start: '10:30',
      minutes: '40',
      patient: { id: 9, name: 'Mariana Gómez Lara' },
    })
    expect(changeOfValues(values, stored, madrid)).toMatchObject({
      start: stored.start,
      end: stored.end,
      title: stored.title,
      patientNote: stored.patientNote,
      version: 3,
    })
  })

  it('keeps the instant of a start that was not touched in the hour that happens twice', () => {
    const second = { ...stored, start: '2026-10-25T01:30:00.000Z', end: '2026-10-25T02:00:00.000Z' }
    expect(changeOfValues(valuesOfAppointment(second, madrid), second, madrid).start).toBe(second.start)
  })

  it('says what is missing, field by field', () => {
    expect(faultsOf({ ...valuesOfSlot(slot), day: null, start: '', doctorId: '' })).toEqual([
      { field: 'patient', key: 'needsWho' },
      { field: 'doctorId', key: 'needsPractitioner' },
      { field: 'day', key: 'needsDay' },
      { field: 'start', key: 'needsStart' },
    ])
    expect(faultsOf({ ...valuesOfSlot(slot), title: 'Reunión de equipo' })).toEqual([])
    const repeat = { ...neverRepeated, freq: 'day', interval: '0' } as const
    expect(faultsOf({ ...valuesOfSlot(slot), title: 'Reunión', repeat })).toEqual([
      { field: 'repeat.interval', key: 'needsInterval' },
    ])
  })

  it('tells when it ends, and offers the length it already has', () => {
    expect(endMinuteOf({ ...valuesOfSlot(slot), minutes: '50' }, madrid)).toBe(680)
    expect(endMinuteOf({ ...valuesOfSlot(slot), start: '' }, madrid)).toBeUndefined()
    expect(minutesChoices('50')).toContain(50)
  })

  it('drops the reason of a cancellation that is no longer one', () => {
    const values = { ...valuesOfAppointment(stored, madrid), cancelReason: 'viaje' }
    expect(changeOfValues(values, stored, madrid).cancelReason).toBeNull()
    expect(changeOfValues({ ...values, status: 'cancelled' }, stored, madrid).cancelReason).toBe('viaje')
  })

  it('books a series with its rule and its last day', () => {
    const repeat = withFrequency({ ...neverRepeated, ends: 'until', until: '2026-12-31' }, 'week', slot.day)
    const values = { ...valuesOfSlot(slot), title: 'Reunión', repeat }
    expect(seriesWishOf(values, undefined, madrid)).toMatchObject({
      kind: 'book',
      input: { every: { freq: 'week', byWeekday: [5] }, until: '2026-12-31' },
    })
    expect(seriesWishOf({ ...values, repeat: neverRepeated }, undefined, madrid)).toBeUndefined()
    expect(inputOfValues({ ...values, repeat: neverRepeated }, madrid)).not.toHaveProperty('every')
  })

  it('lets an appointment begin to repeat', () => {
    const values = valuesOfAppointment(stored, madrid)
    expect(seriesWishOf(values, stored, madrid)).toBeUndefined()
    const repeat = withFrequency(values.repeat, 'week', values.day)
    expect(seriesWishOf({ ...values, repeat }, stored, madrid)).toEqual({
      kind: 'begin',
      appointment: stored,
      change: { every: expect.objectContaining({ freq: 'week', count: 10 }), until: null, version: 3 },
    })
  })

  it('sends for a series only what was changed, for the rest is each occurrence’s own', () => {
    const values = valuesOfAppointment(occurrence, madrid)
    expect(values.repeat).toMatchObject({ freq: 'week', ends: 'until', until: '2026-12-31' })
    expect(seriesWishOf({ ...values, title: 'Control' }, occurrence, madrid)).toMatchObject({
      kind: 'change',
      change: { title: 'Control', version: 3 },
    })
    const later = seriesWishOf({ ...values, start: '11:30' }, occurrence, madrid)
    expect(later).toMatchObject({ kind: 'change' })
    expect(Object.keys(later?.kind === 'change' ? later.change : {}).sort()).toEqual([
      'end',
      'start',
      'version',
    ])
  })

  it('ends the series where it repeats no more', () => {
    const values = { ...valuesOfAppointment(occurrence, madrid), repeat: neverRepeated }
    expect(seriesWishOf(values, occurrence, madrid)).toMatchObject({
      kind: 'change',
      change: { every: null, version: 3 },
    })
  })

  it('does not ask about the series for what is about one visit', () => {
    const values = valuesOfAppointment(occurrence, madrid)
    expect(seriesWishOf(values, occurrence, madrid)).toBeUndefined()
    expect(
      seriesWishOf({ ...values, status: 'attended', confirmed: false }, occurrence, madrid),
    ).toBeUndefined()
    expect(seriesWishOf({ ...values, status: 'cancelled' }, occurrence, madrid)).toMatchObject({
      kind: 'change',
    })
  })
})
