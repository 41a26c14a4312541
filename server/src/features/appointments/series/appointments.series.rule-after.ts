import {
  mostOccurrences,
  type RepeatRule,
  type SeriesScope,
} from '@ulna/contract/appointments/appointments.series'
import { addDays, type Day, recurringDays } from '../appointments.recurrence.ts'
import { daysOf, type Occurrence, type Series } from './appointments.series.occurrences.ts'
import type { Shift } from './appointments.series.shift.ts'

export interface SeriesWish {
  /** The occurrence the change is asked of. */
  readonly named: Occurrence
  readonly scope: SeriesScope
  /** New times of the named occurrence. */
  readonly times?: { readonly start: number; readonly end: number } | undefined
  /** A new rule; without it the rule stays. */
  readonly rule?: RepeatRule | undefined
  /** A new last day, or null for none; undefined leaves it. */
  readonly until?: Day | null | undefined
  /** The series repeats no more after the named occurrence. */
  readonly endsHere?: boolean
}

export interface Ground {
  readonly covered: readonly Occurrence[]
  /** The first occurrence that the change can reach; what lies before it stays as it is. */
  readonly anchor: Occurrence
  readonly before: readonly Occurrence[]
  readonly reached: readonly Occurrence[]
  /** Days from the anchor on that the rule gave and on which something was booked, or taken out since. */
  readonly given: readonly Day[]
}

export const inOrder = (occurrences: readonly Occurrence[]): Occurrence[] =>
  [...occurrences].sort((a, b) => (a.on < b.on ? -1 : 1))

/** One that keeps its time while the rule changes may have a day that the rule no longer gives, or one after its end. */
const givenAmong = (series: Series, days: readonly Day[]): Day[] => {
  const { count: _, ...rule } = series.rule
  const last = days.at(-1) ?? series.firstDay
  const until = series.until !== null && series.until < last ? series.until : last
  const given = new Set(recurringDays({ ...series, rule, until }).days)
  return days.filter((day) => given.has(day))
}

export const groundOf = (
  series: Series,
  {
    occurrences,
    covered,
    wish,
    now,
  }: { occurrences: readonly Occurrence[]; covered: readonly Occurrence[]; wish: SeriesWish; now: number },
): Ground => {
  const anchor = covered.find(({ start }) => start >= now) ?? covered.at(-1) ?? wish.named
  const reached = covered.filter(({ on }) => on >= anchor.on)
  const takenOut = series.takenOut.filter((day) => day >= anchor.on)
  return {
    covered,
    anchor,
    before: inOrder(occurrences).filter(({ on }) => on < anchor.on),
    reached,
    given: givenAmong(series, [...reached.map(({ on }) => on), ...takenOut].sort()),
  }
}

/** How many days the rule still has to give from the anchor on. */
export const remainingCount = (
  series: Series,
  { count }: RepeatRule,
  { before, anchor, given }: Ground,
  wish: SeriesWish,
): number | undefined => {
  if (count === undefined || (wish.rule && wish.scope === 'following')) return count
  if (!wish.rule) return Math.max(given.length, 1)
  const gone = series.takenOut.filter((day) => day < anchor.on).length
  return Math.max(count - before.length - gone, 1)
}

/** The last day moves along, and never to before the last of those that are moved. */
const lastDayAfter = (series: Series, { given }: Ground, shift: Shift, wish: SeriesWish): Day | null => {
  if (wish.until !== undefined) return wish.until
  if (wish.rule?.count !== undefined || series.until === null) return null
  const shifted = addDays(series.until, shift.days)
  const last = given.at(-1)
  const moved = last === undefined || wish.rule ? null : shift.dayAfter(last)
  return moved !== null && moved > shifted ? moved : shifted
}

/** A rule counts or ends on a day, never both (RFC 5545 §3.3.10); the last that was said holds. */
const ruleAfter = (shift: Shift, wish: SeriesWish): RepeatRule => {
  if (wish.rule) return wish.rule
  const { count, ...rule } = shift.rule
  return count === undefined || typeof wish.until === 'string' ? rule : { ...rule, count }
}

