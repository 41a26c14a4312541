import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type AppointmentMessage, reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { configureMails, hoursAhead, mailRows, remind, visitAt } from '../../../test/factories/mails.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
/** The tag is in the addresses of this test's patients, and of no other's. */
let tag: string

const app = await testServer({ alone: true })
beforeEach(async () => {
  tag = randomUUID()
  owner = await registerOwner(app)
  await configureMails(app, owner.practiceId, { reminderHours: 24 })
})

const patientAt = async (email: string): Promise<number> => (await createPatient(app, owner, { email })).id

const ten = hoursAhead(20)
const eleven = hoursAhead(21)

/** A visit at ten whose reminder is due. */
const visit = async (): Promise<number> => {
  const patientId = await patientAt(`${tag}@patients.test`)
  return (await bookAppointment(app, owner, { ...visitAt(ten), patientId })).id
}

const change = async (id: number, body: Record<string, unknown>): Promise<void> => {
  const answer = await callEndpoint(app, appointmentEndpoints.update, {
    params: { id },
    token: owner.token,
    body,
  })
  expect(answer.status, answer.text).toBe(200)
}

/** The minute has come, and its jobs wait. */
const queue = async (): Promise<void> => {
  await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
}

const addressesTold = async (): Promise<(string | undefined)[]> =>
  (await app.mails())
    .map((mail) => mail.to?.[0]?.address)
    .filter((address) => address?.startsWith(tag) === true)

const startsTold = async (): Promise<Date[]> =>
  (await mailRows(app, owner.practiceId)).filter((row) => row.status === 'sent').map((row) => row.start_at)

describe('a reminder', () => {
  it('comes again when the appointment is moved back to the time before', async () => {
    const id = await visit()
    for (const start of [ten, eleven, ten]) {
      await change(id, visitAt(start))
      await remind(app)
      await remind(app)
    }
    expect(await startsTold()).toEqual([ten, eleven, ten])
    expect(await addressesTold()).toHaveLength(3)
  })

  it('comes when the appointment was moved only until the mail went out', async () => {
    const id = await visit()
    await queue()
    await change(id, visitAt(eleven))
    await app.runJobs()
    expect(await addressesTold()).toEqual([])
    await change(id, visitAt(ten))
    await remind(app)
    await remind(app)
    expect(await startsTold()).toEqual([ten])
  })

  it('does not come again when the patient was told of no other time', async () => {
    const id = await visit()
    await remind(app)
    await change(id, visitAt(eleven))
    await queue()
    await change(id, visitAt(ten))
    await app.runJobs()
    await remind(app)
    expect(await startsTold()).toEqual([ten])
  })

  it('comes when the appointment was cancelled only until the mail went out', async () => {
    const id = await visit()
    await queue()
    await change(id, { status: 'cancelled' })
    await app.runJobs()
    await change(id, { status: 'booked' })
    const planned = await callEndpoint(app, reminderEndpoints.messages, {
      params: { id },
      token: owner.token,
    })
    expect((planned.payload as AppointmentMessage[]).map(({ status }) => status)).toEqual([
      'skipped',
      'planned',
    ])
    await remind(app)
    await remind(app)
    expect(await startsTold()).toEqual([ten])
  })

  it('comes when the confirmation it made room for did not go out, as it was cancelled only until then', async () => {
    await configureMails(app, owner.practiceId, { reminderHours: 24, confirmationMails: true })
    const id = await visit()
    await queue()
    await change(id, { status: 'cancelled' })
    await app.runJobs()
    await change(id, { status: 'booked' })
    await remind(app)
    await remind(app)
    expect((await mailRows(app, owner.practiceId)).map((row) => [row.kind, row.status, row.reason])).toEqual([
      ['confirmation', 'skipped', 'cancelled'],
      ['reminder', 'skipped', 'just_confirmed'],
      ['reminder', 'sent', null],
    ])
  })

  it('does not come again for an appointment that was cancelled after it and booked again', async () => {
    const id = await visit()
    await remind(app)
    for (const status of ['cancelled', 'booked']) await change(id, { status })
    await remind(app)
    expect(await addressesTold()).toHaveLength(1)
  })

  it('comes to the patient whom the appointment is given to, also back to the first', async () => {
    const id = await visit()
    const [first, second] = [`${tag}@patients.test`, `${tag}-second@patients.test`]
    const patients = [await patientAt(second), await patientAt(first)]
    await remind(app)
    for (const patientId of patients) {
      await change(id, { patientId })
      await remind(app)
      await remind(app)
    }
    expect(await addressesTold()).toEqual([first, second, first])
  })

  it('that waits is not for another patient: the appointment is told to its own', async () => {
    const id = await visit()
    const other = `${tag}-other@patients.test`
    await queue()
    await change(id, { patientId: await patientAt(other) })
    await app.runJobs()
    expect(await addressesTold()).toEqual([])
    await remind(app)
    expect(await addressesTold()).toEqual([other])
  })

  it('comes again once when several processes look at the same moment', async () => {
    const ids: number[] = []
    for (let count = 0; count < 10; count += 1) ids.push(await visit())
    await remind(app)
    for (const id of ids) await change(id, visitAt(eleven))
    const other = await buildTestApp({ on: app })
    await Promise.all([remind(app), remind(other), remind(app), remind(other)])
    await other.close()
    expect((await startsTold()).filter((start) => start.getTime() === eleven.getTime())).toHaveLength(10)
    expect(await addressesTold()).toHaveLength(20)
  })
})
