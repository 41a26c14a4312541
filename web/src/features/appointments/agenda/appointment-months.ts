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

interface Timed {
  id: number
  start: string
  end: string
}

/** True when an event touches a month. */
export const touchesMonth = (event: Timed, month: AgendaMonth, time: ZonedTime): boolean => {
  const range = monthRange(month)
  const start = time.instantOf(range.start, 0)
  const end = time.instantOf(range.end, 0)
  return Date.parse(event.start) < end && Date.parse(event.end) > start
}

/** The events of a month after one of them was written: in its place by start, or gone where it left the month. */
export const withEvent = <E extends Timed>(
  events: readonly E[],
  event: E,
  month: AgendaMonth,
  time: ZonedTime,
): E[] => {
  const others = events.filter(({ id }) => id !== event.id)
  if (!touchesMonth(event, month, time)) return others
  const at = others.findIndex(({ start }) => Date.parse(start) > Date.parse(event.start))
  return at < 0 ? [...others, event] : [...others.slice(0, at), event, ...others.slice(at)]
}

/** Joins months; an event over the turn of the month arrives with both and is kept once. */
export const joinMonths = <E extends Timed>(months: readonly (readonly E[] | undefined)[]): E[] => {
  const byId = new Map<number, E>()
  for (const events of months) for (const event of events ?? []) byId.set(event.id, event)
  return [...byId.values()]
}
