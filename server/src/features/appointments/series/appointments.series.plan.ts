import { addDays, type Day } from '../appointments.recurrence.ts'
import { type Matching, matched, movedAlike, shiftedDays } from './appointments.series.matching.ts'
import {
  coveredBy,
  type KeptReason,
  keptReason,
  type MovedTime,
  type Occurrence,
  type PlannedTime,
  type Series,
  timeOn,
} from './appointments.series.occurrences.ts'
import {
  type Ground,
  givenDays,
  groundOf,
  inOrder,
  isOpen,
  ownSeries,
  remainderOf,
  remainingCount,
  ruledDays,
  type SeriesWish,
  seriesAfter,
  withDates,
} from './appointments.series.rule-after.ts'
import { type Shift, shiftOf, tearsWeeks } from './appointments.series.shift.ts'

export interface SeriesPlan {
  /** The series the covered occurrences belong to afterwards. */
  readonly series: Series
  /** What is left of the series before them, when they become one of their own; null when they stay. */
  readonly remainder: Series | null
  /** The occurrences that go along then; those before them stay. */
  readonly leaving: readonly number[]
  readonly moved: readonly MovedTime[]
  readonly kept: readonly { readonly id: number; readonly on: Day; readonly reason: KeptReason }[]
  readonly made: readonly PlannedTime[]
  readonly removed: readonly number[]
  readonly cut: boolean
}

const isOnlyTimes = ({ rule, until }: SeriesWish): boolean => rule === undefined && until === undefined

/** New times of the same rule move each occurrence alike; months and years have to be asked which days they have. */
const isPlainShift = ({ rule }: Series, shift: Shift): boolean => {
  if (shift.days === 0) return true
  return (rule.freq === 'day' || rule.freq === 'week') && !tearsWeeks(rule, shift.days)
}

/** Where a day goes; one of an earlier rule has no place in this one and goes as many days further as the named one. */
const goesTo =
  ({ given }: Ground, shift: Shift, wish: SeriesWish) =>
  (on: Day): Day | null => {
    if (wish.rule) return on
    return given.includes(on) ? shift.dayAfter(on) : addDays(on, shift.days)
  }

/** Nothing speaks against giving it another time. */
const isFreeAt =
  (now: number) =>
  (occurrence: Occurrence): boolean =>
    keptReason(occurrence, now) === null

/**
 * Who chooses first where two come to one day: the named one, then those the rule gave. What keeps its time needs a day
 * only to be told apart.
 */
const inTurn = ({ reached, given }: Ground, { named }: SeriesWish, now: number): Occurrence[] => {
  const turn = (occurrence: Occurrence): number => {
    if (!isFreeAt(now)(occurrence)) return 3
    if (occurrence.id === named.id) return 0
    return given.includes(occurrence.on) ? 1 : 2
  }
  return [...reached].sort((a, b) => turn(a) - turn(b))
}

interface Placed {
  readonly matching: Matching<Occurrence>
  /** What the changed rule gives; null where it was not asked. */
  readonly ruled: readonly Day[] | null
  readonly cut: boolean
}

/** New times alone: each occurrence goes along with the named one. */
const placedAlike = (
  series: Series,
  {
    after,
    ground,
    shift,
    wish,
    now,
  }: { after: Series; ground: Ground; shift: Shift; wish: SeriesWish; now: number },
): Placed => {
  const cut = isOpen(after)
  if (isPlainShift(series, shift))
    return { matching: shiftedDays(ground.reached, shift.days), ruled: null, cut }
  const dayAfter = goesTo(ground, shift, wish)
  const place = (on: Day) => ({ day: dayAfter(on), about: addDays(on, shift.days) })
  const ruled = ruledDays(
    after,
    ground.reached.map(({ on }) => dayAfter(on)),
  )
  const isFree = isFreeAt(now)
  return { matching: movedAlike(inTurn(ground, wish, now), ruled, place, isFree), ruled, cut }
}

/** What was moved along to a day that the rule does not give stays there, unless the series now ends before. */
const endingAt = (
  { days, unmet, spare }: Matching<Occurrence>,
  until: Day | null,
  stray: readonly Occurrence[],
): Matching<Occurrence> => {
  const over = stray.filter(({ id }) => until !== null && (days.get(id) ?? until) > until)
  const left = [...days].filter(([id]) => !over.some((one) => one.id === id))
  return { days: new Map(left), unmet, spare: [...spare, ...over] }
}

/** A new pattern or end: the occurrences take the days that it gives. */
const placedByRule = (
  after: Series,
  {
    ground,
    shift,
    wish,
    count,
    now,
  }: { ground: Ground; shift: Shift; wish: SeriesWish; count: number | undefined; now: number },
): Placed => {
  const { days, cut } = givenDays(after, count, ground, wish)
  const isFree = isFreeAt(now)
  const isStray = (one: Occurrence): boolean => wish.rule === undefined && !ground.given.includes(one.on)
  const takesAny = (one: Occurrence): boolean => isFree(one) && !isStray(one)
  const matching = matched(days, ground.reached, goesTo(ground, shift, wish), takesAny)
  const stray = ground.reached.filter((one) => isFree(one) && isStray(one))
  return { matching: endingAt(matching, after.until, stray), ruled: null, cut }
}

