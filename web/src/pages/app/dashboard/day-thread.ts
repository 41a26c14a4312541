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

const isOnTurn = (event: Appointment, now: number): boolean =>
  !isSettled(event) && Date.parse(event.start) - comingSoon <= now && now < Date.parse(event.end)

const isOver = (event: Appointment, now: number): boolean => isSettled(event) || Date.parse(event.end) <= now

/** Splits the day at `now` (milliseconds). Somebody waiting in the room goes before somebody who is only due. */
export const dayThread = (events: readonly Appointment[], now: number): DayThread => {
  const sorted = [...events].sort(byStart)
  const candidates = sorted.filter((event) => isOnTurn(event, now))
  const onTurn = candidates.find((event) => event.status === 'arrived') ?? candidates[0] ?? null
  const others = sorted.filter((event) => event !== onTurn)
  return {
    past: others.filter((event) => isOver(event, now)),
    onTurn,
    coming: others.filter((event) => !isOver(event, now)),
  }
}

/** Visits that count for the day: not cancelled; and how many of them were attended. */
export const dayCounts = (events: readonly Appointment[]): { visits: number; attended: number } => ({
  visits: events.filter((event) => event.status !== 'cancelled').length,
  attended: events.filter((event) => event.status === 'attended').length,
})

/** Which greeting an hour of the day calls for. */
export const greetingOf = (hour: number): 'morning' | 'afternoon' | 'evening' => {
  if (hour < 12) return 'morning'
  return hour < 19 ? 'afternoon' : 'evening'
}
