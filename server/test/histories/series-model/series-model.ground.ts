import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { daysGiven } from './series-model.days.ts'
import type { Dated, Row, SeriesState } from './series-model.world.ts'

export const isFree = (row: Row, now: number): boolean =>
  row.start >= now && row.status === 'booked' && !row.detached

export const uncounted = ({ count: _, ...rule }: RepeatRule): RepeatRule => rule

export interface Ground {
  readonly covered: readonly Dated[]
  /** What lies before it stays as it is. */
  readonly anchor: Dated
  readonly before: readonly Dated[]
  readonly reached: readonly Dated[]
  readonly wasGiven: readonly string[]
}

export const groundOf = (
  series: SeriesState,
  rows: readonly Dated[],
  covered: readonly Dated[],
  now: number,
): Ground => {
  const anchor = covered.find(({ start }) => start >= now) ?? (covered.at(-1) as Dated)
  const reached = covered.filter(({ on }) => on >= anchor.on)
  const takenOut = series.takenOut.filter((day) => day >= anchor.on)
  const days = [...reached.map(({ on }) => on), ...takenOut].sort()
  const last = series.until ?? days.at(-1) ?? series.first
  const ruled = new Set(daysGiven(uncounted(series.rule), series.first, last).days)
  return {
    covered,
    anchor,
    before: rows.filter(({ on }) => on < anchor.on),
    reached,
    wasGiven: days.filter((day) => ruled.has(day)),
  }
}
