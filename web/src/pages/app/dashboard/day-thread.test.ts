import type { Appointment, AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { dayCounts, dayThread, greetingOf } from './day-thread.ts'

const day = '2026-11-20'
const at = (time: string): number => Date.parse(`${day}T${time}:00Z`)

const visit = (
  id: number,
  start: string,
  end: string,
  status: AppointmentStatus = 'booked',
): Appointment => ({
  id,
  uid: `visit-${id}`,
  version: 1,
  doctorId: 1,
  doctorName: 'Laura Restrepo',
  patientId: id,
  patientName: `Patient ${id}`,
  start: `${day}T${start}:00Z`,
  end: `${day}T${end}:00Z`,
  title: null,
  note: null,
  patientNote: null,
  confirmed: false,
  status,
  cancelReason: null,
  cancelledLate: null,
  parent: null,
  every: null,
  until: null,
  detached: false,
  allowOverlap: false,
  overlapReason: null,
  importedFrom: null,
  createdAt: `${day}T00:00:00Z`,
  updatedAt: null,
})

const ids = (events: readonly Appointment[]): number[] => events.map((appointment) => appointment.id)

describe('my day on the thread', () => {
  it('splits the day at now, in order of time', () => {
    const thread = dayThread(
      [visit(3, '11:15', '12:00'), visit(1, '07:00', '07:45'), visit(2, '10:30', '11:10')],
      at('10:26'),
    )
    expect(ids(thread.past)).toEqual([1])
    expect(thread.onTurn?.id).toBe(2)
    expect(ids(thread.coming)).toEqual([3])
  })

  it('puts the patient who waits in the room before the one who is only due', () => {
    const thread = dayThread([visit(1, '10:00', '11:00'), visit(2, '10:15', '11:00', 'arrived')], at('10:20'))
    expect(thread.onTurn?.id).toBe(2)
    expect(ids(thread.coming)).toEqual([1])
  })

  it('counts settled visits as past, also before their time', () => {
    const thread = dayThread(
      [visit(1, '15:00', '16:00', 'cancelled'), visit(2, '10:00', '11:00', 'attended')],
      at('10:20'),
    )
    expect(ids(thread.past)).toEqual([2, 1])
    expect(thread.onTurn).toBeNull()
  })

  it('has nobody on turn long before the first visit', () => {
    expect(dayThread([visit(1, '10:00', '11:00')], at('09:44')).onTurn).toBeNull()
    expect(dayThread([visit(1, '10:00', '11:00')], at('09:45')).onTurn?.id).toBe(1)
    expect(dayThread([visit(1, '10:00', '11:00')], at('11:00')).onTurn).toBeNull()
  })

  it('shows nobody apart in the day of a practice: who waits stands first, however late it is', () => {
    const day = [
      visit(1, '08:00', '09:00', 'arrived'),
      visit(2, '10:00', '11:00'),
      visit(3, '10:15', '11:00', 'arrived'),
      visit(4, '08:00', '09:00'),
      visit(5, '09:00', '10:00', 'attended'),
    ]
    const thread = dayThread(day, at('10:20'), 'practice')
    expect(thread.onTurn).toBeNull()
    expect(ids(thread.past)).toEqual([4, 5])
    expect(ids(thread.coming)).toEqual([1, 3, 2])
  })

  it('counts visits without the cancelled ones', () => {
    const events = [
      visit(1, '07:00', '08:00', 'attended'),
      visit(2, '08:00', '09:00', 'cancelled'),
      visit(3, '09:00', '10:00'),
    ]
    expect(dayCounts(events)).toEqual({ visits: 2, attended: 1, waiting: 0 })
    const block = { ...visit(4, '11:00', '12:00'), patientId: null }
    expect(dayCounts([block, visit(5, '12:00', '13:00', 'arrived')])).toEqual({
      visits: 1,
      attended: 0,
      waiting: 1,
    })
  })

  it('counts the visits of a day as the agenda does: whoever did not come is none', () => {
    const events = [
      visit(1, '07:00', '08:00', 'no_show'),
      visit(2, '08:00', '09:00', 'cancelled'),
      visit(3, '09:00', '10:00', 'attended'),
    ]
    expect(dayCounts(events).visits).toBe(1)
  })

  it('greets by the hour', () => {
    expect([0, 11, 12, 18, 19, 23].map(greetingOf)).toEqual([
      'morning',
      'morning',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ])
  })
})
