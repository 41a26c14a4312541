import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { hoursAhead, mailRows, visitAt } from '../../../test/factories/mails.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { transaction } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { queueConfirmation } from './reminders.service.ts'

let owner: TestPerson
let tag: string

const app = await testServer({ alone: true })
beforeEach(async () => {
  tag = randomUUID()
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const mailsSent = async () =>
  (await app.mails()).filter((mail) => mail.to?.[0]?.address?.startsWith(tag) === true)

const patientOf = async (given: Record<string, unknown> = {}): Promise<number> =>
  (await createPatient(app, owner, { email: `${tag}@patients.test`, ...given })).id

const book = (patientId: number | null, start: Date) =>
  bookAppointment(app, owner, { ...visitAt(start), patientId })

const confirm = (id: number, by = owner) =>
  callEndpoint(app, reminderEndpoints.confirm, { params: { id }, token: by.token })

const move = (id: number, start: Date) =>
  callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: owner.token, body: visitAt(start) })

/** What the booking service knows of its caller. */
const actorWith = (confirmationMails: boolean): PracticeActor =>
  ({
    practiceId: owner.practiceId,
    userId: owner.userId,
    configurations: {
      ...defaultConfigurations,
      agenda: { ...defaultConfigurations.agenda, confirmationMails },
    },
  }) as PracticeActor

const queue = (ids: readonly number[], confirmationMails = true): Promise<void> =>
  transaction(app.db.queries, { practiceId: owner.practiceId, userId: owner.userId }, 'read write', (tx) =>
    queueConfirmation(tx, actorWith(confirmationMails), ids),
  )

const eventsIn = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

const fileOf = async (): Promise<{ name: string; type: string; text: string }> => {
  const attachment = (await mailsSent()).at(-1)?.attachments[0]
  const text = new TextDecoder().decode(attachment?.content as ArrayBuffer)
  return { name: attachment?.filename ?? '', type: attachment?.mimeType ?? '', text }
}

describe('a confirmation by hand', () => {
  it('goes out with an .ics file that a calendar takes', async () => {
    const start = hoursAhead(50)
    const appointment = await book(await patientOf(), start)
    const answer = await confirm(appointment.id)
    expect(answer).toMatchObject({ status: 201, payload: { kind: 'confirmation', status: 'queued' } })
    await app.runJobs()
    const [mail] = await mailsSent()
    expect(mail?.text).toContain('Con: Laura Restrepo')
    const { name, type, text } = await fileOf()
    expect([name, type]).toEqual(['cita.ics', 'text/calendar'])
    expect(text).toContain('METHOD:PUBLISH')
    const [event] = eventsIn(text)
    expect([event?.uid, event?.sequence]).toEqual([appointment.uid, 1])
    expect(event?.startDate.toJSDate()).toEqual(start)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([{ kind: 'confirmation', status: 'sent' }])
  })

  it('keeps its UID and counts up its SEQUENCE when the appointment is moved', async () => {
    const appointment = await book(await patientOf(), hoursAhead(50))
    const later = hoursAhead(60)
    await confirm(appointment.id)
    await app.runJobs()
    await move(appointment.id, later)
    await confirm(appointment.id)
    await app.runJobs()
    const [event] = eventsIn((await fileOf()).text)
    expect([event?.uid, event?.sequence]).toEqual([appointment.uid, 2])
  })

  it('tells the time the appointment has when it goes out, and the last of two that tell the same', async () => {
    const appointment = await book(await patientOf(), hoursAhead(50))
    const later = hoursAhead(60)
    await confirm(appointment.id)
    await move(appointment.id, later)
    await app.runJobs()
    for (let twice = 0; twice < 2; twice += 1) await confirm(appointment.id)
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(2)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      { status: 'sent', start_at: later },
      { status: 'skipped', reason: 'just_confirmed' },
      { status: 'sent', start_at: later },
    ])
  })

  it.each([
    ['patient_without_email', { email: null }],
    ['patient_without_email', { email: `${'l'.repeat(70)}@patients.test` }],
    ['patient_opted_out', { mailReminders: false }],
  ])('is refused with %s, and nothing is queued', async (key, given) => {
    const appointment = await book(await patientOf(given), hoursAhead(50))
    expect(await confirm(appointment.id)).toMatchObject({ status: 409, errors: [{ message: key }] })
    expect(await mailRows(app, owner.practiceId)).toEqual([])
  })

  it('is refused for an appointment without patient, over or cancelled', async () => {
    const empty = await book(null, hoursAhead(50))
    const past = await book(await patientOf(), hoursAhead(-5))
    const cancelled = await book(await patientOf(), hoursAhead(50))
    await callEndpoint(app, appointmentEndpoints.update, {
      params: { id: cancelled.id },
      token: owner.token,
      body: { status: 'cancelled' },
    })
    const keys = [empty, past, cancelled].map(async ({ id }) => (await confirm(id)).errors[0]?.message)
    expect(await Promise.all(keys)).toEqual([
      'patient_without_email',
      'appointment_not_ahead',
      'appointment_not_ahead',
    ])
  })

  it('of a colleague’s appointment needs the rank of an assistant', async () => {
    const appointment = await book(await patientOf(), hoursAhead(50))
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect(await confirm(appointment.id, practitioner)).toMatchObject({
      status: 403,
      errors: [{ message: 'assistant_role_required' }],
    })
    expect((await confirm(appointment.id, assistant)).status).toBe(201)
  })
})

