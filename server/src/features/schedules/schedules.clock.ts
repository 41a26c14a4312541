import { Temporal } from 'temporal-polyfill'
import type { Interval } from './schedules.intervals.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A time in which the clock of a zone runs through: nothing is skipped and nothing comes twice. */
interface Stretch extends Interval {
  /** What the clock is ahead of UTC, in milliseconds. */
  readonly offset: number
}

/** The clock of a zone around some time. Days are counted from 1970-01-01. */
export interface ZoneClock {
  /** The day the clock shows at an instant. */
  dayAt(instant: number): number
  /**
   * The instant at which the clock shows a time of a day, in minutes since midnight; 1440 is the midnight after it. A
   * time that does not exist that day moves forward by the gap, of one that comes twice it is the first (RFC 5545
   * §3.3.5), as appointments of a series do.
   */
  instantOf(day: number, minutes: number): number
}

const offsetAt = (moment: Temporal.ZonedDateTime): number => moment.offsetNanoseconds / 1_000_000

const stretchesOf = (zone: string, { start, end }: Interval): Stretch[] => {
  const stretches: Stretch[] = []
  let from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone)
  while (from.epochMilliseconds < end) {
    const next = from.getTimeZoneTransition('next')
    const until = Math.min(next?.epochMilliseconds ?? end, end)
    stretches.push({ start: from.epochMilliseconds, end: until, offset: offsetAt(from) })
    if (next === null) break
    from = next
  }
  return stretches
}

const instantIn = (stretches: readonly Stretch[], local: number): number => {
  let offset = stretches[0]?.offset ?? 0
  for (const stretch of stretches) {
    // Before a stretch begins and after the last one ended: the clock jumped over it.
    if (local - stretch.offset < stretch.start) break
    offset = stretch.offset
    if (local - stretch.offset < stretch.end) break
  }
  return local - offset
}

/** Changes of the clock are looked up once, so that many times of many days cost nothing. */
export const clockOf = (zone: string, range: Interval): ZoneClock => {
  // A day begins up to a day away from UTC's.
  const stretches = stretchesOf(zone, { start: range.start - 3 * day, end: range.end + 3 * day })
  const offsetOf = (instant: number): number =>
    (stretches.find(({ end }) => instant < end) ?? stretches.at(-1))?.offset ?? 0
  return {
    dayAt: (instant) => Math.floor((instant + offsetOf(instant)) / day),
    instantOf: (on, minutes) => instantIn(stretches, on * day + minutes * minute),
  }
}

/** ISO 8601 day of the week of a day counted from 1970-01-01, a Thursday: 1 is Monday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** The instant of an ISO 8601 instant, or of the beginning of a day `YYYY-MM-DD` in the zone. */
export const momentOf = (text: string, zone: string): number => {
  if (text.length > 10) return Date.parse(text)
  const midnight = Date.parse(`${text}T00:00:00Z`)
  return clockOf(zone, { start: midnight, end: midnight }).instantOf(midnight / day, 0)
}
