import {
  mostOccurrences,
  type RepeatRule,
  type SeriesScope,
} from '@ulna/contract/appointments/appointments.series'
import { settled, withoutTaken } from './series-model.along.ts'
import { daysFrom, daysLater, instantOf, shownAt } from './series-model.clock.ts'
import { daysGiven } from './series-model.days.ts'
import { type Ground, groundOf, isFree, uncounted } from './series-model.ground.ts'
import { alongOf, endedHands } from './series-model.hands.ts'
import { isPlainMove, type Moved, movedBy } from './series-model.moved.ts'
import type { Dated, Row, SeriesState, Where } from './series-model.world.ts'

export interface Wish {
  readonly scope: SeriesScope
  readonly times?: { readonly start: number; readonly end: number } | undefined
  readonly rule?: RepeatRule | undefined
  readonly until?: string | null | undefined
}

export interface Plan {
  /** What the series becomes to which the covered ones belong. */
  readonly series: SeriesState
  /** What stays of the old one when they leave it. */
  readonly rest: SeriesState | null
  /** Rows with the day they have, and the times where they move. */
  readonly rows: readonly Row[]
  /** Those of them that leave for the series of their own, when something stays. */
  readonly leaving: ReadonlySet<number>
  readonly made: readonly { readonly on: string; readonly start: number; readonly end: number }[]
  readonly removed: readonly Row[]
  readonly cut: boolean
}

export const timesOn = ({ minutes, length }: SeriesState, on: string, zone: string) => {
  const start = instantOf(on, minutes, zone)
  return { start, end: start + length }
}

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a)

const unchanged = (series: SeriesState, covered: readonly Row[]): Plan => ({
  series,
  rest: null,
  rows: covered,
  leaving: new Set(),
  made: [],
  removed: [],
  cut: false,
})

/** The series repeats no more after an occurrence, which may get times of its own. */
export const planStop = (
  series: SeriesState,
  {
    covered,
    named,
    times,
    world,
  }: { covered: readonly Dated[]; named: Dated; times: Wish['times']; world: Where },
): Plan => {
  const removed = covered.filter((row) => row.on > named.on && isFree(row, world.now))
  const isAsked = times && named.start >= world.now && named.status === 'booked'
  const usual = timesOn(series, named.on, world.zone)
  const rows = covered
    .filter((row) => !removed.includes(row))
    .map((row) =>
      row.id === named.id && isAsked
        ? { ...row, ...times, detached: times.start !== usual.start || times.end !== usual.end }
        : row,
    )
  const ended = { ...series, rule: uncounted(series.rule), until: named.on }
  return { ...unchanged(ended, rows), removed }
}

/** What new times of the named one say of all: days further, time of day, length. */
const askedOf = (series: SeriesState, named: Dated, times: Wish['times'], zone: string) => {
  if (!times) return { days: 0, minutes: series.minutes, length: series.length }
  const from = shownAt(named.start, zone)
  const to = shownAt(times.start, zone)
  const length = times.end - times.start
  return {
    days: daysFrom(from.day, to.day),
    minutes: to.minutes === from.minutes ? series.minutes : to.minutes,
    length: length === named.end - named.start ? series.length : length,
  }
}

const lastDayAfter = (
  series: SeriesState,
  { wasGiven }: Ground,
  { wish, days, moved }: { wish: Wish; days: number; moved: Moved },
): string | null => {
  if (wish.until !== undefined) return wish.until
  if (wish.rule?.count !== undefined || series.until === null) return null
  const last = wasGiven.at(-1)
  return latest(daysLater(series.until, days), wish.rule || last === undefined ? null : moved.to(last))
}

const totalAfter = (series: SeriesState, wish: Wish): number | undefined => {
  if (typeof wish.until === 'string') return undefined
  return wish.rule ? wish.rule.count : series.rule.count
}

/** How many days are still to be given, the anchor's first. */
const remaining = (
  series: SeriesState,
  { before, anchor, wasGiven }: Ground,
  wish: Wish,
): number | undefined => {
  const total = totalAfter(series, wish)
  if (total === undefined || (wish.rule && wish.scope === 'following')) return total
  const passed = before.length + series.takenOut.filter((day) => day < anchor.on).length
  return Math.max(wish.rule ? total - passed : wasGiven.length, 1)
}

const seriesAfter = (
  series: SeriesState,
  { ground, named, wish, zone }: { ground: Ground; named: Dated; wish: Wish; zone: string },
) => {
  const { anchor, wasGiven } = ground
  const { days, minutes, length } = askedOf(series, named, wish.times, zone)
  // A day of an earlier rule says nothing about the places of this one.
  const ruled = wasGiven.includes(named.on) ? named.on : (wasGiven[0] ?? named.on)
  const moved: Moved = wish.rule ? { rule: wish.rule, to: (on) => on } : movedBy(series.rule, ruled, days)
  const firstTo = wish.rule ? (on: string) => daysLater(on, days) : moved.to
  const first = wasGiven.map(firstTo).find((day): day is string => day !== null)
  const total = totalAfter(series, wish)
  const stays = (day: string): boolean => wish.rule !== undefined || day < anchor.on
  const after: SeriesState = {
    rule: { ...uncounted(moved.rule), ...(total === undefined ? {} : { count: total }) },
    until: lastDayAfter(series, ground, { wish, days, moved }),
    minutes,
    length,
    first: first ?? daysLater(anchor.on, days),
    takenOut: series.takenOut.map((day) => (stays(day) ? day : (moved.to(day) ?? daysLater(day, days)))),
  }
  return { after, moved, days }
}

