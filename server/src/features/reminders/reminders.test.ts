import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type AppointmentMessage, reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import {
  configureMails,
  hourMs,
  hoursAhead,
  mailRows,
  remind,
  visitAt,
} from '../../../test/factories/mails.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
/** The tag is in the addresses of this test's patients, and of no other's. */
let tag: string

const app = await testServer({ alone: true })
beforeEach(async () => {
  tag = randomUUID()
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
  await sql`update practices set name = 'Fisio Norte', locale = 'es' where id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )
  await configureMails(app, owner.practiceId, { reminderHours: 24 })
})

/** The mails that went to this test's patients, oldest first. */
const mailsSent = async () =>
  (await app.mails()).filter((mail) => mail.to?.[0]?.address?.startsWith(tag) === true)

/** A visit of a patient with an address, unless something else is said. */
const visit = async (start: Date, given: Record<string, unknown> = {}) => {
  const patient = await createPatient(app, owner, { email: `${tag}@patients.test`, ...given })
  const appointment = await bookAppointment(app, owner, { ...visitAt(start), patientId: patient.id })
  return { patient, appointment }
}

const change = (id: number, body: Record<string, unknown>) =>
  callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: owner.token, body })

const messagesOf = async (id: number): Promise<AppointmentMessage[]> =>
  (await callEndpoint(app, reminderEndpoints.messages, { params: { id }, token: owner.token })).payload

describe('a reminder', () => {
  it('goes out for a practice that came from elsewhere when the first of it has signed in, and not before', async () => {
    const activated = (at: Date | null) =>
      app.owner.queries
        .updateTable('users')
        .set({ activated_at: at })
        .where('id', '=', owner.userId)
        .execute()
    await visit(hoursAhead(20))
    await activated(null)
    await remind(app)
    expect(await mailsSent()).toEqual([])
    await activated(new Date())
    await remind(app)
    expect(await mailsSent()).toHaveLength(1)
  })

  it('goes out at its time, once, and says practice, practitioner, day and time on the practice’s clock', async () => {
    const start = hoursAhead(20)
    const { appointment } = await visit(start)
    await remind(app)
    await remind(app)
    const mails = await mailsSent()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    const time = new Intl.DateTimeFormat('es-ES', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Madrid',
    }).format(start)
    const day = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'Europe/Madrid' }).format(
      start,
    )
    expect(mail).toMatchObject({
      to: [{ address: `${tag}@patients.test` }],
      from: { name: 'Fisio Norte', address: 'ulna@server.test' },
      subject: `Recordatorio de cita en Fisio Norte: ${day}, ${time}`,
    })
    for (const part of ['Fisio Norte', 'Con: Laura Restrepo', `Día: ${day}`, `Hora: ${time}`])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/reminders\/\d+\.\d+\.[\w-]{43}/)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      {
        appointment_id: appointment.id,
        kind: 'reminder',
        status: 'sent',
        attempts: 1,
        start_at: start,
        due_at: new Date(start.getTime() - 24 * hourMs),
      },
    ])
  })

  it('says nothing of the patient: no name, no title, no note', async () => {
    const patient = await createPatient(app, owner, { email: `${tag}@patients.test`, note: 'secreto' })
    await bookAppointment(app, owner, {
      ...visitAt(hoursAhead(20)),
      patientId: patient.id,
      title: 'Control secreto',
      note: 'secreto',
      patientNote: 'secreto',
    })
    await remind(app)
    const [mail] = await mailsSent()
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/secreto|Mariana|Gómez/)
  })

  it('waits for its time, and is not for whoever has no address or opted out, is cancelled or over', async () => {
    await visit(hoursAhead(25))
    await visit(hoursAhead(20), { email: null })
    await visit(hoursAhead(20), { mailReminders: false })
    await visit(hoursAhead(-3))
    await bookAppointment(app, owner, visitAt(hoursAhead(20)))
    const { appointment } = await visit(hoursAhead(20))
    await change(appointment.id, { status: 'cancelled' })
    await remind(app)
    expect(await mailsSent()).toEqual([])
    expect(await mailRows(app, owner.practiceId)).toEqual([])
  })

  it('does not go out where the practice sends none', async () => {
    await configureMails(app, owner.practiceId, {})
    await visit(hoursAhead(20))
    await remind(app)
    expect(await mailsSent()).toEqual([])
  })

  it.each([
    ['it', 'Promemoria dell’appuntamento presso'],
    ['en', 'Reminder of your appointment at'],
    [null, 'Recordatorio de cita en'],
  ])('is in the patient’s language, else in the practice’s: %s', async (language, subject) => {
    await visit(hoursAhead(20), { language })
    await remind(app)
    expect((await mailsSent())[0]?.subject).toContain(subject)
  })

  it('of an appointment that was moved before it went out is that of the new time, and only that', async () => {
    const { appointment } = await visit(hoursAhead(20))
    await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
    const later = hoursAhead(22)
    expect((await change(appointment.id, visitAt(later))).status).toBe(200)
    await remind(app)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      { status: 'skipped', reason: 'moved' },
      { status: 'sent', start_at: later },
    ])
    expect(await mailsSent()).toHaveLength(1)
  })

  it('comes again for the new time of an appointment that was moved afterwards', async () => {
    const { appointment } = await visit(hoursAhead(20))
    await remind(app)
    await change(appointment.id, visitAt(hoursAhead(22)))
    await remind(app)
    await remind(app)
    expect(await mailsSent()).toHaveLength(2)
  })

  it.each([
    ['cancelled', (id: number) => change(id, { status: 'cancelled' })],
    [
      'cancelled',
      (id: number) => callEndpoint(app, appointmentEndpoints.remove, { params: { id }, token: owner.token }),
    ],
    ['too_late', (id: number) => change(id, { status: 'arrived' })],
  ])('that waits in the queue is not sent any more: %s', async (reason, act) => {
    const { appointment } = await visit(hoursAhead(20))
    await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
    expect((await act(appointment.id)).status).toBe(200)
    await app.runJobs()
    expect(await mailsSent()).toEqual([])
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      { status: 'skipped', reason, sent_at: null },
    ])
  })

  it.each([
    ['no_address', { email: null }],
    ['opted_out', { mailReminders: false }],
  ])(
    'that waits in the queue is not sent to a patient who is not to get it any more: %s',
    async (reason, given) => {
      const { patient } = await visit(hoursAhead(20))
      await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
      await callEndpoint(app, patientEndpoints.update, {
        params: { id: patient.id },
        token: owner.token,
        body: given,
      })
      await app.runJobs()
      expect(await mailsSent()).toEqual([])
      expect(await mailRows(app, owner.practiceId)).toMatchObject([{ status: 'skipped', reason }])
    },
  )

  it('of a late booking goes out at once, but not less than an hour ahead', async () => {
    const { appointment: soon } = await visit(hoursAhead(0.75))
    const { appointment: later } = await visit(hoursAhead(1.5))
    await remind(app)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([
      { appointment_id: soon.id, status: 'skipped', reason: 'too_late' },
      { appointment_id: later.id, status: 'sent' },
    ])
  })

  it('an hour before goes out although it is less than an hour by the time it is queued', async () => {
    await configureMails(app, owner.practiceId, { reminderHours: 1 })
    await visit(new Date(Date.now() + 0.99 * hourMs))
    await remind(app)
    expect(await mailsSent()).toHaveLength(1)
  })

  it('does not follow a confirmation of the same hour', async () => {
    const { appointment } = await visit(hoursAhead(20))
    await callEndpoint(app, reminderEndpoints.confirm, {
      params: { id: appointment.id },
      token: owner.token,
    })
    await remind(app)
    expect(await mailsSent()).toHaveLength(1)
    expect(await messagesOf(appointment.id)).toMatchObject([
      { kind: 'confirmation', status: 'sent' },
      { kind: 'reminder', status: 'skipped', reason: 'just_confirmed' },
    ])
  })

  it('is sent once when several processes look and send at the same moment', async () => {
    for (let count = 0; count < 30; count += 1)
      await visit(hoursAhead(20), { email: `${tag}-${count}@patients.test` })
    const other = await buildTestApp({ on: app })
    await Promise.all([remind(app), remind(other), remind(app), remind(other)])
    await other.close()
    const addresses = (await mailsSent()).map((mail) => mail.to?.[0]?.address)
    expect(addresses).toHaveLength(30)
    expect(new Set(addresses).size).toBe(30)
  })
})

describe('what became of the mails of an appointment', () => {
  it('is told: planned, then sent', async () => {
    const start = hoursAhead(30)
    const { appointment } = await visit(start)
    const dueAt = new Date(start.getTime() - 24 * hourMs)
    const [planned] = await messagesOf(appointment.id)
    expect(planned).toMatchObject({ kind: 'reminder', status: 'planned', reason: null, sentAt: null })
    expect(new Date(planned?.dueAt ?? '')).toEqual(dueAt)
    await change(appointment.id, visitAt(hoursAhead(20)))
    await remind(app)
    const [sent, ...others] = await messagesOf(appointment.id)
    expect(sent).toMatchObject({ kind: 'reminder', status: 'sent', sentAt: expect.any(String) })
    expect(others).toEqual([])
  })

  it('says why there will be none', async () => {
    const { appointment: unreachable } = await visit(hoursAhead(30), { email: null })
    const { appointment: unwilling } = await visit(hoursAhead(30), { mailReminders: false })
    const { appointment: withoutPatient } = {
      appointment: await bookAppointment(app, owner, visitAt(hoursAhead(30))),
    }
    expect(await messagesOf(unreachable.id)).toMatchObject([{ status: 'skipped', reason: 'no_address' }])
    expect(await messagesOf(unwilling.id)).toMatchObject([{ status: 'skipped', reason: 'opted_out' }])
    expect(await messagesOf(withoutPatient.id)).toEqual([])
  })

  it('is told of no appointment of another practice', async () => {
    const { appointment } = await visit(hoursAhead(30))
    const stranger = await registerOwner(app)
    for (const endpoint of [reminderEndpoints.messages, reminderEndpoints.confirm]) {
      const answer = await callEndpoint(app, endpoint, {
        params: { id: appointment.id },
        token: stranger.token,
      })
      expect(answer).toMatchObject({ status: 404, errors: [{ message: 'not_found' }] })
    }
  })
})
