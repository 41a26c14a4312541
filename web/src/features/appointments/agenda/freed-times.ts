import type { Appointment } from '@ulna/contract/appointments/appointments'
import { createExternalStore, useExternalStore } from '../../../api/http/external-store.ts'
import { isOff } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'

export type Visit = Pick<Appointment, 'id' | 'doctorId' | 'start' | 'end' | 'status'>

/** A time that somebody gave up. */
export interface FreedTime {
  doctorId: number
  start: string
  end: string
  /** Who stood there at the same time and still does: several may be seen at once. */
  beside: readonly number[]
}

export interface FreedTimes {
  /** Another one for each time something falls free. */
  id: number
  practiceId: number
  times: readonly FreedTime[]
}

/** This many of the next freed times are looked at: a whole series may go at once. */
const mostTimes = 6

const overlaps = (one: Pick<Visit, 'start' | 'end' | 'doctorId'>, other: Visit): boolean =>
  one.doctorId === other.doctorId &&
  Date.parse(one.start) < Date.parse(other.end) &&
  Date.parse(other.start) < Date.parse(one.end)

/** Who stands there at a time. */
export const standing = (
  time: Pick<Visit, 'start' | 'end' | 'doctorId'>,
  appointments: readonly Visit[],
): number[] =>
  appointments.filter((appointment) => !isOff(appointment) && overlaps(time, appointment)).map(({ id }) => id)

export const isAhead = ({ start }: { start: string }, now: number): boolean => Date.parse(start) > now

/** A visit that is called off, or has nothing of the time it had, gives that up. */
export const givesUp = (before: Visit, after: Visit): boolean =>
  after.status === 'cancelled' || !overlaps(before, after)

/** The times that these visits give up, the next ones first; none of what is over or did not stand. */
export const freedTimesOf = (
  given: readonly Visit[],
  appointments: readonly Visit[],
  now: number = Date.now(),
): FreedTime[] => {
  const ids = given.map(({ id }) => id)
  const others = appointments.filter(({ id }) => !ids.includes(id))
  return given
    .filter((appointment) => !isOff(appointment) && isAhead(appointment, now))
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
    .slice(0, mostTimes)
    .map(({ doctorId, start, end }) => ({
      doctorId,
      start,
      end,
      beside: standing({ doctorId, start, end }, others),
    }))
}

/** What fell free last. */
export const freedTimes = createExternalStore<FreedTimes | null>(null)
let lastId = 0

/** Tells the agenda that these visits gave up their times, so that it can say who waits for such. */
export const tellFreed = (
  practiceId: number,
  given: readonly Visit[],
  appointments: readonly Visit[],
): void => {
  const times = freedTimesOf(given, appointments)
  if (times.length === 0) return
  lastId += 1
  freedTimes.set({ id: lastId, practiceId, times })
}

export const forgetFreed = (): void => freedTimes.set(null)

/** What fell free last in this practice, until it is forgotten. */
export const useFreedTimes = (practiceId: number): FreedTimes | null => {
  const freed = useExternalStore(freedTimes)
  return freed?.practiceId === practiceId ? freed : null
}
