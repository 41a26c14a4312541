import type { CalendarDay } from '../parts/calendar-day.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'

/** What a drop asks for, in wall-clock minutes of the column it landed in. */
export interface AppointmentMove {
  /** `move` keeps the length; `resize` also sets the end. */
  kind: 'move' | 'resize'
  day: CalendarDay
  doctorId: number
  start: number
  end: number
}

export interface MovedTimes {
  doctorId: number
  /** Instants, ISO 8601 in UTC. */
  start: string
  end: string
}

const fewestMinutes = 5

/**
 * The times an appointment has after a drop. A move keeps the length in real minutes, also across a change to daylight-saving
 * time, and a start that was not moved stays the very same instant.
 */
export const movedTimes = (
  appointment: { start: string; end: string },
  move: AppointmentMove,
  time: ZonedTime,
): MovedTimes => {
  const before = Date.parse(appointment.start)
  const wall = time.wallOf(before)
  const start =
    wall.day === move.day && wall.minute === move.start ? before : time.instantOf(move.day, move.start)
  const end =
    move.kind === 'move'
      ? start + Date.parse(appointment.end) - before
      : Math.max(time.instantOf(move.day, move.end), start + fewestMinutes * 60_000)
  return {
    doctorId: move.doctorId,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }
}

/** True where a drop changes nothing. */
export const isSameTime = (
  appointment: { doctorId: number; start: string; end: string },
  moved: MovedTimes,
): boolean =>
  appointment.doctorId === moved.doctorId &&
  Date.parse(appointment.start) === Date.parse(moved.start) &&
  Date.parse(appointment.end) === Date.parse(moved.end)
