import { plannedEndpoints } from '@ulna/contract/appointments/appointments.planned'
import ICAL from 'ical.js'
import { beforeEach, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../../test/factories/clinical.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let owner: TestPerson
let patientId: number

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
  patientId = (await createPatient(app, owner, { firstName: 'Ana', lastName: 'Ruiz', language: 'it' })).id
})

const read = (by = owner) =>
  callEndpoint(app, plannedEndpoints.calendar, { token: by.token, params: { patientId } })

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as never)
    .getAllSubcomponents('vevent')
    .map((event) => [
      event.getFirstPropertyValue('dtstart')?.toString(),
      event.getFirstPropertyValue('summary'),
      event.getFirstPropertyValue('description'),
    ])

it('holds the visits to come on the clock of the practice, in the patient’s language, and nothing of why', async () => {
  await bookAppointment(app, owner, {
    start: '2031-03-03T09:00:00Z',
    end: '2031-03-03T09:45:00Z',
    patientId,
    title: 'Control de hombro',
    note: 'Trae radiografía',
  })
  await bookAppointment(app, owner, { start: '2020-03-03T09:00:00Z', end: '2020-03-03T09:45:00Z', patientId })
  const { status, text, headers } = await read()
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('Ana Ruiz.ics')
  const [event, ...more] = eventsOf(text)
  expect(more).toEqual([])
  expect(event?.[0]).toBe('2031-03-03T10:00:00')
  expect(event?.[1]).toMatch(/^Appuntamento presso /)
  expect(text).not.toContain('hombro')
  expect(text).not.toContain('radiograf')
})

it('is one without visits where none is to come, and none of another practice', async () => {
  expect(eventsOf((await read()).text)).toEqual([])
  expect((await read(await registerOwner(app))).status).toBe(404)
})
