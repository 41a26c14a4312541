/** A day of the calendar, `YYYY-MM-DD`; minutes of a day count from local midnight. */
export type Day = string

export const practiceTimezone = 'America/Bogota'

/** Minutes; Colombia has kept five hours without a break since 1993. */
const behindUtc = 300
const dayMs = 86_400_000

const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: Day, days: number): Day =>
  new Date(startOf(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: Day, to: Day): number => Math.round((startOf(to) - startOf(from)) / dayMs)

/** 0 Sunday to 6 Saturday. */
export const weekday = (day: Day): number => new Date(startOf(day)).getUTCDay()

/** The day it is in the practice. */
export const dayInPractice = (now: Date): Day =>
  new Date(now.getTime() - behindUtc * 60_000).toISOString().slice(0, 10)

/** Minutes since midnight in the practice. */
export const minuteInPractice = (now: Date): number =>
  Math.floor(((now.getTime() - behindUtc * 60_000) % dayMs) / 60_000)

/** ISO 8601 in UTC of a local time. */
export const instantAt = (day: Day, minutes: number): string =>
  new Date(startOf(day) + (minutes + behindUtc) * 60_000).toISOString()

// The holidays of Colombia that keep their date, and the days between Christmas and New Year when nobody comes.
const closedDays = new Set([
  '01-01',
  '01-02',
  '05-01',
  '07-20',
  '08-07',
  '12-08',
  '12-24',
  '12-25',
  '12-26',
  '12-27',
  '12-28',
  '12-29',
  '12-30',
  '12-31',
])

export const isClosed = (day: Day): boolean => weekday(day) === 0 || closedDays.has(day.slice(5))
