import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { FreeSlot } from '../../../../blocks/agenda-grid/board/grid-column.ts'
import { addDays, type CalendarDay, dayNumber } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'

const daysOfWeek = 7

/** The first day after today that lies whole weeks after a visit. */
const weeksAfter = (day: CalendarDay, today: CalendarDay): CalendarDay => {
  const passed = Math.max(0, dayNumber(today) - dayNumber(day))
  return addDays(day, (Math.floor(passed / daysOfWeek) + 1) * daysOfWeek)
}

/** What is proposed after a visit: the same weekday, time, length and practitioner, on the first such day to come. */
export const nextVisitOf = (
  visit: Pick<Appointment, 'start' | 'end' | 'doctorId' | 'patientName'> & { patientId: number },
  time: ZonedTime,
  today: CalendarDay,
): [FreeSlot, ChosenPatient] => {
  const from = Date.parse(visit.start)
  const { day, minute } = time.wallOf(from)
  const slot = {
    day: weeksAfter(day, today),
    doctorId: visit.doctorId,
    start: minute,
    end: minute + Math.round((Date.parse(visit.end) - from) / 60_000),
  }
  return [slot, { id: visit.patientId, name: visit.patientName ?? '' }]
}