/** Where the changed rule begins: with the first day that was given and has a place in it. */
const firstDayAfter = ({ anchor, given }: Ground, shift: Shift, wish: SeriesWish): Day => {
  const moved = given.flatMap((on) => (wish.rule ? addDays(on, shift.days) : (shift.dayAfter(on) ?? [])))
  return moved[0] ?? addDays(anchor.on, shift.days)
}

export const seriesAfter = (series: Series, ground: Ground, shift: Shift, wish: SeriesWish): Series => ({
  ...series,
  rule: ruleAfter(shift, wish),
  firstDay: firstDayAfter(ground, shift, wish),
  until: lastDayAfter(series, ground, shift, wish),
  clock: shift.clock,
  durationMs: shift.durationMs,
  takenOut: series.takenOut.map((day) =>
    wish.rule || day < ground.anchor.on ? day : (shift.dayAfter(day) ?? addDays(day, shift.days)),
  ),
})

export const isOpen = ({ rule, until }: Series): boolean => rule.count === undefined && until === null

/** The days the changed rule gives, no more than a series may have. */
export const givenDays = (after: Series, count: number | undefined, ground: Ground, wish: SeriesWish) => {
  const { days, cut } = daysOf({ ...after, rule: withCount(after.rule, count) })
  const room = mostOccurrences - (wish.scope === 'all' ? ground.before.length : 0)
  return { days: days.slice(0, room), cut: cut || days.length > room }
}

/**
 * What the changed rule gives up to its end and to the last of the days its occurrences go to. Where one of them has no
 * day of its own, as many as a series may have: those after the end are there for it.
 */
export const ruledDays = (after: Series, goals: readonly (Day | null)[]): readonly Day[] => {
  const { count: _, ...rule } = after.rule
  const days = new Set(goals.filter((day) => day !== null))
  const last = [...days, after.until ?? after.firstDay].sort().at(-1) ?? after.firstDay
  const end =
    days.size < goals.length
      ? { rule: { ...rule, count: mostOccurrences }, until: null }
      : { rule, until: last }
  return daysOf({ ...after, ...end }).days
}

/**
 * A series whose occurrences went along with one of them: it goes on to the last of those its rule gave, and other days
 * that the rule now gives among them are none of its own.
 */
export const withDates = (
  after: Series,
  { before, reached, given }: Ground,
  { days, ruled, splits }: { days: ReadonlyMap<number, Day>; ruled: readonly Day[] | null; splits: boolean },
): Series => {
  const taken = new Set([...days.values(), ...(splits ? [] : before.map(({ on }) => on))])
  const takenOut = after.takenOut.filter((day) => !taken.has(day))
  if (ruled === null) return { ...after, takenOut }
  const theirs = reached.filter(({ on }) => given.includes(on)).flatMap(({ id }) => days.get(id) ?? [])
  const last = theirs.sort().at(-1) ?? after.firstDay
  const until = after.until !== null && last > after.until ? last : after.until
  const others = ruled.filter((day) => day <= (until ?? last) && !taken.has(day) && !takenOut.includes(day))
  return { ...after, until, takenOut: [...takenOut, ...others] }
}

export const remainderOf = (series: Series, ground: Ground): Series => {
  const { count: _, ...rule } = series.rule
  return {
    ...series,
    rule,
    until: addDays(ground.anchor.on, -1),
    takenOut: series.takenOut.filter((day) => day < ground.anchor.on),
  }
}

/** What leaves a series counts only what it takes along. */
export const ownSeries = (series: Series, count: number | undefined): Series => ({
  ...series,
  rule: withCount(series.rule, count),
  takenOut: series.takenOut.filter((day) => day >= series.firstDay),
})

const withCount = (rule: RepeatRule, count: number | undefined): RepeatRule =>
  count === undefined ? rule : { ...rule, count }
