import * as z from 'zod/mini'

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** True for a calendar day `YYYY-MM-DD` that exists (ISO 8601, years 0001 to 9999). */
export const isCalendarDay = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/**
 * The days that something of a practice can fall on: nobody who is treated was born before, nothing is planned beyond.
 * A year that lies outside was mistyped (`0206`, `20226`).
 */
export const firstDay = '1850-01-01'
export const lastDay = '2199-12-31'

/** True for a calendar day that exists, in a year that makes sense. */
export const isSensibleDay = (text: string): boolean =>
  isCalendarDay(text) && text >= firstDay && text <= lastDay

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/

/** The instants PostgreSQL and JavaScript write alike: years 1 to 9999, in UTC. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/** True for an instant with Z or an offset of at most 14 hours (RFC 3339), such as `2026-11-20T15:30:00Z`. */
export const isInstant = (text: string): boolean => {
  const match = instantPattern.exec(text)
  if (match?.[1] === undefined || !isCalendarDay(match[1])) return false
  const moment = Date.parse(text)
  return moment >= firstInstant && moment <= lastInstant
}

/** True for an instant in a year that makes sense. */
export const isSensibleInstant = (text: string): boolean =>
  isInstant(text) && isSensibleDay(new Date(text).toISOString().slice(0, 10))

/** A day of the calendar, `YYYY-MM-DD`, no time zone. */
export const calendarDay = z.string().check(z.refine(isSensibleDay, { params: { key: 'field_date' } }))

/** An instant, ISO 8601; answers are always UTC with `Z`. */
export const instant = z.string().check(z.refine(isInstant, { params: { key: 'field_date' } }))

/** What calendar paths take: an instant, or a day in the practice's time zone. */
export const dayOrInstant = z
  .string()
  .check(z.refine((text) => isCalendarDay(text) || isInstant(text), { params: { key: 'field_date' } }))

/** When something took place, written by a client: an instant or a day, in a year that makes sense. */
export const writtenDayOrInstant = z
  .string()
  .check(
    z.refine((text) => isSensibleDay(text) || isSensibleInstant(text), { params: { key: 'field_date' } }),
  )

/**
 * Names that Intl knows besides those of IANA (the abbreviations of java.time.ZoneId.SHORT_IDS). PostgreSQL refuses some,
 * and takes others for another place: IST is Kolkata to Intl and Jerusalem to PostgreSQL.
 */
const foreignZone =
  /^([AP]ST|A[CEGR]T|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNR]T|[SV]ST|SystemV\/.*|US\/Pacific-New)$/i

/** An IANA time zone this runtime knows, such as `America/Bogota`. */
export const isTimeZone = (zone: string): boolean => {
  // `+05:30` is a zone to Intl, and to PostgreSQL one with the opposite sign.
  if (!/^[A-Za-z][\w+/-]*$/.test(zone) || foreignZone.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
