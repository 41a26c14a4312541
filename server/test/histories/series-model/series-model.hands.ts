import { goAlong } from './series-model.along.ts'
import { daysLater } from './series-model.clock.ts'
import { type Ground, isFree } from './series-model.ground.ts'
import { moreDays } from './series-model.moved.ts'
import type { Dated, SeriesState } from './series-model.world.ts'

/** Who has which day: those whose day is given keep it, the free ones take what is left, the others get any. */
const handOut = (
  given: readonly string[],
  rows: readonly Dated[],
  to: (on: string) => string | null,
  isOpen: (row: Dated) => boolean,
) => {
  const days = new Map<Dated, string>()
  const [bound, loose] = [rows.filter((row) => !isOpen(row)), rows.filter(isOpen)]
  const claims = new Map([...bound, ...loose].map((row) => [to(row.on), row]))
  for (const day of given) {
    const row = claims.get(day)
    if (row) days.set(row, day)
  }
  const open = given.filter((day) => !claims.has(day))
  const waiting = rows.filter((row) => !days.has(row))
  const free = waiting.filter(isOpen)
  free.slice(0, open.length).forEach((row, index) => void days.set(row, open[index] as string))
  const taken = new Set([...days.values(), ...open])
  for (const row of waiting.filter((one) => !isOpen(one))) {
    const wished = [to(row.on), row.on, ...moreDays(daysLater(row.on, 1), 1000)]
    const day = wished.find((one) => one !== null && !taken.has(one)) as string
    taken.add(day)
    days.set(row, day)
  }
  return { days, unmet: open.slice(free.length), spare: free.slice(open.length) }
}

/** A change of times alone loses nobody, and nobody comes. */
export const alongOf = (
  { reached, wasGiven }: Ground,
  {
    named,
    after,
    isPlain,
    days,
    to,
    now,
  }: {
    named: Dated
    after: SeriesState
    isPlain: boolean
    days: number
    to: (on: string) => string | null
    now: number
  },
): Map<Dated, string> =>
  isPlain
    ? new Map(reached.map((row) => [row, daysLater(row.on, days)]))
    : goAlong({ named, rows: reached, days, to, isFree: (row) => isFree(row, now), wasGiven }, after)

/** A change of the end alone leaves those on days of no rule there, unless the series ends before. */
export const endedHands = (
  { reached, wasGiven }: Ground,
  {
    after,
    isNewRule,
    now,
    bookable,
    to,
  }: {
    after: SeriesState
    isNewRule: boolean
    now: number
    bookable: readonly string[]
    to: (on: string) => string | null
  },
) => {
  const isStray = (row: Dated): boolean => isFree(row, now) && !isNewRule && !wasGiven.includes(row.on)
  const hands = handOut(bookable, reached, to, (row) => isFree(row, now) && !isStray(row))
  const over = reached.filter(
    (row) => isStray(row) && after.until !== null && (hands.days.get(row) ?? '') > after.until,
  )
  for (const row of over) hands.days.delete(row)
  return { ...hands, spare: [...hands.spare, ...over] }
}
