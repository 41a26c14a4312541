import { addDays, type CalendarDay, dayNumber, dayOfNumber } from './calendar-day.ts'

const msPerDay = 86_400_000
const msPerMinute = 60_000

/** A place on the wall clock of the practice: minutes after 00:00 of a day. */
export interface WallTime {
  day: CalendarDay
  minute: number
}

/** Wall-clock time of one IANA time zone; instants are milliseconds since 1970 in UTC. */
export interface ZonedTime {
  zone: string
  /** What the clock on the wall shows at that instant. */
  wallOf: (instant: number) => WallTime
  /**
   * The instant at which the wall clock shows that minute of that day; `minute` may lie outside 0 to 1440.
   * A time that happens twice answers its first occurrence; one that does not exist moves forward by the gap (product-decisions.md §9).
   */
  instantOf: (day: CalendarDay, minute: number) => number
  /** [start, end) of a day: 23, 24 or 25 hours, or what the zone makes of it. */
  dayBounds: (day: CalendarDay) => { start: number; end: number }
}

const offsetReader = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant: number): number => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const wall = Date.UTC(
      part.year ?? 0,
      (part.month ?? 1) - 1,
      part.day ?? 1,
      part.hour ?? 0,
      part.minute ?? 0,
      part.second ?? 0,
    )
    return wall - Math.floor(instant / 1000) * 1000
  }
}

const createZonedTime = (zone: string): ZonedTime => {
  const readOffset = offsetReader(zone)
  const offsetAtMidnight = new Map<number, number>()

  const midnightOffset = (utcDay: number): number => {
    const known = offsetAtMidnight.get(utcDay)
    if (known !== undefined) return known
    const offset = readOffset(utcDay * msPerDay)
    offsetAtMidnight.set(utcDay, offset)
    return offset
  }

  // Asking Intl costs microseconds; on nearly every day both ends agree and the cached figure is the answer.
  const offsetAt = (instant: number): number => {
    const utcDay = Math.floor(instant / msPerDay)
    const before = midnightOffset(utcDay)
    return before === midnightOffset(utcDay + 1) ? before : readOffset(instant)
  }

  const wallOf = (instant: number): WallTime => {
    const local = instant + offsetAt(instant)
    const number = Math.floor(local / msPerDay)
    return { day: dayOfNumber(number), minute: Math.floor((local - number * msPerDay) / msPerMinute) }
  }

  const instantOf = (day: CalendarDay, minute: number): number => {
    const local = dayNumber(day) * msPerDay + minute * msPerMinute
    const before = offsetAt(local - msPerDay)
    const after = offsetAt(local + msPerDay)
    const first = local - before
    if (before === after || offsetAt(first) === before) return first
    const second = local - after
    return offsetAt(second) === after ? second : first
  }

  const dayBounds = (day: CalendarDay) => ({ start: instantOf(day, 0), end: instantOf(addDays(day, 1), 0) })

  return { zone, wallOf, instantOf, dayBounds }
}

const zones = new Map<string, ZonedTime>()

/** The wall clock of `zone`; one object per zone, so it may stand in dependency lists. Throws RangeError for an unknown zone. */
export const zonedTime = (zone: string): ZonedTime => {
  const known = zones.get(zone)
  if (known) return known
  const made = createZonedTime(zone)
  zones.set(zone, made)
  return made
}

/** Minutes from 00:00 of `day` to that wall time; negative where it lies on an earlier day. */
export const minutesFrom = (day: CalendarDay, wall: WallTime): number =>
  (dayNumber(wall.day) - dayNumber(day)) * 1440 + wall.minute
