import type { Appointment } from '@ulna/contract/appointments/appointments'

/** My day as it hangs on the thread: what is over, who is on turn, what comes. */
export interface DayThread {
  readonly past: readonly Appointment[]
  /** The patient on turn: in the room, or whose time it is, or who is next within a quarter of an hour. */
  readonly onTurn: Appointment | null
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

/** Splits the day at `now` (milliseconds). Somebody waiting in the room goes before somebody who is only due. */
export const dayThread = (appointments: readonly Appointment[], now: number): DayThread => {
  const sorted = [...appointments].sort(byStart)
  const candidates = sorted.filter((appointment) => isOnTurn(appointment, now))
  const onTurn = candidates.find((appointment) => appointment.status === 'arrived') ?? candidates[0] ?? null
  const others = sorted.filter((appointment) => appointment !== onTurn)
  return {
    past: others.filter((appointment) => isOver(appointment, now)),
    onTurn,
    coming: others.filter((appointment) => !isOver(appointment, now)),
  }
}

/** Visits that count for the day: not cancelled; and how many of them were attended. */
export const dayCounts = (appointments: readonly Appointment[]): { visits: number; attended: number } => ({
  visits: appointments.filter((appointment) => appointment.status !== 'cancelled').length,
  attended: appointments.filter((appointment) => appointment.status === 'attended').length,
})

/** Which greeting an hour of the day calls for. */
export const greetingOf = (hour: number): 'morning' | 'afternoon' | 'evening' => {
  if (hour < 12) return 'morning'
  return hour < 19 ? 'afternoon' : 'evening'
}
