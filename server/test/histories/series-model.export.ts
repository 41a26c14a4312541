import { calendarFeedEndpoints, feedDays } from '@ulna/contract/calendar-feeds'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import type { TestPerson } from '../factories/people.ts'
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

/** What a reader that knows iCalendar and not us shows on the clock of the calendar's own time zone. */
const timesIn = (text: string): { readonly at: number; readonly shown: string }[] => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vtimezone')
  if (!component) throw new Error('the calendar has no time zone')
  const zone = new ICAL.Timezone(component)
  const local = (time: ICAL.Time): string => {
    const { year, month, day: date, hour, minute: past } = time.convertToZone(zone)
    return `${year}-${two(month)}-${two(date)} ${two(hour)}:${two(past)}`
  }
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const { startDate, endDate } = new ICAL.Event(one)
    return { at: startDate.toUnixTime() * 1000, shown: `${local(startDate)} – ${local(endDate)}` }
  })
}

const shownIn = (instant: number, zone: string): string => {
  const shown = shownAt(instant, zone)
  return `${shown.day} ${clockText(shown.minutes)}`
}

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
  const exported = timesIn(await readFeed(app, owner)).filter(({ at }) => isWithin(at))
  const wanted = rows
    .filter(({ start, status }) => status !== 'cancelled' && isWithin(start))
    .map(({ start, end }) => `${shownIn(start, zone)} – ${shownIn(end, zone)}`)
  expect(exported.map(({ shown }) => shown).sort()).toEqual(wanted.sort())
  return exported.length
}
