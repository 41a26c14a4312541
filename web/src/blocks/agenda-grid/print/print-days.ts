import type { DayPart, DayParts } from '../board/agenda-board.ts'
import type { AgendaAppointment, AgendaPractitioner } from '../parts/agenda-appointment.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'

/** One practitioner's part of a printed day. */
export interface PrintedAgenda<E = AgendaAppointment> {
  practitioner: AgendaPractitioner
  entries: readonly DayPart<E>[]
}

export interface PrintedDay<E = AgendaAppointment> {
  day: CalendarDay
  agendas: readonly PrintedAgenda<E>[]
}

/**
 * What goes on paper: every practitioner of one day, also with nothing on it; of several days those who have something, and
 * no day without anything.
 */
export const printedDays = <E>(
  parts: DayParts<E>,
  practitioners: readonly AgendaPractitioner[],
  days: readonly CalendarDay[],
): PrintedDay<E>[] => {
  const printed = days.map((day) => ({
    day,
    agendas: practitioners.map((practitioner) => ({
      practitioner: practitioner,
      entries: [...parts.of(practitioner.id, day)].sort((one, other) => one.start - other.start),
    })),
  }))
  if (days.length === 1) return printed
  return printed
    .map(({ day, agendas }) => ({ day, agendas: agendas.filter(({ entries }) => entries.length > 0) }))
    .filter(({ agendas }) => agendas.length > 0)
}
