import type { SeriesChange } from '@ulna/contract/appointments/appointments'
import type { RepeatRule, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { coveredBy } from './appointments.series.occurrences.ts'
import { planNothing, planSeries, type SeriesPlan } from './appointments.series.plan.ts'
import type { SeriesRow, StoredSeries } from './appointments.series.repository.ts'
import type { SeriesWish } from './appointments.series.rule-after.ts'
import { checkEnd, lastDayOf } from './appointments.series.service.ts'

const sameRule = (a: RepeatRule, b: RepeatRule): boolean => {
  const text = ({ repeat: _, ...rule }: RepeatRule) => JSON.stringify(Object.entries(rule).sort())
  return text(a) === text(b)
}

/** What a change wants of the times and the rule of a series. What a caller sends back unchanged is no wish. */
export const wishOf = (
  { series }: StoredSeries,
  named: SeriesRow,
  scope: SeriesScope,
  input: Pick<SeriesChange, 'start' | 'end' | 'every' | 'until'>,
): SeriesWish => {
  const start = input.start === undefined ? named.start : Date.parse(input.start)
  const end = input.end === undefined ? start + (named.end - named.start) : Date.parse(input.end)
  const times = start === named.start && end === named.end ? undefined : { start, end }
  // Repeating no more: the series ends with this occurrence.
  if (input.every === null || input.every?.repeat === false)
    return { named, scope: 'following', times, until: named.on, endsHere: true }
  const rule = input.every === undefined || sameRule(input.every, series.rule) ? undefined : input.every
  const asked = input.until === undefined ? undefined : lastDayOf(input.until, series.zone)
  const until = asked === series.until ? undefined : asked
  checkEnd(rule ?? { ...series.rule, ...(until ? { count: undefined } : {}) }, until ?? null)
  return { named, scope, times, rule, until }
}

const changesTimes = ({ times, rule, until }: SeriesWish): boolean =>
  times !== undefined || rule !== undefined || until !== undefined

/** What a wish does to the occurrences it covers; where it wants neither other times nor another rule, nothing. */
export const planOf = ({ series, rows }: StoredSeries, wish: SeriesWish, now: number): SeriesPlan =>
  changesTimes(wish)
    ? planSeries(series, rows, wish, now)
    : planNothing(series, coveredBy(rows, wish.named, wish.scope), now)
