import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { DayScope } from '@ulna/contract/today/today'
import { countStanding } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'

/** A day as it hangs on the thread: what is over, who is on turn, what comes. */
export interface DayThread {
  readonly past: readonly Appointment[]
  /** The patient on turn: in the room, or whose time it is, or who is next within a quarter of an hour. */
  readonly onTurn: Appointment | null
  /** Who waits in the room stands first. */
  readonly coming: readonly Appointment[]
}

const comingSoon = 15 * 60_000

const isSettled = ({ status }: Appointment): boolean =>
  status === 'attended' || status === 'no_show' || status === 'cancelled'

const byStart = (one: Appointment, other: Appointment): number =>
  Date.parse(one.start) - Date.parse(other.start)

const isOnTurn = (appointment: Appointment, now: number): boolean =>
  !isSettled(appointment) &&
  Date.parse(appointment.start) - comingSoon <= now &&
  now < Date.parse(appointment.end)

const isOver = (appointment: Appointment, now: number): boolean =>
  isSettled(appointment) || Date.parse(appointment.end) <= now

const waits = ({ status }: Appointment): number => (status === 'arrived' ? 0 : 1)

/**
 * Splits the day at `now` (milliseconds). Somebody waiting in the room goes before somebody who is only due. In the day of
 * a practice several are on turn: nobody stands out, who waits stands first, and stays there however late it gets.
 */
export const dayThread = (
  appointments: readonly Appointment[],
  now: number,
  scope: DayScope = 'own',
): DayThread => {
  const sorted = [...appointments].sort(byStart)
  if (scope === 'practice') {
    const isPast = (one: Appointment): boolean => one.status !== 'arrived' && isOver(one, now)
    const coming = sorted.filter((one) => !isPast(one)).sort((one, other) => waits(one) - waits(other))
    return { past: sorted.filter(isPast), onTurn: null, coming }
  }
  const candidates = sorted.filter((appointment) => isOnTurn(appointment, now))
  const onTurn = candidates.find((appointment) => appointment.status === 'arrived') ?? candidates[0] ?? null
  const others = sorted.filter((appointment) => appointment !== onTurn)
  return {
    past: others.filter((appointment) => isOver(appointment, now)),
    onTurn,
    coming: others.filter((appointment) => !isOver(appointment, now)),
  }
}

/** Visits that count for the day, blocks aside: not cancelled; how many of them were attended, and how many wait. */
export const dayCounts = (
  appointments: readonly Appointment[],
): { visits: number; attended: number; waiting: number } => {
  const visits = appointments.filter(({ patientId }) => patientId !== null)
  const count = (wanted: Appointment['status']): number =>
    visits.filter(({ status }) => status === wanted).length
  // Counted as the agenda counts them: whoever did not come, or called it off, is no visit.
  return { visits: countStanding(appointments), attended: count('attended'), waiting: count('arrived') }
}

/** Which greeting an hour of the day calls for. */
export const greetingOf = (hour: number): 'morning' | 'afternoon' | 'evening' => {
  if (hour < 12) return 'morning'
  return hour < 19 ? 'afternoon' : 'evening'
}
