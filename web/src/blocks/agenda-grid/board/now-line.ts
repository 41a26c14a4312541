import type { ClockFormat } from '../parts/agenda-text.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'
import type { ZonedTime } from '../parts/zoned-time.ts'

export interface NowPlace {
  minute: number
  /** Index of the first column that shows the current day. */
  column: number
  /** How many columns, side by side, show it. */
  count: number
}

/** What tells where now is: the days of the columns, and the practice's clock. */
export interface NowLineProps {
  days: readonly CalendarDay[]
  time: ZonedTime
  clock: ClockFormat
}

/** Where the now-line crosses these columns, or nothing where none of them is the current day. */
export const nowPlace = (
  instant: number,
  days: readonly CalendarDay[],
  time: ZonedTime,
): NowPlace | undefined => {
  const wall = time.wallOf(instant)
  const column = days.indexOf(wall.day)
  if (column < 0) return undefined
  return { minute: wall.minute, column, count: days.filter((day) => day === wall.day).length }
}

/** Milliseconds until the clock shows the next minute. */
export const untilNextMinute = (instant: number): number => 60_000 - (instant % 60_000)
