import type { Appointment } from '@ulna/contract/appointments'
import { createExternalStore, useExternalStore } from '../../api/external-store.ts'
import { isOff } from '../../blocks/agenda-grid/agenda-event.ts'

type Visit = Pick<Appointment, 'id' | 'doctorId' | 'start' | 'end' | 'status'>

/** A time that somebody gave up. */
export interface FreedTime {
  doctorId: number
  start: string
  end: string
  /** Who stood there at the same time and still does: several may be seen at once. */
  beside: readonly number[]
}

interface FreedTimes {
  /** Another one for each time something falls free. */
  id: number
  practiceId: number
  times: readonly FreedTime[]
}

/** So many of the next times that fall free at once are looked at: a whole series may go. */
const mostTimes = 6

const overlaps = (one: Pick<Visit, 'start' | 'end' | 'doctorId'>, other: Visit): boolean =>
  one.doctorId === other.doctorId &&
  Date.parse(one.start) < Date.parse(other.end) &&
  Date.parse(other.start) < Date.parse(one.end)

const standing = (time: Pick<Visit, 'start' | 'end' | 'doctorId'>, events: readonly Visit[]): number[] =>
  events.filter((event) => !isOff(event) && overlaps(time, event)).map(({ id }) => id)

const isAhead = ({ start }: { start: string }, now: number): boolean => Date.parse(start) > now

/** The times that these visits give up, the next ones first; none of what is over or did not stand. */
export const freedTimesOf = (
  given: readonly Visit[],
  events: readonly Visit[],
  now: number = Date.now(),
): FreedTime[] => {
  const ids = given.map(({ id }) => id)
  const others = events.filter(({ id }) => !ids.includes(id))
  return given
    .filter((event) => !isOff(event) && isAhead(event, now))
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
    .slice(0, mostTimes)
    .map(({ doctorId, start, end }) => ({
      doctorId,
      start,
      end,
      beside: standing({ doctorId, start, end }, others),
    }))
}

/** Of freed times those that still are: ahead, and not given to somebody or taken back since. */
export const stillFree = (
  times: readonly FreedTime[],
  events: readonly Visit[],
  now: number = Date.now(),
): FreedTime[] =>
  times.filter((time) => isAhead(time, now) && standing(time, events).every((id) => time.beside.includes(id)))

const store = createExternalStore<FreedTimes | null>(null)
let lastId = 0

/** Tells the agenda that these visits gave up their times, so that it can say who waits for such. */
export const tellFreed = (practiceId: number, given: readonly Visit[], events: readonly Visit[]): void => {
  const times = freedTimesOf(given, events)
  if (times.length === 0) return
  lastId += 1
  store.set({ id: lastId, practiceId, times })
}

export const forgetFreed = (): void => store.set(null)

/** Somebody has that time now. */
export const takeFreed = ({ doctorId, start }: Pick<FreedTime, 'doctorId' | 'start'>): void => {
  const freed = store.get()
  if (!freed) return
  const times = freed.times.filter((time) => time.doctorId !== doctorId || time.start !== start)
  store.set(times.length > 0 ? { ...freed, times } : null)
}

/** What fell free last in this practice, until it is forgotten. */
export const useFreedTimes = (practiceId: number): FreedTimes | null => {
  const freed = useExternalStore(store)
  return freed?.practiceId === practiceId ? freed : null
}
