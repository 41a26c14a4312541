import type { AppointmentState } from '../../../ui/pills/StatusPill.tsx'
import { appointmentState } from '../../../ui/pills/StatusPill.tsx'
import type { DayPart, DayParts } from '../board/agenda-board.ts'
import { folded } from '../choices/practitioner-filter.ts'
import { dayAgenda } from '../month/month-cells.ts'
import type { AgendaAppointment } from '../parts/agenda-appointment.ts'
import { addDays, type CalendarDay, listDayCount } from '../parts/calendar-day.ts'

export interface ListFilter {
  /** Part of a patient, a reason or a practitioner; case and accents do not matter. Empty: all. */
  text: string
  /** Undefined: all. */
  state?: AppointmentState | undefined
}

export interface ListDay<E = AgendaAppointment> {
  day: CalendarDay
  entries: readonly DayPart<E>[]
}

/** Whether an appointment is what the filter looks for. */
export const isListed = (
  appointment: Pick<AgendaAppointment, 'patientName' | 'title' | 'doctorName' | 'status' | 'confirmed'>,
  { text, state }: ListFilter,
): boolean => {
  if (state !== undefined && appointmentState(appointment) !== state) return false
  const wanted = folded(text)
  if (wanted === '') return true
  return [appointment.patientName, appointment.title, appointment.doctorName].some((part) =>
    folded(part ?? '').includes(wanted),
  )
}

/** The days of the list that have something on them, from `first` on. An appointment over midnight stands on the day it starts. */
export const listDays = <E extends AgendaAppointment>(
  parts: DayParts<E>,
  doctorIds: readonly number[],
  first: CalendarDay,
  filter: ListFilter,
): ListDay<E>[] =>
  Array.from({ length: listDayCount }, (_, index) => addDays(first, index))
    .map((day, index) => ({
      day,
      entries: dayAgenda(parts, doctorIds, day).filter(
        ({ appointment, start }) =>
          (index === 0 || start > 0 || !isFromDayBefore(parts, appointment, day)) &&
          isListed(appointment, filter),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

const isFromDayBefore = <E extends AgendaAppointment>(
  parts: DayParts<E>,
  appointment: E,
  day: CalendarDay,
): boolean =>
  parts.of(appointment.doctorId, addDays(day, -1)).some((part) => part.appointment.id === appointment.id)
