import { Temporal } from 'temporal-polyfill'

/** A stretch of time in milliseconds: from the first to before the second. */
export interface Stretch {
  readonly from: number
  readonly before: number
}

const prefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'] as const
export type DatePrefix = (typeof prefixes)[number]

export interface DateWish extends Stretch {
  readonly prefix: DatePrefix
}

const dayPattern = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/** The days that a year, a month or a day covers; null for one that does not exist. */
const daysOf = (text: string): readonly [Temporal.PlainDate, Temporal.PlainDate] | null => {
  const [, year, month, day] = dayPattern.exec(text) ?? []
  if (year === undefined || year === '0000') return null
  try {
    const first = Temporal.PlainDate.from(
      { year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) },
      { overflow: 'reject' },
    )
    if (day !== undefined) return [first, first.add({ days: 1 })]
    return [first, month === undefined ? first.add({ years: 1 }) : first.add({ months: 1 })]
  } catch {
    return null
  }
}

const startOf = (day: Temporal.PlainDate, timezone: string): number =>
  day.toZonedDateTime({ timeZone: timezone }).epochMilliseconds

/** How long a moment lasts that is told to the minute, to the second or closer. */
const lengthOf = (second: string | undefined, fraction: string | undefined): number => {
  if (second === undefined) return 60_000
  return fraction === undefined ? 1000 : 1
}

const instantStretch = (text: string, timezone: string): Stretch | null => {
  const [, day = '', hour, minute, second, fraction, offset] = instantPattern.exec(text) ?? []
  if (daysOf(day) === null) return null
  const whole = `${day}T${hour}:${minute}:${second ?? '00'}${fraction ?? ''}`
  const from =
    offset === undefined
      ? Temporal.PlainDateTime.from(whole).toZonedDateTime(timezone).epochMilliseconds
      : Temporal.Instant.from(`${whole}${offset}`).epochMilliseconds
  return { from, before: from + lengthOf(second, fraction) }
}

/** What a date of FHIR covers: days on the practice's clock. Null for what is none. */
export const stretchOf = (text: string, timezone: string): Stretch | null => {
  const days = daysOf(text)
  if (!days) return instantStretch(text, timezone)
  const [first, next] = days
  return { from: startOf(first, timezone), before: startOf(next, timezone) }
}

// PostgreSQL and ISO 8601 write years from 1 to 9999 alike.
const first = Date.parse('0001-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

const storableDay = (day: string): string => (day.startsWith('+') ? '9999-12-31' : day)

/** A point in time as the database reads it. */
export const storableInstant = (at: number): string =>
  new Date(Math.min(Math.max(at, first), last)).toISOString()

/** The same as days, for what is stored as one; null for a moment or for no date. */
export const dayStretchOf = (text: string): { readonly from: string; readonly before: string } | null => {
  const days = daysOf(text)
  return days && { from: days[0].toString(), before: storableDay(days[1].toString()) }
}

export const splitPrefix = (text: string): { readonly prefix: DatePrefix; readonly rest: string } => {
  const prefix = prefixes.find((one) => text.startsWith(one)) ?? 'eq'
  return { prefix, rest: text.startsWith(prefix) ? text.slice(2) : text }
}

/** A parameter of a search; null for one that is no date. */
export const dateWish = (text: string, timezone: string): DateWish | null => {
  const { prefix, rest } = splitPrefix(text)
  const stretch = stretchOf(rest, timezone)
  return stretch && { prefix, ...stretch }
}

const comparisons: Readonly<Record<DatePrefix, (value: Stretch, wish: Stretch) => boolean>> = {
  eq: (value, wish) => value.from >= wish.from && value.before <= wish.before,
  ne: (value, wish) => value.from < wish.from || value.before > wish.before,
  gt: (value, wish) => value.before > wish.before,
  lt: (value, wish) => value.from < wish.from,
  ge: (value, wish) => value.before > wish.from,
  le: (value, wish) => value.from < wish.before,
  sa: (value, wish) => value.from >= wish.before,
  eb: (value, wish) => value.before <= wish.from,
  ap: (value, wish) => value.from < wish.before && value.before > wish.from,
}

/** Whether a time meets what is looked for (FHIR R4, search, prefixes). */
export const meets = (value: Stretch, wish: DateWish): boolean => comparisons[wish.prefix](value, wish)

/** Bounds of a point in time that meets a wish; those of `ne` are two stretches. */
export const spansOf = <T>(
  prefix: DatePrefix,
  { from, before }: { readonly from: T; readonly before: T },
): { readonly from?: T; readonly before?: T }[] => {
  if (prefix === 'eq' || prefix === 'ap') return [{ from, before }]
  if (prefix === 'ne') return [{ before: from }, { from: before }]
  if (prefix === 'gt' || prefix === 'sa') return [{ from: before }]
  if (prefix === 'lt' || prefix === 'eb') return [{ before: from }]
  return prefix === 'ge' ? [{ from }] : [{ before }]
}
