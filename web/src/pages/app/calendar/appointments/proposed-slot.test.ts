import { describe, expect, it } from 'vitest'
import { splitIntoDays } from '../../../../blocks/agenda-grid/board/agenda-board.ts'
import { workingTime } from '../../../../blocks/agenda-grid/board/working-time.ts'
import { agendaAppointment } from '../../../../blocks/agenda-grid/parts/agenda-appointment.fixture.ts'
import type { AgendaAppointment } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { zonedTime } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'
import { freeSlotFrom, freeSlotOn, type KnownAgenda } from './proposed-slot.ts'

const time = zonedTime('America/Bogota')
const friday = '2026-11-20'
const monday = '2026-11-23'
const hours = [1, 5].flatMap((weekday) => [
  { weekday, from: '08:00', to: '12:00' },
  { weekday, from: '14:00', to: '16:00' },
])

const visit = (id: number, from: string, to: string, status: AgendaAppointment['status'] = 'booked') => ({
  ...agendaAppointment({ id, start: `${friday}T${from}:00-05:00` }),
  end: `${friday}T${to}:00-05:00`,
  status,
})

const agenda = (clock: string, visits: readonly AgendaAppointment[]): KnownAgenda => ({
  doctorId: 1,
  parts: splitIntoDays(visits, time),
  working: workingTime({
    schedules: [{ doctorId: 1, hours }],
    absences: [],
    usual: { dayStartsAt: '07:00', dayEndsAt: '20:00', appointmentMinutes: 60 },
    time,
  }),
  now: time.wallOf(Date.parse(`${friday}T${clock}:00-05:00`)),
  minutes: 45,
})

describe('the time that is proposed for a new appointment', () => {
  it('is the first free one that is still to come, on a quarter of an hour', () => {
    expect(freeSlotOn(agenda('07:10', []), friday)).toEqual({
      day: friday,
      doctorId: 1,
      start: 480,
      end: 525,
    })
    expect(freeSlotOn(agenda('09:05', []), friday)?.start).toBe(555)
  })

  it('is nobody else’s, and as long as a visit takes', () => {
    const visits = [visit(1, '08:00', '09:10'), visit(2, '09:40', '11:20')]
    expect(freeSlotOn(agenda('07:10', visits), friday)?.start).toBe(14 * 60)
    expect(freeSlotOn(agenda('07:10', visits.slice(0, 1)), friday)?.start).toBe(550)
  })

  it('may be that of a visit that was called off', () => {
    expect(freeSlotOn(agenda('07:10', [visit(1, '08:00', '09:00', 'cancelled')]), friday)?.start).toBe(480)
  })

  it('is on a later day where this one has none', () => {
    const evening = agenda('15:30', [])
    expect(freeSlotOn(evening, friday)).toBeUndefined()
    expect(freeSlotFrom(evening, friday)).toMatchObject({ day: monday, start: 480 })
    expect(freeSlotOn(evening, '2026-11-16')).toBeUndefined()
  })
})
