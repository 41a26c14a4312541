import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const event = (start: string, given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: '7f0c0b6e-6f0a-4ff2-a7a5-0d4d5f0f8f11',
  sequence: 3,
  changedAt: new Date('2026-01-02T03:04:05Z'),
  start: new Date(start),
  end: new Date(Date.parse(start) + 45 * 60_000),
  summary: 'Cita',
  ...given,
})

const file = (zone: string, events: readonly CalendarEvent[], published = false): string =>
  calendarFile({ zone, name: 'Fisio Norte', events, published })

const parse = (text: string): ICAL.Component => new ICAL.Component(ICAL.parse(text))

const startsIn = (text: string): number[] =>
  parse(text)
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one).startDate.toUnixTime() * 1000)

describe('a calendar file', () => {
  it('has local times with the zone they are of, and stamps in UTC', () => {
    const text = file('Europe/Madrid', [event('2026-07-01T08:00:00Z')])
    expect(text).toContain('DTSTART;TZID=Europe/Madrid:20260701T100000\r\n')
    expect(text).toContain('DTSTAMP:20260102T030405Z\r\n')
    expect(text).toContain('LAST-MODIFIED:20260102T030405Z\r\n')
    expect(text).toContain('SEQUENCE:3\r\n')
    expect(parse(text).getAllSubcomponents('vtimezone')).toHaveLength(1)
  })

  it('is whole without any event', () => {
    const calendar = parse(file('America/Bogota', []))
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })

  it('keeps its properties before its parts, and lines of CRLF of at most 75 bytes', () => {
    const text = file('Europe/Rome', [event('2026-07-01T08:00:00Z', { summary: 'ñ'.repeat(200) })], true)
    const lines = text.split('\r\n')
    expect(lines.indexOf('X-WR-TIMEZONE:Europe/Rome')).toBeLessThan(lines.indexOf('BEGIN:VTIMEZONE'))
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.at(-1)).toBe('')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('E1 lets nobody add a property by a name or a summary', () => {
    const evil = 'X\r\nATTENDEE:mailto:evil@evil.test\nBEGIN:VALARM;,\\ \u2028'
    const text = calendarFile({
      zone: 'Europe/Madrid',
      name: evil,
      events: [event('2026-07-01T08:00:00Z', { summary: evil, description: evil })],
      published: true,
    })
    expect(text).not.toMatch(/^(ATTENDEE|BEGIN:VALARM)/m)
    expect(
      parse(text)
        .getAllSubcomponents()
        .map(({ name }) => name),
    ).toEqual(['vtimezone', 'vevent'])
  })

  it('writes what lies in an hour that comes twice in UTC, since programs disagree on which of them is meant', () => {
    const [first, second] = ['2026-10-25T00:10:00Z', '2026-10-25T01:10:00Z']
    const text = file('Europe/Madrid', [event(first), event(second)])
    expect(text).toContain('DTSTART:20261025T001000Z')
    expect(text).toContain('DTSTART:20261025T011000Z')
    expect(startsIn(text)).toEqual([first, second].map((one) => Date.parse(one)))
  })
})

describe('the time zone of a calendar file', () => {
  /** Zones with rules of their own: half hours, winters that are ahead, fasts, daylight saving that was given up. */
  const zones = [
    'Europe/Madrid',
    'Europe/Dublin',
    'America/Mexico_City',
    'America/Ciudad_Juarez',
    'America/Asuncion',
    'America/Sao_Paulo',
    'America/Santiago',
    'Africa/Casablanca',
    'Africa/Cairo',
    'Asia/Kathmandu',
    'Asia/Tehran',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'UTC',
  ]

  it.each(zones)('is that of %s for four years, to an independent parser', (zone) => {
    const days = Array.from({ length: 4 * 73 }, (_, count) =>
      Temporal.PlainDate.from('2024-06-01')
        .add({ days: count * 5 })
        .toZonedDateTime({ timeZone: zone, plainTime: '10:00' }),
    )
    const starts = days.map((day) => day.epochMilliseconds)
    const text = file(
      zone,
      starts.map((start) => event(new Date(start).toISOString())),
    )
    expect(startsIn(text)).toEqual(starts)
  })
})
