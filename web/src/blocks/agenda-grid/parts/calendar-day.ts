/** A day of the calendar, `YYYY-MM-DD`, without a time zone. */
export type CalendarDay = string

const msPerDay = 86_400_000
const dayNames = new Map<number, CalendarDay>()

/** Days since 1970-01-01; the arithmetic below is done on these numbers. */
export const dayNumber = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`) / msPerDay

/** The day with that number, e.g. `dayOfNumber(0)` is 1970-01-01. */
export const dayOfNumber = (number: number): CalendarDay => {
  const known = dayNames.get(number)
  if (known) return known
  const day = new Date(number * msPerDay).toISOString().slice(0, 10)
  dayNames.set(number, day)
  return day
}

/** The day `count` days later, or earlier where `count` is negative. */
export const addDays = (day: CalendarDay, count: number): CalendarDay => dayOfNumber(dayNumber(day) + count)

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export const weekdayOf = (day: CalendarDay): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The Monday of the week of `day`. */
export const startOfWeek = (day: CalendarDay): CalendarDay => addDays(day, 1 - weekdayOf(day))

/** Monday to Sunday of the week of `day`. */
export const weekOf = (day: CalendarDay): CalendarDay[] => {
  const monday = dayNumber(startOfWeek(day))
  return Array.from({ length: 7 }, (_, index) => dayOfNumber(monday + index))
}

/** `2026-11` of `2026-11-20`. */
export const monthOf = (day: CalendarDay): string => day.slice(0, 7)

/** The first day of the month `count` months later. */
export const addMonths = (month: string, count: number): string => {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** First day of a month, `2026-11` to `2026-11-01`. */
export const firstOfMonth = (month: string): CalendarDay => `${month}-01`

/** The six weeks a month sheet shows, Monday first. */
export const monthSheet = (month: string): CalendarDay[][] => {
  const first = startOfWeek(firstOfMonth(month))
  return Array.from({ length: 6 }, (_, week) => weekOf(addDays(first, week * 7)))
}

/** The months that the days from `first` to `last` (inclusive) lie in, in order. */
export const monthsBetween = (first: CalendarDay, last: CalendarDay): string[] => {
  const months = [monthOf(first)]
  for (let month = addMonths(monthOf(first), 1); month <= monthOf(last); month = addMonths(month, 1))
    months.push(month)
  return months
}

/** The day of the same number in another month, or that month's last day where it has fewer days. */
export const sameDayInMonth = (day: CalendarDay, month: string): CalendarDay => {
  const last = addDays(firstOfMonth(addMonths(month, 1)), -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted > last ? last : wanted
}

/** Monday to Saturday; Sunday is added where something is on it or it was chosen, so that columns stay wide. */
export const shownWeekDays = (
  chosen: CalendarDay,
  hasAppointments: (day: CalendarDay) => boolean,
): CalendarDay[] =>
  weekOf(chosen).filter((day) => weekdayOf(day) < 7 || day === chosen || hasAppointments(day))

/** Days a list shows, from the chosen one on: four weeks. */
export const listDayCount = 28

/** The last day of the list that starts with `first`. */
export const lastListDay = (first: CalendarDay): CalendarDay => addDays(first, listDayCount - 1)
