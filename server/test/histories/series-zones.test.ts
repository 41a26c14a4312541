import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { registerOwner } from '../factories/people.ts'
import { agendaOf, daily, weekly } from '../factories/series.ts'
import { reportFigures } from '../faults/figures.ts'
import { testServer } from '../test-practice.ts'
import { daysLater, instantOf, shownAt, switchesAfter } from './series-model/series-model.clock.ts'

const app = await testServer()

const zones = [
  'Europe/Madrid',
  'Europe/Rome',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Bogota',
]
const withChanges = zones.filter((zone) => zone !== 'America/Bogota')

const hour = 3_600_000
const begins = Date.UTC(2027, 0, 4)
const tenOClock = 600

const timesAt = (day: string, minutes: number, zone: string) => {
  const start = instantOf(day, minutes, zone)
  return { start: new Date(start).toISOString(), end: new Date(start + hour).toISOString() }
}

const freshAgenda = async (zone: string) => agendaOf(app, await registerOwner(app, { timezone: zone }), zone)

const shownTimes = (events: readonly Appointment[], zone: string) =>
  events.map(({ start }) => shownAt(Date.parse(start), zone))

/** The day of a year on which the clock goes forward or back. */
const switchDay = (zone: string, direction: 'forward' | 'back'): string => {
  const days = switchesAfter(begins, zone, 365)
  const found = days.find((day) => {
    const hours = (instantOf(daysLater(day, 1), 0, zone) - instantOf(daysLater(day, -1), 0, zone)) / hour
    return direction === 'forward' ? hours < 48 : hours > 48
  })
  if (found === undefined) throw new Error(`the clock of ${zone} does not go ${direction}`)
  // Where it changes at midnight, the day that is longer or shorter may be the one before.
  const length = (day: string) => instantOf(daysLater(day, 1), 0, zone) - instantOf(day, 0, zone)
  return length(found) === 24 * hour ? daysLater(found, -1) : found
}

/** Half an hour into what the clock skips on a day. */
const skippedTime = (day: string, zone: string): number => {
  const minutes = Array.from({ length: 48 }, (_, index) => index * 30)
  const skipped = minutes.filter((one) => shownAt(instantOf(day, one, zone), zone).minutes !== one)
  return skipped[1] ?? -1
}

describe('A11: a weekly series of a year', () => {
  it.each(zones)('is at 10:00 of the clock of %s, 52 times of 52', async (zone) => {
    const { book, events } = await freshAgenda(zone)
    const booked = await book({ ...timesAt('2027-01-04', tenOClock, zone), every: weekly(52) })
    expect(booked.status).toBe(201)
    const shown = shownTimes(await events(), zone)
    const atTen = shown.filter(({ minutes }) => minutes === tenOClock)
    expect([shown.length, atTen.length]).toEqual([52, 52])
    expect(shown.map(({ day }) => day)).toEqual(
      Array.from({ length: 52 }, (_, index) => daysLater('2027-01-04', index * 7)),
    )
    reportFigures('A11', { zone, occurrences: 52, atTenLocal: atTen.length })
  })
})

describe('A11: the days on which the clock changes', () => {
  it.each(withChanges)(
    'in %s: what the clock skips moves forward by the gap that day only, and the preview says so',
    async (zone) => {
      const { book, events, preview, by } = await freshAgenda(zone)
      const day = switchDay(zone, 'forward')
      const minutes = skippedTime(day, zone)
      expect(minutes).toBeGreaterThanOrEqual(0)
      const wish = { ...timesAt(daysLater(day, -2), minutes, zone), every: daily(5) }
      const { dates } = (await preview({ doctorId: by.doctorId, ...wish })).payload
      expect(dates.map((date) => date.shifted)).toEqual([false, false, true, false, false])
      await book(wish)
      const shown = shownTimes(await events(), zone)
      expect(shown).toEqual(
        [-2, -1, 0, 1, 2].map((count) => ({
          day: daysLater(day, count),
          minutes: count === 0 ? minutes + 60 : minutes,
        })),
      )
      // Another day of the same series is changed: the day that was moved keeps no trace of it.
      const [first] = await events()
      const { payload } = await preview({
        id: first?.id,
        ...timesAt(daysLater(day, -2), minutes + 120, zone),
      })
      expect(payload.dates.map(({ start }) => shownAt(Date.parse(start), zone).minutes)).toEqual(
        Array(5).fill(minutes + 120),
      )
    },
  )

  it.each(withChanges)('in %s: a day of 25 hours has every appointment of it, once each', async (zone) => {
    const { book, events } = await freshAgenda(zone)
    const day = switchDay(zone, 'back')
    const length = instantOf(daysLater(day, 1), 0, zone) - instantOf(day, 0, zone)
    expect(length).toBe(25 * hour)
    for (const minutes of [30, 90, 150, 210, tenOClock, 1410]) {
      const { start } = timesAt(daysLater(day, -1), minutes, zone)
      const end = new Date(Date.parse(start) + hour / 2).toISOString()
      expect((await book({ start, end, every: daily(3) })).status).toBe(201)
    }
    const shown = shownTimes(await events(), zone)
    expect(shown).toEqual(
      [-1, 0, 1].flatMap((count) =>
        [30, 90, 150, 210, tenOClock, 1410].map((minutes) => ({ day: daysLater(day, count), minutes })),
      ),
    )
    expect(await events(day, daysLater(day, 1))).toHaveLength(6)
    // The half hours of the 25 that are left over are all free: the second of those that come twice too.
    const from = instantOf(day, 0, zone)
    const free = Array.from({ length: 50 }, (_, index) => from + (index * hour) / 2)
    const statuses: number[] = []
    for (const start of free) {
      const end = new Date(start + hour / 2).toISOString()
      statuses.push((await book({ start: new Date(start).toISOString(), end })).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(44)
    expect(await events(day, daysLater(day, 1))).toHaveLength(50)
  })
})
