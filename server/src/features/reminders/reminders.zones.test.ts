import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { configureMails, hourMs, visitAt } from '../../../test/factories/mails.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { queueDueReminders } from './reminders.scan.service.ts'

/** Those of promises.md A11; one without daylight saving among them, and one that gave it up a few years ago. */
const zones = [
  'Europe/Madrid',
  'Europe/Rome',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Bogota',
  'America/Mexico_City',
]

const app = await testServer({ alone: true })

/** The days on which clocks in the zone change next, and those before and after; any days where they do not. */
const daysOfChange = (zone: string): Temporal.PlainDate[] => {
  const days: Temporal.PlainDate[] = []
  let at = Temporal.Now.zonedDateTimeISO(zone).add({ days: 3 })
  for (let change = 0; change < 2; change += 1) {
    at = at.getTimeZoneTransition('next') ?? at.add({ months: 5 })
    const day = at.toPlainDate()
    days.push(day.subtract({ days: 1 }), day, day.add({ days: 1 }))
  }
  return days
}

const tenOClock = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(day.toZonedDateTime({ timeZone: zone, plainTime: '10:00' }).epochMilliseconds)

interface Scene {
  readonly owner: TestPerson
  readonly address: string
  /** Visits at ten in the morning on the practice's clock. */
  readonly visits: readonly { readonly id: number; readonly day: string; readonly start: Date }[]
}

const stage = async (zone: string): Promise<Scene> => {
  const owner = await registerOwner(app, { timezone: zone })
  const address = `p${owner.userId}@patients.test`
  const patient = await createPatient(app, owner, { email: address, language: 'es' })
  const visits: { id: number; day: string; start: Date }[] = []
  for (const day of daysOfChange(zone)) {
    const start = tenOClock(day, zone)
    const { id } = await bookAppointment(app, owner, { ...visitAt(start), patientId: patient.id })
    visits.push({ id, day: day.toString(), start })
  }
  return { owner, address, visits }
}

const claimed = async (id: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ dueAt: Date }>`
    select due_at as "dueAt" from appointment_mails where appointment_id = ${id} and kind = 'reminder'`.execute(
    app.owner.queries,
  )
  return rows[0]?.dueAt
}

/** What an independent parser reads: wall-clock time, and the instant by the time zone of the file. */
const readTimes = (text: string): { local: string; instant: number }[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
    const { startDate } = new ICAL.Event(one)
    const { year, month, day, hour, minute } = startDate
    const local = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
    return {
      local: `${local} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
      instant: startDate.toUnixTime() * 1000,
    }
  })

describe.each(zones)('A11 in %s, around both changes of the clock', (zone) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await stage(zone)
  })

  const expectTenOClock = (text: string): void =>
    expect(readTimes(text)).toEqual(
      scene.visits.map(({ day, start }) => ({ local: `${day} 10:00`, instant: start.getTime() })),
    )

  it('a reminder is due to the minute, and says ten o’clock', async () => {
    await configureMails(app, scene.owner.practiceId, { reminderHours: 24 })
    for (const { id, start } of scene.visits) {
      const due = start.getTime() - 24 * hourMs
      await queueDueReminders(app.db, new Date(due - 1))
      expect(await claimed(id)).toBeUndefined()
      await queueDueReminders(app.db, new Date(due))
      expect(await claimed(id)).toEqual(new Date(due))
    }
    await app.runJobs()
    const texts = (await app.mails())
      .filter((mail) => mail.to?.[0]?.address === scene.address)
      .map((mail) => mail.text ?? '')
    expect(texts).toHaveLength(scene.visits.length)
    for (const { day } of scene.visits) {
      const words = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'UTC' }).format(
        new Date(`${day}T12:00Z`),
      )
      expect(texts.filter((text) => text.includes(`Día: ${words}\nHora: 10:00\n`))).toHaveLength(1)
    }
    await configureMails(app, scene.owner.practiceId, {})
  })

  it('the .ics of a confirmation has the same local times and instants', async () => {
    for (const { id } of scene.visits)
      await callEndpoint(app, reminderEndpoints.confirm, { params: { id }, token: scene.owner.token })
    await app.runJobs()
    const files = (await app.mails())
      .filter((mail) => mail.to?.[0]?.address === scene.address && mail.attachments.length > 0)
      .map((mail) => new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer))
    expect(files).toHaveLength(scene.visits.length)
    const times = files.flatMap(readTimes).sort((one, other) => one.instant - other.instant)
    expect(times).toEqual(
      scene.visits.map(({ day, start }) => ({ local: `${day} 10:00`, instant: start.getTime() })),
    )
  })

  it('the feed has the same local times and instants', async () => {
    const { payload } = await callEndpoint(app, calendarFeedEndpoints.create, {
      token: scene.owner.token,
      body: { names: 'busy' },
    })
    const { url }: { url: string } = payload
    const { body } = await app.server.inject({ url: new URL(url).pathname })
    expectTenOClock(body)
  })
})
