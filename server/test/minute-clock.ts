const minute = 60_000

/** A clock read from Intl minute by minute: slow, and nothing in it knows of daylight saving. */
export interface MinuteClock {
  /** What the clock shows at a minute, as minutes since 1970-01-01T00:00 on that clock. */
  shows(at: number): number
  /** When it first shows a time; the minutes it jumps over are counted on from the one before. */
  when(shown: number): number
}

const reader = (zone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const {
      year,
      month,
      day,
      hour,
      minute: past,
    } = Object.fromEntries(format.formatToParts(at * minute).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, past) / minute
  }
}

/** The clock of a zone on some days around a day `YYYY-MM-DD`. */
export const minuteClock = (zone: string, around: string, days: number): MinuteClock => {
  const middle = Date.parse(`${around}T00:00:00Z`) / minute
  const [first, end] = [middle - days * 1440, middle + days * 1440]
  const read = reader(zone)
  const shown = Array.from({ length: end - first }, (_, index) => read(first + index))
  const found = new Map<number, number>()
  const search = (wanted: number): number => {
    const index = shown.findIndex((one) => one >= wanted)
    if (shown[index] === wanted) return first + index
    return first + index - 1 + (wanted - (shown[index - 1] ?? 0))
  }
  return {
    shows: (at) => shown[at - first] ?? Number.NaN,
    when: (wanted) => {
      const known = found.get(wanted)
      if (known !== undefined) return known
      const at = search(wanted)
      found.set(wanted, at)
      return at
    },
  }
}

/** Days on which clocks change, one of a zone whose clock never does, and one before which a whole day was left out. */
export const clockChanges: readonly (readonly [zone: string, day: string])[] = [
  ['Europe/Madrid', '2027-03-28'],
  ['Europe/Madrid', '2027-10-31'],
  ['Europe/Rome', '2027-03-28'],
  ['Europe/Rome', '2027-10-31'],
  ['Europe/London', '2027-03-28'],
  ['Europe/London', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['America/Santiago', '2027-04-04'],
  ['America/Santiago', '2027-09-05'],
  ['America/Bogota', '2027-03-28'],
  ['Pacific/Apia', '2011-12-31'],
]
