import type { Appointment } from '@ulna/contract/appointments'
import { describe, expect, it } from 'vitest'
import { zonedTime } from '../../blocks/agenda-grid/zoned-time.ts'
import {
  changeOfValues,
  endMinuteOf,
  faultsOf,
  inputOfValues,
  minutesChoices,
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
  parent: null,
  every: null,
  until: null,
  allowOverlap: false,
  createdAt: '2026-11-01T09:30:00.000Z',
  updatedAt: null,
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
    expect(faultsOf({ ...valuesOfSlot(slot), day: null, start: '', doctorId: '' })).toEqual({
      patient: 'needsWho',
      doctorId: 'needsDoctor',
      day: 'needsDay',
      start: 'needsStart',
    })
    expect(faultsOf({ ...valuesOfSlot(slot), title: 'Reunión de equipo' })).toEqual({})
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
})
