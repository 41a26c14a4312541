import type { AgendaAppointment } from '../parts/agenda-appointment.ts'
import { addDays, type CalendarDay } from '../parts/calendar-day.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'
import { layoutOverlaps } from './overlap-layout.ts'

/** An appointment, or the part of it, that lies on one day; minutes of that day's wall clock. */
export interface DayPart<E = AgendaAppointment> {
  appointment: E
  start: number
  end: number
}

/** A part with its place beside others at the same time. */
export interface PlacedAppointment<E = AgendaAppointment> extends DayPart<E> {
  lane: number
  lanes: number
}

/** Shortest time a card is drawn for: 20 minutes are 24 px, the least a finger may be asked to hit. */
export const leastDrawnMinutes = 20

const ofPractitioner = (doctorId: number, day: CalendarDay): string => `${doctorId}|${day}`

/** All appointments cut into days, asked for by practitioner and day. */
export interface DayParts<E = AgendaAppointment> {
  of: (doctorId: number, day: CalendarDay) => readonly DayPart<E>[]
  /** Days on which one of these practitioners has something. */
  hasAny: (doctorIds: readonly number[], day: CalendarDay) => boolean
}

const nothing: readonly never[] = []

/** What lies in somebody's agenda from one instant to another: an appointment, an absence. */
export type TimedItem = Pick<AgendaAppointment, 'doctorId' | 'start' | 'end'>

const wallSpan = (appointment: TimedItem, time: ZonedTime) => {
  const from = time.wallOf(Date.parse(appointment.start))
  const to = time.wallOf(Date.parse(appointment.end))
  // An end at 00:00 belongs to the day before; an hour that happens twice may even run backwards on the wall.
  if (to.minute === 0 && to.day > from.day)
    return { from, to: { day: addDays(to.day, -1), minute: minutesPerDay } }
  if (to.day === from.day && to.minute <= from.minute) {
    const minutes = (Date.parse(appointment.end) - Date.parse(appointment.start)) / 60_000
    return { from, to: { day: from.day, minute: Math.min(from.minute + minutes, minutesPerDay) } }
  }
  return { from, to }
}

/** Cuts appointments into the days of the practice's clock, in one pass. */
export const splitIntoDays = <E extends TimedItem>(
  appointments: readonly E[],
  time: ZonedTime,
): DayParts<E> => {
  const parts = new Map<string, DayPart<E>[]>()
  const add = (key: string, part: DayPart<E>) => {
    const list = parts.get(key)
    if (list) list.push(part)
    else parts.set(key, [part])
  }
  for (const appointment of appointments) {
    const { from, to } = wallSpan(appointment, time)
    for (let day = from.day; day <= to.day; day = addDays(day, 1)) {
      add(ofPractitioner(appointment.doctorId, day), {
        appointment,
        start: day === from.day ? from.minute : 0,
        end: day === to.day ? to.minute : minutesPerDay,
      })
    }
  }
  return {
    of: (doctorId, day) => parts.get(ofPractitioner(doctorId, day)) ?? nothing,
    hasAny: (doctorIds, day) => doctorIds.some((id) => parts.has(ofPractitioner(id, day))),
  }
}

/** Places the parts of one column side by side, by start. */
export const placeColumn = <E extends TimedItem>(parts: readonly DayPart<E>[]): PlacedAppointment<E>[] => {
  const lanes = layoutOverlaps(
    parts.map(({ start, end }) => ({ start, end: Math.max(end, start + leastDrawnMinutes) })),
  )
  return parts
    .map((part, index) => ({ ...part, lane: lanes[index]?.lane ?? 0, lanes: lanes[index]?.lanes ?? 1 }))
    .sort((a, b) => a.start - b.start || a.lane - b.lane)
}

/** Times that are taken, joined where they touch: what a colleague's rib draws and says. */
export const busyTimes = (
  parts: readonly { start: number; end: number }[],
): { start: number; end: number }[] => {
  const busy: { start: number; end: number }[] = []
  for (const { start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    const last = busy.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else busy.push({ start, end })
  }
  return busy
}
