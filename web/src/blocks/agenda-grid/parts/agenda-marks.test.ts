import { describe, expect, it } from 'vitest'
import { agendaAppointment } from './agenda-appointment.fixture.ts'
import { markedAppointments, marksOf } from './agenda-marks.ts'

const appointment = agendaAppointment({ id: 7, start: '2026-11-20T09:00:00Z' })

describe('marks of an appointment', () => {
  const nothing = markedAppointments(undefined)

  it('has none while they are not known', () => {
    expect(marksOf(appointment, nothing)).toEqual([])
  })

  it('tells first visit and note by the appointment, the alert by the patient', () => {
    const marked = markedAppointments({ firstVisits: [7], written: [7, 8], alerts: [9] })
    expect(marksOf(appointment, marked)).toEqual(['alert', 'first', 'written'])
    expect(marksOf({ ...appointment, id: 8, patientId: 10 }, marked)).toEqual(['written'])
    expect(marksOf({ ...appointment, id: 1, patientId: null }, marked)).toEqual([])
  })

  it('tells a series, and instead of it an occurrence that was moved by itself', () => {
    expect(marksOf({ ...appointment, parent: 3 }, nothing)).toEqual(['series'])
    expect(marksOf({ ...appointment, parent: 3, detached: true }, nothing)).toEqual(['detached'])
  })

  it('tells an overlap that was wanted and a late cancellation', () => {
    expect(marksOf({ ...appointment, allowOverlap: true }, nothing)).toEqual(['overlap'])
    expect(marksOf({ ...appointment, status: 'cancelled', cancelledLate: true }, nothing)).toEqual(['late'])
    expect(marksOf({ ...appointment, status: 'cancelled', cancelledLate: false }, nothing)).toEqual([])
  })
})
