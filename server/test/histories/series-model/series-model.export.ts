import { calendarFeedEndpoints, feedDays } from '@ulna/contract/calendar-feeds/calendar-feeds'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import type { TestPerson } from '../../factories/people.ts'
import { shownAt } from './series-model.clock.ts'
import type { Row } from './series-model.world.ts'

const day = 86_400_000
const minute = 60_000

const two = (value: number): string => String(value).padStart(2, '0')
const clockText = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

const readFeed = async (app: TestApp, { token }: TestPerson): Promise<string> => {
  const { payload } = await callEndpoint(app, calendarFeedEndpoints.create, {
    token,
    body: { names: 'busy' },
  })
  const answer = await app.server.inject({ url: new URL((payload as { url: string }).url).pathname })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

const shownIn = (instant: number, zone: string): string => {
  const shown = shownAt(instant, zone)
  return `${shown.day} ${clockText(shown.minutes)}`
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** When it is, by the time zone that the file brings along, and what the file says a clock shows then. */
const timeOf = (time: ICAL.Time, zone: string): string => {
  const at = time.toUnixTime() * 1000
  if (time.zone.tzid === 'UTC') return `${iso(at)} ${shownIn(at, zone)}`
  const { year, month, day: date, hour, minute: past } = time
  return `${iso(at)} ${year}-${two(month)}-${two(date)} ${two(hour)}:${two(past)}`
}

/** What a reader makes of a calendar that knows iCalendar and not us. */
const timesIn = (text: string, zone: string): { readonly at: number; readonly shown: string }[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
    const { startDate, endDate } = new ICAL.Event(one)
    return {
      at: startDate.toUnixTime() * 1000,
      shown: `${timeOf(startDate, zone)} – ${timeOf(endDate, zone)}`,
    }
  })

/** The feed of an agenda, read by an independent parser, has the same local times as the agenda. */
export const expectExportedLike = async (
  app: TestApp,
  owner: TestPerson,
  zone: string,
  rows: readonly Row[],
): Promise<number> => {
  const now = Date.now()
  // What lies on the very edge may come in or go while it is read.
  const isWithin = (at: number): boolean =>
    at > now - feedDays.back * day + minute && at < now + feedDays.ahead * day - minute
  const exported = timesIn(await readFeed(app, owner), zone).filter(({ at }) => isWithin(at))
  const wanted = rows
    .filter(({ start, status }) => status !== 'cancelled' && isWithin(start))
    .map(({ start, end }) => `${iso(start)} ${shownIn(start, zone)} – ${iso(end)} ${shownIn(end, zone)}`)
  expect(exported.map(({ shown }) => shown).sort()).toEqual(wanted.sort())
  return exported.length
}