/** A row on its day: at its time when it is free, at the very time asked for when it is the named one and stood alone. */
const becomes = (
  row: Dated,
  {
    on,
    before,
    after,
    named,
    wish,
    world,
  }: {
    on: string | undefined
    before: SeriesState
    after: SeriesState
    named: Dated
    wish: Wish
    world: Where
  },
): Row => {
  if (on === undefined) return row
  const usual = timesOn(after, on, world.zone)
  const stood = timesOn(before, row.on, world.zone)
  const isAlone = row.detached || row.start !== stood.start || row.end !== stood.end
  const isAsked = row.id === named.id && isAlone && row.status === 'booked' && row.start >= world.now
  const isOther = wish.times && (wish.times.start !== row.start || wish.times.end !== row.end)
  if (!isAsked || !wish.times || !isOther)
    return isFree(row, world.now) ? { ...row, on, ...usual } : { ...row, on }
  const { start, end } = wish.times
  return { ...row, on, start, end, detached: start !== usual.start || end !== usual.end }
}

const restOf = (series: SeriesState, { anchor }: Ground): SeriesState => ({
  ...series,
  rule: uncounted(series.rule),
  until: daysLater(anchor.on, -1),
  takenOut: series.takenOut.filter((day) => day < anchor.on),
})

const countedTo = (series: SeriesState, count: number | undefined): SeriesState =>
  count === undefined ? series : { ...series, rule: { ...series.rule, count } }

const fromFirst = (series: SeriesState): SeriesState => ({
  ...series,
  takenOut: series.takenOut.filter((day) => day >= series.first),
})

const bookableOf = ({ rule, first, until, takenOut }: SeriesState, { before }: Ground, wish: Wish) => {
  const given = daysGiven(rule, first, until)
  const open = given.days.filter((day) => !takenOut.includes(day))
  const room = mostOccurrences - (wish.scope === 'all' ? before.length : 0)
  return { days: open.slice(0, room), cut: given.cut || open.length > room }
}

/** The rules of product-decisions.md §9 for a change of times or pattern, told a second time. */
export const planChange = (
  series: SeriesState,
  { rows, named, wish, world }: { rows: readonly Dated[]; named: Dated; wish: Wish; world: Where },
): Plan => {
  const { zone, now } = world
  const covered = wish.scope === 'all' ? rows : rows.filter(({ on }) => on >= named.on)
  const isOnlyTimes = wish.rule === undefined && wish.until === undefined
  if (isOnlyTimes && (!wish.times || covered.every(({ start }) => start < now)))
    return unchanged(series, covered)
  const ground = groundOf(series, rows, covered, now)
  const { after, moved, days } = seriesAfter(series, { ground, named, wish, zone })
  const count = remaining(series, ground, wish)
  const counted = countedTo(after, count)
  const bookable = bookableOf(counted, ground, wish)
  const isPlain = isOnlyTimes && isPlainMove(series.rule, days)
  const to = (on: string) => (wish.rule || ground.wasGiven.includes(on) ? moved.to(on) : daysLater(on, days))
  const hands = isOnlyTimes
    ? { days: alongOf(ground, { named, after, isPlain, days, to, now }), unmet: [], spare: [] }
    : endedHands(ground, { after, isNewRule: wish.rule !== undefined, now, bookable: bookable.days, to })
  const taken = new Set([...hands.days.values(), ...hands.unmet])
  const collides = ground.before.some(({ on }) => taken.has(on))
  const splits = ground.before.length > 0 && (wish.scope === 'following' || collides)
  const stays = splits ? [] : ground.before.map(({ on }) => on)
  const theirs = splits ? counted : after
  const went = () => (isPlain ? withoutTaken : settled)(theirs, hands.days, stays, ground.wasGiven)
  const became = isOnlyTimes ? went() : theirs
  return {
    series: splits ? fromFirst(became) : became,
    rest: splits ? restOf(series, ground) : null,
    rows: covered
      .filter((row) => !hands.spare.includes(row))
      .map((row) => becomes(row, { on: hands.days.get(row), before: series, after, named, wish, world })),
    leaving: new Set(ground.reached.map(({ id }) => id)),
    made: hands.unmet.map((on) => ({ on, ...timesOn(after, on, zone) })).filter(({ start }) => start >= now),
    removed: hands.spare,
    cut: !isOnlyTimes && bookable.cut,
  }
}
