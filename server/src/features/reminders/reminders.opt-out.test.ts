import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { configureMails, hoursAhead, remind, visitAt } from '../../../test/factories/mails.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
let patient: Patient
/** The token of the link in the mail. */
let token: string

const app = await testServer({ rateLimits: true })
beforeEach(async () => {
  owner = await registerOwner(app)
  await configureMails(app, owner.practiceId, { reminderHours: 24 })
  patient = await createPatient(app, owner, { email: `p${owner.userId}@patients.test` })
  await bookAppointment(app, owner, { ...visitAt(hoursAhead(20)), patientId: patient.id })
  await remind(app)
  const mail = (await app.mails()).find((one) => one.to?.[0]?.address === patient.email)
  token = /\/reminders\/([^?\s]+)\?language=es/.exec(mail?.text ?? '')?.[1] ?? ''
})

const say = (how: 'optOut' | 'optIn', given = token) =>
  callEndpoint(app, reminderEndpoints[how], { body: { token: given } })

const read = async (): Promise<Patient> =>
  (await callEndpoint(app, patientEndpoints.read, { params: { id: patient.id }, token: owner.token })).payload

const versions = () =>
  app.owner.queries
    .selectFrom('patient_versions')
    .select(['version', 'author_user_id'])
    .where('patient_id', '=', patient.id)
    .orderBy('version')
    .execute()

describe('the link in a mail about an appointment', () => {
  it('ends the mails and begins them again, as often as it is followed', async () => {
    for (const [how, wanted] of [
      ['optOut', false],
      ['optOut', false],
      ['optIn', true],
      ['optIn', true],
    ] as const) {
      const answer = await say(how)
      expect(answer.payload).toEqual({ mailReminders: wanted })
      expect(answer.text).not.toMatch(/Mariana|Gómez|patients\.test/)
      expect((await read()).mailReminders).toBe(wanted)
    }
    expect(await versions()).toEqual([
      { version: 1, author_user_id: owner.userId },
      { version: 2, author_user_id: null },
      { version: 3, author_user_id: null },
    ])
  })

  it('leaves one row of the trail a call, in the practice, of nobody signed in', async () => {
    await say('optOut')
    await say('optIn')
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'patient_id', 'user_id', 'practice_id'])
      .where('action', 'like', 'reminder.%')
      .where('practice_id', '=', owner.practiceId)
      .orderBy('at')
      .execute()
    const common = { patient_id: patient.id, user_id: null, practice_id: owner.practiceId }
    expect(rows).toEqual([
      { action: 'reminder.opt_out', ...common },
      { action: 'reminder.opt_in', ...common },
    ])
  })

  it('is announced to mail programs as the way to end such mails', async () => {
    const mail = (await app.mails()).find((one) => one.to?.[0]?.address === patient.email)
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(header).toBe(`<http://localhost:3000/reminders/${token}?language=es>`)
  })

  it('is worth nothing changed, made for something else, or of a patient who is gone', async () => {
    const [practice, id, digest] = token.split('.')
    const other = await createPatient(app, owner, { firstName: 'Otra' })
    const tokens = [
      `${practice}.${other.id}.${digest}`,
      `${Number(practice) + 1}.${id}.${digest}`,
      `${practice}.${digest}`,
      'nothing',
      `${token}A`,
    ]
    for (const one of tokens)
      expect(await say('optOut', one), one).toMatchObject({
        status: 401,
        errors: [{ message: 'invalid_token' }],
      })
    expect((await read()).mailReminders).toBe(true)
    await app.owner.queries.deleteFrom('appointments').where('patient_id', '=', patient.id).execute()
    await app.owner.queries.deleteFrom('patients').where('id', '=', patient.id).execute()
    expect((await say('optOut')).status).toBe(401)
  })

  it('is not tried out without end from one source', async () => {
    const answers: number[] = []
    for (let count = 0; count < 61; count += 1) answers.push((await say('optOut', 'nothing')).status)
    expect(answers.at(-1)).toBe(429)
  })
})
