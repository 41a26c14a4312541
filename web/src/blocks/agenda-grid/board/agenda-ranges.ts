import { addDays, type CalendarDay } from '../parts/calendar-day.ts'

/** Days [start, end) of the practice's calendar, as the calendar calls take them. */
export interface DayRange {
  start: CalendarDay
  end: CalendarDay
}

/** Days from `first` to `last`, both included. */
export const rangeOf = (first: CalendarDay, last: CalendarDay): DayRange => ({
  start: first,
  end: addDays(last, 1),
})

/** Today from 00:00 to 24:00 (specification §9). */
export const todayRange = (today: CalendarDay): DayRange => rangeOf(today, today)

/** Tomorrow from 00:00 to 24:00 (specification §9). */
export const tomorrowRange = (today: CalendarDay): DayRange => todayRange(addDays(today, 1))

/**
 * 3 days before to 4 days after today (specification §9). The fourth day is in it to its end: whichever way the sentence is
 * read, nothing is missing.
 */
export const safeWeekRange = (today: CalendarDay): DayRange => rangeOf(addDays(today, -3), addDays(today, 4))

const holds = (range: DayRange, wanted: DayRange): boolean =>
  range.start <= wanted.start && wanted.end <= range.end

/**
 * What is loaded before the months of the agenda are there: the smallest of these ranges that holds the days on show, or the
 * safe week where today is among them. Nothing on other days.
 */
export const firstRange = (wanted: DayRange, today: CalendarDay): DayRange | undefined => {
  const safeWeek = safeWeekRange(today)
  const holding = [todayRange(today), tomorrowRange(today), safeWeek].find((range) => holds(range, wanted))
  return holding ?? (holds(wanted, todayRange(today)) ? safeWeek : undefined)
}
