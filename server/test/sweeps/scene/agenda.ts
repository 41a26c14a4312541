import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { type Absence, absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { bookAppointment } from '../../factories/clinical.ts'
import type { TestPerson } from '../../factories/people.ts'
import { links } from './links.ts'

/** When the n-th scene of a database books, so that scenes of one doctor do not overlap; series have other hours. */
export const slot = (n: number) => ({
  start: new Date(Date.UTC(2030, 0, 1 + n, 12)).toISOString(),
  end: new Date(Date.UTC(2030, 0, 1 + n, 13)).toISOString(),
})

/** Hours of the one who books, and an absence long before everything else. */
export const stageSchedule = async (app: TestApp, { doctorId, token }: TestPerson, canary: string) => {
  await callEndpoint(app, scheduleEndpoints.update, {
    token,
    params: { doctorId },
    body: { hours: [{ weekday: 1, from: '00:00', to: '24:00' }] },
  })
  const answer = await callEndpoint(app, absenceEndpoints.create, {
    token,
    body: {
      doctorId,
      start: '2029-12-30T05:00:00Z',
      end: '2029-12-31T05:00:00Z',
      title: `Vacaciones ${canary}`,
    },
  })
  if (answer.status !== 201) throw new Error(`absence answered ${answer.status}: ${answer.text}`)
  return { absenceId: (answer.payload as Absence).id }
}

/**
 * The series of a course whose first visit took place, so that it outlives the others, and a change of one that left nothing behind and
 * can be taken back for as long as a test takes.
 */
export const stageSeries = async (
  app: TestApp,
  by: TestPerson,
  { patientId, caseId }: { readonly patientId: number; readonly caseId: number },
  canary: string,
) => {
  const first = await bookAppointment(app, by, {
    start: '2030-06-03T15:00:00Z',
    end: '2030-06-03T16:00:00Z',
    every: { repeat: true, freq: 'week', interval: 1, count: 3 },
    allowOverlap: true,
    patientId,
    title: `Serie ${canary}`,
    course: { caseId },
  })
  await callEndpoint(app, appointmentEndpoints.update, {
    params: { id: first.id },
    token: by.token,
    body: { status: 'arrived' },
  })
  const undo = await app.owner.queries
    .insertInto('appointment_undos')
    .values({
      practice_id: by.practiceId,
      user_id: by.userId,
      at: new Date(Date.now() + 86_400_000),
      appointments: '[]',
      series: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { occurrenceId: first.id, undoId: undo.id }
}

/** A mail that the patient of an appointment got, and the link in it. */
export const stageReminder = async (
  app: TestApp,
  by: TestPerson,
  appointmentId: number,
  patientId: number,
) => {
  await app.owner.queries
    .insertInto('appointment_mails')
    .values({
      practice_id: by.practiceId,
      mail_id: 1,
      appointment_id: appointmentId,
      patient_id: patientId,
      kind: 'confirmation',
      start_at: new Date(),
      due_at: new Date(),
      status: 'sent',
      sent_at: new Date(),
    })
    .execute()
  return { reminderToken: links.sign('reminders', [by.practiceId, patientId]) }
}

export const stageFeed = async (app: TestApp, by: TestPerson) => {
  const { payload } = await callEndpoint(app, calendarFeedEndpoints.create, {
    token: by.token,
    body: { names: 'initials' },
  })
  const { url }: { url: string } = payload
  const feedToken = url.split('/').at(-1) ?? ''
  // The first reading of an hour is noted; those of the sweeps change nothing.
  await callEndpoint(app, calendarFeedEndpoints.read, { params: { token: feedToken } })
  return { feedToken }
}
