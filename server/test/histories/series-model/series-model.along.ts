import { daysLater } from './series-model.clock.ts'
import { daysGiven, furthestDay, gives } from './series-model.days.ts'
import { uncounted } from './series-model.ground.ts'
import type { Dated, SeriesState } from './series-model.world.ts'

/** Those of a series that go along with one of them, in the order in which they choose their days. */
export interface Along {
  readonly named: Dated
  readonly rows: readonly Dated[]
  readonly days: number
  readonly to: (on: string) => string | null
  readonly isFree: (row: Dated) => boolean
  readonly wasGiven: readonly string[]
}

const choosing = ({ named, rows, isFree, wasGiven }: Along): Dated[] => {
  const free = rows.filter(isFree)
  const others = free.filter(({ id }) => id !== named.id)
  return [
    ...free.filter(({ id }) => id === named.id),
    ...others.filter(({ on }) => wasGiven.includes(on)),
    ...others.filter(({ on }) => !wasGiven.includes(on)),
    ...rows.filter((row) => !isFree(row)),
  ]
}

const elevenYears = 4018

const firstDay = (from: string, isGood: (day: string) => boolean): string | undefined => {
  for (let ahead = 0; ahead < elevenYears; ahead += 1) {
    const day = daysLater(from, ahead)
    if (isGood(day)) return day
  }
  return undefined
}

/** Everybody goes along and nobody is lost: who has no such day takes the next that the rule gives and nobody has. */
export const goAlong = (along: Along, { rule, first, takenOut }: SeriesState): Map<Dated, string> => {
  const chosen = new Map<Dated, string>()
  const isTaken = (day: string): boolean => [...chosen.values()].includes(day)
  const inTurn = choosing(along)
  for (const row of inTurn) {
    const day = along.to(row.on)
    if (day !== null && !isTaken(day)) chosen.set(row, day)
  }
  const last = furthestDay(first)
  const isRuled = (day: string): boolean =>
    day <= last && gives(rule, first, day) && !takenOut.includes(day) && !isTaken(day)
  for (const row of inTurn.filter((one) => !chosen.has(one))) {
    const from = along.isFree(row) ? daysLater(row.on, along.days) : row.on
    const next = along.isFree(row) ? firstDay(from, isRuled) : undefined
    chosen.set(row, next ?? (firstDay(from, (day) => !isTaken(day)) as string))
  }
  return chosen
}

/** It ends with the last that went along, and days that come up between them are taken out. */
export const settled = (
  after: SeriesState,
  chosen: ReadonlyMap<Dated, string>,
  stays: readonly string[],
  wasGiven: readonly string[],
): SeriesState => {
  const theirs = [...chosen].flatMap(([{ on }, day]) => (wasGiven.includes(on) ? [day] : []))
  const last = theirs.sort().at(-1) ?? after.first
  const until = after.until !== null && after.until < last ? last : after.until
  const left = withoutTaken(after, chosen, stays)
  const up = daysGiven(uncounted(after.rule), after.first, until ?? last).days
  const taken = [...chosen.values(), ...stays, ...left.takenOut]
  return { ...left, until, takenOut: [...left.takenOut, ...up.filter((day) => !taken.includes(day))] }
}

/** A day somebody has is not taken out. */
export const withoutTaken = (
  after: SeriesState,
  chosen: ReadonlyMap<Dated, string>,
  stays: readonly string[],
): SeriesState => {
  const taken = [...chosen.values(), ...stays]
  return { ...after, takenOut: after.takenOut.filter((day) => !taken.includes(day)) }
}
