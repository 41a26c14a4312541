/** Local time by Intl alone: the model of series has nothing in common with the server but its rules. */
const day = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
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
  formats.set(zone, format)
  return format
}

/** What a clock shows at an instant, as if it were UTC. */
const wallAt = (instant: number, zone: string): number => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
}

const offsetAt = (instant: number, zone: string): number => wallAt(instant, zone) - instant

export const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`)
export const daysLater = (text: string, count: number): string => dayText(dayNumber(text) + count * day)
export const daysFrom = (from: string, to: string): number => (dayNumber(to) - dayNumber(from)) / day

/** Day and minutes since midnight on the clock of a zone. */
export const shownAt = (instant: number, zone: string): { day: string; minutes: number } => {
  const wall = wallAt(instant, zone)
  return { day: dayText(wall), minutes: (wall - dayNumber(dayText(wall))) / 60_000 }
}

/** The first instant at which the clock shows this; of a time it skips, as much later as the gap is long. */
export const instantOf = (on: string, minutes: number, zone: string): number => {
  const wall = dayNumber(on) + minutes * 60_000
  const offsets = [offsetAt(wall - day, zone), offsetAt(wall + day, zone)]
  const shown = offsets.map((offset) => wall - offset).filter((instant) => wallAt(instant, zone) === wall)
  return shown.length > 0 ? Math.min(...shown) : wall - (offsets[0] ?? 0)
}

/** The days on which the clock of a zone changes within the days after one. */
export const switchesAfter = (from: number, zone: string, days: number): string[] =>
  Array.from({ length: days }, (_, index) => from + index * day)
    .filter((at) => offsetAt(at, zone) !== offsetAt(at + day, zone))
    .map((at) => shownAt(at + day, zone).day)
