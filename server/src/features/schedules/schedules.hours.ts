import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { minutesOfDay } from '@ulna/contract/schedules/schedules.rules'
import { weekdayOf, type ZoneClock } from './schedules.clock.ts'
import { common, type Interval } from './schedules.intervals.ts'

const daysOf = (clock: ZoneClock, { start, end }: Interval): number[] => {
  // A time that does not exist moves forward, past midnight where the clock changes there.
  const first = clock.dayAt(start) - 1
  const last = clock.dayAt(end)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const timesOn = (clock: ZoneClock, on: number, periods: readonly WorkingPeriod[]): Interval[] =>
  periods
    .filter(({ weekday }) => weekday === weekdayOf(on))
    .map(({ from, to }) => ({
      start: clock.instantOf(on, minutesOfDay(from)),
      end: clock.instantOf(on, minutesOfDay(to)),
    }))

/** When a clock shows one of some hours of the week, within a range: in order, those that touch as one. */
export const timesOfWeek = (
  clock: ZoneClock,
  periods: readonly WorkingPeriod[],
  range: Interval,
): Interval[] =>
  common(
    daysOf(clock, range).flatMap((on) => timesOn(clock, on, periods)),
    [range],
  )
