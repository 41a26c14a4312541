import type { DayPart, DayParts } from '../board/agenda-board.ts'
import { type AgendaAppointment, countStanding } from '../parts/agenda-appointment.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'

/** What a day of the month sheet shows. */
export interface MonthCell<E = AgendaAppointment> {
  day: CalendarDay
  /** The first ones, by start. */
  chips: readonly DayPart<E>[]
  /** How many more there are. */
  more: number
  /** Appointments that stand, also those that are not shown. */
  standing: number
}

/** Everything on a day of these practitioners, by start and then in the practitioners' order. */
export const dayAgenda = <E>(
  parts: DayParts<E>,
  doctorIds: readonly number[],
  day: CalendarDay,
): DayPart<E>[] => doctorIds.flatMap((id) => parts.of(id, day)).sort((one, other) => one.start - other.start)

/** Fits a day into `lines` lines; where not all fits, the last line is for "n more". */
export const monthCell = <E extends Pick<AgendaAppointment, 'status' | 'patientId'>>(
  parts: DayParts<E>,
  doctorIds: readonly number[],
  day: CalendarDay,
  lines: number,
): MonthCell<E> => {
  const all = dayAgenda(parts, doctorIds, day)
  const fits = all.length <= lines ? all.length : Math.max(0, lines - 1)
  return {
    day,
    chips: all.slice(0, fits),
    more: all.length - fits,
    standing: countStanding(all.map(({ appointment }) => appointment)),
  }
}

/** Height of a chip with the air below it, and of the line with the number of the day, in CSS pixels. */
export const chipHeight = 24
export const dayLineHeight = 32

/** How many lines of chips stand in a cell of that height. */
export const linesIn = (cellHeight: number): number =>
  Math.max(1, Math.floor((cellHeight - dayLineHeight) / chipHeight))
