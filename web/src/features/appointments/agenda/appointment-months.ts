import {
  addMonths,
  type CalendarDay,
  firstOfMonth,
  monthOf,
} from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'

/** The agenda is kept by months of the practice's calendar: `2026-11`. */
export type AgendaMonth = string

/** Days [start, end) of a month, as the calendar call takes them. */
export const monthRange = (month: AgendaMonth): { start: CalendarDay; end: CalendarDay } => ({
  start: firstOfMonth(month),
  end: firstOfMonth(addMonths(month, 1)),
})

export const monthOfInstant = (instant: string, time: ZonedTime): AgendaMonth =>
  monthOf(time.wallOf(Date.parse(instant)).day)

/** One month either side of a start: what is reloaded after an update (specification §4 and §9). */
export const monthsAround = (start: string, time: ZonedTime): AgendaMonth[] => {
  const month = monthOfInstant(start, time)
  return [month, addMonths(month, -1), addMonths(month, 1)]
}

export interface Timed {
  id: number
  start: string
  end: string
}

/** True when an appointment touches a month. */
export const touchesMonth = (appointment: Timed, month: AgendaMonth, time: ZonedTime): boolean => {
  const range = monthRange(month)
  const start = time.instantOf(range.start, 0)
  const end = time.instantOf(range.end, 0)
  return Date.parse(appointment.start) < end && Date.parse(appointment.end) > start
}

/** With an appointment in its place by start. */
export const withInPlace = <E extends Timed>(appointments: readonly E[], appointment: E): E[] => {
  const at = appointments.findIndex(({ start }) => Date.parse(start) > Date.parse(appointment.start))
  return at < 0
    ? [...appointments, appointment]
    : [...appointments.slice(0, at), appointment, ...appointments.slice(at)]
}

/** The appointments of a month after one of them was written: in its place by start, or gone where it left the month. */
export const withAppointment = <E extends Timed>(
  appointments: readonly E[],
  appointment: E,
  month: AgendaMonth,
  time: ZonedTime,
): E[] => {
  const others = appointments.filter(({ id }) => id !== appointment.id)
  return touchesMonth(appointment, month, time) ? withInPlace(others, appointment) : others
}

/** Joins months; an appointment over the turn of the month arrives with both and is kept once. */
export const joinMonths = <E extends Timed>(months: readonly (readonly E[] | undefined)[]): E[] => {
  const byId = new Map<number, E>()
  for (const appointments of months)
    for (const appointment of appointments ?? []) byId.set(appointment.id, appointment)
  return [...byId.values()]
}
