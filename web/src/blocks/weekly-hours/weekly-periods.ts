import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'

/** Days of the week (ISO 8601): 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The chosen days with one more, or one less; they stay in the order of the week. */
export const toggleWeekday = (chosen: readonly number[], weekday: number): number[] =>
  chosen.includes(weekday) ? chosen.filter((one) => one !== weekday) : [...chosen, weekday].sort()

export const byTime = (one: WorkingPeriod, other: WorkingPeriod): number =>
  one.weekday - other.weekday || one.from.localeCompare(other.from)

/** Monday to Friday in the practice's working hours: what a week starts from. */
export const usualWeek = (from: string, to: string): WorkingPeriod[] =>
  weekdays.slice(0, 5).map((weekday) => ({ weekday, from, to }))

/** Gives other days the hours of one day. */
export const copyDay = (
  periods: readonly WorkingPeriod[],
  from: number,
  targets: readonly number[],
): WorkingPeriod[] => {
  const source = periods.filter(({ weekday }) => weekday === from)
  const others = targets.filter((target) => target !== from)
  return [
    ...periods.filter(({ weekday }) => !others.includes(weekday)),
    ...others.flatMap((weekday) => source.map((period) => ({ ...period, weekday }))),
  ].sort(byTime)
}

const latest = '24:00'

/** A period after the last one of a day: an hour later, until the end of the day at most. */
export const nextPeriod = (
  periods: readonly WorkingPeriod[],
  weekday: number,
  usual: { from: string; to: string },
) => {
  const last = periods
    .filter((one) => one.weekday === weekday)
    .toSorted(byTime)
    .at(-1)
  if (!last) return { weekday, ...usual }
  const hour = Math.min(23, Number(last.to.slice(0, 2)) + 1)
  const from = `${String(hour).padStart(2, '0')}:${last.to.slice(3)}`
  return { weekday, from: last.to === latest ? '23:00' : from, to: latest }
}

/** Midnight at the end of a day is 24:00 in the rules and 00:00 on a clock. */
export const clockOfEnd = (to: string): string => (to === latest ? '00:00' : to)
export const endOfClock = (time: string): string => (time === '00:00' ? latest : time)
