import { Temporal } from 'temporal-polyfill'

/** The clock of a zone from a moment on: local time at which it begins to count, and offsets before and after. */
interface Observance {
  readonly begins: Temporal.PlainDateTime
  readonly from: string
  readonly to: string
  readonly summer: boolean
}

/** `+0530`, as RFC 5545 §3.3.14 writes offsets; seconds only where there are any. */
const utcOffset = (offset: string): string => offset.replaceAll(':', '')

const local = (at: Temporal.PlainDateTime): string =>
  at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** The change of the clock at an instant; it begins when the clock before it shows so. */
const changeAt = (change: Temporal.ZonedDateTime): Observance => {
  const before = change.subtract({ nanoseconds: 1 })
  return {
    begins: change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime(),
    from: before.offset,
    to: change.offset,
    summer: change.offsetNanoseconds > before.offsetNanoseconds,
  }
}

const always = ({ offset }: Temporal.ZonedDateTime): Observance => ({
  begins: Temporal.PlainDateTime.from('1970-01-01T00:00:00'),
  from: offset,
  to: offset,
  summer: false,
})

const changesBetween = (first: Temporal.ZonedDateTime, last: Temporal.ZonedDateTime): Observance[] => {
  const changes: Observance[] = []
  let next = first.getTimeZoneTransition('next')
  while (next !== null && Temporal.ZonedDateTime.compare(next, last) <= 0) {
    changes.push(changeAt(next))
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

const component = ({ begins, from, to, summer }: Observance): string[] => {
  const name = summer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    `DTSTART:${local(begins)}`,
    `TZOFFSETFROM:${utcOffset(from)}`,
    `TZOFFSETTO:${utcOffset(to)}`,
    `END:${name}`,
  ]
}

/**
 * The VTIMEZONE (RFC 5545 §3.6.5) of a zone for what lies between two instants (milliseconds since 1970): the clock at
 * the first one and every change up to the last. It comes from the same data as all our local times; the lists of rules
 * that packages ship are years old and move appointments in Mexico and Paraguay by an hour.
 */
export const timeZoneComponent = (zone: string, firstMs: number, lastMs: number): string => {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const first = at(firstMs)
  const before = first.getTimeZoneTransition('previous')
  const observances = [
    before === null ? always(first) : changeAt(before),
    ...changesBetween(first, at(lastMs)),
  ]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flatMap(component), 'END:VTIMEZONE'].join('\r\n')
}