const keptOf = (
  covered: readonly Occurrence[],
  days: ReadonlyMap<number, Day>,
  now: number,
): SeriesPlan['kept'] =>
  covered.flatMap((occurrence) => {
    const reason = keptReason(occurrence, now)
    const on = days.get(occurrence.id) ?? occurrence.on
    return reason ? [{ id: occurrence.id, on, reason }] : []
  })

/** Nothing that stays before the change may end up on a day the changed ones take. */
const collides = (before: readonly Occurrence[], matching: Matching<Occurrence>): boolean => {
  const taken = new Set([...matching.days.values(), ...matching.unmet])
  return before.some(({ on }) => taken.has(on))
}

const isMovable = ({ start, status }: Occurrence, now: number): boolean => start >= now && status === 'booked'

/** Moved by itself, or it kept its time while its visit took another course and the series moved. */
const standsAlone = (series: Series, { detached, start, end, on }: Occurrence): boolean => {
  const usual = timeOn(series, on)
  return detached || start !== usual.start || end !== usual.end
}

/** The named occurrence goes where it was asked to, also when it stood alone before. */
const namedTime = ({ named, times }: SeriesWish, after: Series, on: Day): MovedTime | null => {
  if (!times || (times.start === named.start && times.end === named.end)) return null
  const usual = timeOn(after, on)
  const detached = times.start !== usual.start || times.end !== usual.end
  return { id: named.id, on, ...times, shifted: !detached && usual.shifted, detached }
}

const movedOf = (
  before: Series,
  {
    after,
    ground: { reached },
    matching: { days },
    wish,
    now,
  }: { after: Series; ground: Ground; matching: Matching<Occurrence>; wish: SeriesWish; now: number },
): MovedTime[] =>
  reached.flatMap((occurrence) => {
    const on = days.get(occurrence.id)
    if (on === undefined) return []
    const isNamed = occurrence.id === wish.named.id && isMovable(occurrence, now)
    const asked = isNamed && standsAlone(before, occurrence) ? namedTime(wish, after, on) : null
    if (asked) return [asked]
    return keptReason(occurrence, now) === null
      ? [{ id: occurrence.id, ...timeOn(after, on), detached: false }]
      : []
  })

/** Every occurrence keeps its time. */
export const planNothing = (series: Series, covered: readonly Occurrence[], now: number): SeriesPlan => ({
  series,
  remainder: null,
  leaving: [],
  moved: [],
  kept: keptOf(covered, new Map(), now),
  made: [],
  removed: [],
  cut: false,
})

/** It repeats no more: what comes after the named occurrence goes, and new times are that one's alone. */
const planEnd = (
  series: Series,
  covered: readonly Occurrence[],
  wish: SeriesWish,
  now: number,
): SeriesPlan => {
  const { named } = wish
  const { count: _, ...rule } = series.rule
  const asked = isMovable(named, now) ? namedTime(wish, series, named.on) : null
  const gone = covered.filter((one) => one.on > named.on && keptReason(one, now) === null)
  const left = covered.filter((one) => one.id !== asked?.id && !gone.includes(one))
  return {
    ...planNothing({ ...series, rule, until: named.on }, left, now),
    moved: asked ? [asked] : [],
    removed: gone.map(({ id }) => id),
  }
}

/**
 * What a change of times or of the rule does to each occurrence of a series. Occurrences in the past, those whose visit
 * took another course, and those moved by themselves keep their times. With `following`, what comes before stays as it
 * is and the covered ones become a series of their own.
 */
export const planSeries = (
  series: Series,
  occurrences: readonly Occurrence[],
  wish: SeriesWish,
  now: number,
): SeriesPlan => {
  const covered = coveredBy(inOrder(occurrences), wish.named, wish.scope)
  if (wish.endsHere) return planEnd(series, covered, wish, now)
  if (isOnlyTimes(wish) && covered.every(({ start }) => start < now)) return planNothing(series, covered, now)
  const ground = groundOf(series, { occurrences, covered, wish, now })
  const shift = shiftOf(series, wish.named, wish.times, ground.given)
  const after = seriesAfter(series, ground, shift, wish)
  const remaining = remainingCount(series, after.rule, ground, wish)
  const { matching, ruled, cut } = isOnlyTimes(wish)
    ? placedAlike(series, { after, ground, shift, wish, now })
    : placedByRule(after, { ground, shift, wish, count: remaining, now })
  const splits = ground.before.length > 0 && (wish.scope === 'following' || collides(ground.before, matching))
  const dated = isOnlyTimes(wish) ? withDates(after, ground, { days: matching.days, ruled, splits }) : after
  const moved = movedOf(series, { after, ground, matching, wish, now })
  const movedIds = new Set(moved.map(({ id }) => id))
  return {
    series: splits ? ownSeries(dated, remaining) : dated,
    remainder: splits ? remainderOf(series, ground) : null,
    leaving: splits ? ground.reached.map(({ id }) => id) : [],
    moved,
    kept: keptOf(ground.covered, matching.days, now).filter(({ id }) => !movedIds.has(id)),
    made: matching.unmet.map((day) => timeOn(after, day)).filter(({ start }) => start >= now),
    removed: matching.spare.map(({ id }) => id),
    cut,
  }
}
