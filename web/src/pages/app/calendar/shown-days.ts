import { type DayRange, rangeOf } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'
import {
  addDays,
  addMonths,
  type CalendarDay,
  lastListDay,
  listDayCount,
  monthOf,
  monthSheet,
  monthsBetween,
  sameDayInMonth,
  weekOf,
} from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import type { CalendarView } from './parts/calendar-search.ts'

const daysOf: Readonly<Record<CalendarView, (day: CalendarDay) => DayRange>> = {
  day: (day) => rangeOf(day, day),
  week: (day) => {
    const week = weekOf(day)
    return rangeOf(week[0] ?? day, week[6] ?? day)
  },
  month: (day) => {
    const days = monthSheet(monthOf(day)).flat()
    return rangeOf(days[0] ?? day, days.at(-1) ?? day)
  },
  list: (day) => rangeOf(day, lastListDay(day)),
}

/** The days a view shows: the day, its week, the six weeks of its month, or four weeks from it on. */
export const shownDays = (view: CalendarView, day: CalendarDay): DayRange => daysOf[view](day)

const turns: Readonly<Record<CalendarView, (day: CalendarDay, by: -1 | 1) => CalendarDay>> = {
  day: (day, by) => addDays(day, by),
  week: (day, by) => addDays(day, by * 7),
  month: (day, by) => sameDayInMonth(day, addMonths(monthOf(day), by)),
  list: (day, by) => addDays(day, by * listDayCount),
}

/** The day after turning a page. */
export const turnedDay = (view: CalendarView, day: CalendarDay, by: -1 | 1): CalendarDay =>
  turns[view](day, by)

/** The months of the days on show and of the small month beside them. */
export const monthsToLoad = ({ start, end }: DayRange, panelMonth: string): string[] => [
  ...new Set([...monthsBetween(start, addDays(end, -1)), panelMonth]),
]

/** The days of a range, one by one. */
export const eachDay = ({ start, end }: DayRange): CalendarDay[] => {
  const days: CalendarDay[] = []
  for (let day = start; day < end; day = addDays(day, 1)) days.push(day)
  return days
}