describe('the confirmation of a booking', () => {
  it('of a series is one mail with all dates and one .ics with all events', async () => {
    const patientId = await patientOf({ language: 'it' })
    const booked = []
    for (const hours of [50, 218, 386]) booked.push(await book(patientId, hoursAhead(hours)))
    await queue(booked.map(({ id }) => id))
    await app.runJobs()
    const mails = await mailsSent()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Prossimi appuntamenti')
    expect(mails[0]?.text?.match(/, \d{2}:\d{2}$/gm)).toHaveLength(3)
    const { name, text } = await fileOf()
    expect(name).toBe('appuntamento.ics')
    expect(eventsIn(text).map((event) => event.uid)).toEqual(booked.map(({ uid }) => uid))
    expect((await mailRows(app, owner.practiceId)).map(({ status }) => status)).toEqual(Array(3).fill('sent'))
  })

  it('leaves out the dates that were cancelled or given to somebody else before it went out', async () => {
    const patientId = await patientOf()
    const other = await patientOf({ email: `other-${tag}@patients.test` })
    const [kept, cancelled, given] = [
      await book(patientId, hoursAhead(50)),
      await book(patientId, hoursAhead(60)),
      await book(patientId, hoursAhead(70)),
    ]
    await queue([kept.id, cancelled.id, given.id])
    for (const [id, body] of [
      [cancelled.id, { status: 'cancelled' }],
      [given.id, { patientId: other }],
    ] as const)
      await callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: owner.token, body })
    await app.runJobs()
    expect(eventsIn((await fileOf()).text).map((event) => event.uid)).toEqual([kept.uid])
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      { appointment_id: kept.id, status: 'sent' },
      { appointment_id: cancelled.id, status: 'skipped', reason: 'cancelled' },
      { appointment_id: given.id, status: 'skipped', reason: 'moved' },
    ])
  })

  it('tells nobody of another patient’s appointments', async () => {
    const mine = await book(await patientOf(), hoursAhead(50))
    const theirs = await book(await patientOf({ email: `${tag}-b@patients.test` }), hoursAhead(60))
    await queue([mine.id, theirs.id])
    await app.runJobs()
    const mails = await mailsSent()
    expect(mails.map((mail) => mail.attachments.length)).toEqual([1, 1])
    expect(mails.map((mail) => mail.to?.[0]?.address).sort()).toEqual([
      `${tag}-b@patients.test`,
      `${tag}@patients.test`,
    ])
  })

  it('is not sent where the practice sends none, nor to whoever wants none, nor of what is over', async () => {
    const wanted = await book(await patientOf(), hoursAhead(50))
    await queue([wanted.id], false)
    const optedOut = await book(await patientOf({ mailReminders: false }), hoursAhead(50))
    const unreachable = await book(await patientOf({ email: null }), hoursAhead(50))
    const over = await book(await patientOf(), hoursAhead(-5))
    await queue([optedOut.id, unreachable.id, over.id])
    await app.runJobs()
    expect(await mailsSent()).toEqual([])
    expect(await mailRows(app, owner.practiceId)).toEqual([])
  })
})
