import ical, { ICalCalendarMethod, ICalEventClass } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { timeZoneComponent } from '../time-zone-component.ts'

/** One event of a calendar file. `uid` is the same in every file and for ever, so that programs know it again. */
export interface CalendarEvent {
  readonly uid: string
  /** Counts the changes: programs take the highest. */
  readonly sequence: number
  readonly changedAt: Date
  readonly start: Date
  readonly end: Date
  readonly summary: string
  readonly description?: string
}

export interface CalendarFile {
  /** IANA name; times are those of a clock there. */
  readonly zone: string
  readonly name: string
  readonly events: readonly CalendarEvent[]
  /** True for a file that is sent (METHOD:PUBLISH of RFC 5546); false for one that is read again and again. */
  readonly published: boolean
}

export const calendarType = 'text/calendar; charset=utf-8'

/** How often programs are asked to read a feed again, in seconds. */
const refreshSeconds = 1800

const zoned = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** An hour that comes twice is written in UTC: RFC 5545 §3.3.5 means the first, some programs the second. */
const comesOnce = (at: Date, zone: string): boolean => {
  const local = zoned(at, zone).toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  return first?.epochMilliseconds === second?.epochMilliseconds
}

// A day more on both sides: local times are looked up in the zone before the instant is known.
const dayMs = 86_400_000

const zoneComponent = (zone: string, events: readonly CalendarEvent[]): string => {
  const now = Date.now()
  const first = events.reduce((least, { start }) => Math.min(least, start.getTime()), now)
  const last = events.reduce((most, { end }) => Math.max(most, end.getTime()), now)
  return timeZoneComponent(zone, first - dayMs, last + dayMs)
}

/** A text as a value (RFC 5545 §3.3.11): the library leaves the name of a calendar as it is. */
const textValue = (text: string): string =>
  text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** An iCalendar file (RFC 5545) with local times and the time zone they are of. */
export const calendarFile = ({ zone, name, events, published }: CalendarFile): string => {
  const calendar = ical({
    name: textValue(name),
    prodId: { company: 'Ulna', product: 'Ulna' },
    ...(published ? { method: ICalCalendarMethod.PUBLISH } : { ttl: refreshSeconds }),
  })
  for (const event of events) {
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp: event.changedAt,
      lastModified: event.changedAt,
      start: zoned(event.start, zone),
      end: zoned(event.end, zone),
      ...(comesOnce(event.start, zone) && comesOnce(event.end, zone) ? { timezone: zone } : {}),
      summary: event.summary,
      class: ICalEventClass.PRIVATE,
      ...(event.description === undefined ? {} : { description: event.description }),
    })
  }
  // The library writes its UTC stamps as local times if the calendar has a zone, so we put that in here.
  const text = `${calendar.toString()}\r\n`
  return text.replace(
    /\r\n(?=BEGIN:VEVENT\r\n|END:VCALENDAR\r\n)/,
    () => `\r\nX-WR-TIMEZONE:${zone}\r\n${zoneComponent(zone, events)}\r\n`,
  )
}
