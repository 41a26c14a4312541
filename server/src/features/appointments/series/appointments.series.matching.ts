import { addDays, type Day } from '../appointments.recurrence.ts'

interface Dated {
  readonly id: number
  /** The day the rule gave. */
  readonly on: Day
}

/** Which day each occurrence has after a change, and what is left on either side. */
export interface Matching<T extends Dated> {
  readonly days: ReadonlyMap<number, Day>
  readonly unmet: readonly Day[]
  readonly spare: readonly T[]
}

/** No two of a series have one day: the wished for, or else the next that nobody has. */
const dayOfKept = (wished: readonly (Day | null)[], on: Day, taken: ReadonlySet<Day>): Day => {
  const day = wished.find((one) => one !== null && !taken.has(one))
  return day ?? dayOfKept([addDays(on, 1)], addDays(on, 1), taken)
}

/**
 * Occurrences keep their day where the rule still gives it; the others take the days that are left, in order. Those that
 * keep their times have a day also where the rule gives none.
 */
export const matched = <T extends Dated>(
  given: readonly Day[],
  occurrences: readonly T[],
  dayAfter: (on: Day) => Day | null,
  isFree: (occurrence: T) => boolean,
): Matching<T> => {
  // Where two come to one day it is the free one's, put last: the other may have any.
  const inTurn = [...occurrences].sort((a, b) => Number(isFree(a)) - Number(isFree(b)))
  const byDay = new Map(inTurn.map((occurrence) => [dayAfter(occurrence.on), occurrence]))
  const days = new Map<number, Day>()
  const open: Day[] = []
  for (const day of given) {
    const occurrence = byDay.get(day)
    if (occurrence) days.set(occurrence.id, day)
    else open.push(day)
  }
  const left = occurrences.filter(({ id }) => !days.has(id))
  const free = left.filter(isFree)
  for (const [index, { id }] of free.entries()) {
    const day = open[index]
    if (day !== undefined) days.set(id, day)
  }
  const taken = new Set([...days.values(), ...open])
  for (const { id, on } of left.filter((occurrence) => !isFree(occurrence))) {
    const day = dayOfKept([dayAfter(on), on], on, taken)
    taken.add(day)
    days.set(id, day)
  }
  return { days, unmet: open.slice(free.length), spare: free.slice(open.length) }
}

/** Each goes the same number of days further. */
export const shiftedDays = <T extends Dated>(occurrences: readonly T[], count: number): Matching<T> => ({
  days: new Map(occurrences.map(({ id, on }) => [id, addDays(on, count)])),
  unmet: [],
  spare: [],
})

/**
 * Each goes where its day goes, and none is made or taken away: nobody asked for that. One without such a day takes the
 * next of `ruled` that nobody has. Those first in the list choose first, and those that keep their times come last.
 */
export const movedAlike = <T extends Dated>(
  occurrences: readonly T[],
  ruled: readonly Day[],
  goesTo: (on: Day) => { readonly day: Day | null; readonly about: Day },
  isFree: (occurrence: T) => boolean,
): Matching<T> => {
  const days = new Map<number, Day>()
  const taken = new Set<Day>()
  const give = ({ id }: T, day: Day): void => {
    days.set(id, day)
    taken.add(day)
  }
  for (const occurrence of occurrences) {
    const { day } = goesTo(occurrence.on)
    if (day !== null && !taken.has(day)) give(occurrence, day)
  }
  for (const occurrence of occurrences.filter(({ id }) => !days.has(id))) {
    const { about } = goesTo(occurrence.on)
    const free = isFree(occurrence)
    const next = free ? ruled.find((day) => day >= about && !taken.has(day)) : undefined
    give(occurrence, next ?? dayOfKept([free ? about : occurrence.on], occurrence.on, taken))
  }
  return { days, unmet: [], spare: [] }
}
