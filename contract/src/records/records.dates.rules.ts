import { dayOfInstant } from './records.rules.ts'

const day = 24 * 60 * 60_000

/**
 * True for a record that was dated by its day: the server puts it at noon UTC, to the millisecond, which no clock is
 * when somebody saves. Its hour means nothing and is not shown.
 */
export const isDatedByDay = ({ date }: { readonly date: string }): boolean =>
  Date.parse(date) % day === day / 2

/** A calendar day means noon in UTC: the same day nearly everywhere a practice may be. */
export const instantOfDay = (text: string): string => (text.length === 10 ? `${text}T12:00:00Z` : text)

/** The day of the practice that a record is of: the one it was dated by, or the one its instant falls on. */
export const dayOfRecord = (date: string, timeZone: string): string =>
  isDatedByDay({ date }) ? new Date(date).toISOString().slice(0, 10) : dayOfInstant(date, timeZone)

/** The same of what a client writes: a day is itself, an instant falls on one. */
export const writtenDay = (text: string, timeZone: string): string =>
  text.length === 10 ? text : dayOfInstant(text, timeZone)
