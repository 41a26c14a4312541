import { randomUUID } from 'node:crypto'
import { undoSeconds } from '@ulna/contract/appointments/appointments.series'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPatient } from '../../../test/factories/clinical.ts'
import { configureMails, hoursAhead, mailRows, visitAt } from '../../../test/factories/mails.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { agendaOf, type TestAgenda, weekly } from '../../../test/factories/series.ts'
import { testServer } from '../../../test/test-practice.ts'

let agenda: TestAgenda
let patientId: number
/** The tag is in the addresses of this test's patients, and of no other's. */
let tag: string

const app = await testServer({ alone: true })
beforeEach(async () => {
  tag = randomUUID()
  agenda = agendaOf(app, await registerOwner(app, { timezone: 'Europe/Madrid' }))
  await configureMails(app, agenda.by.practiceId, { confirmationMails: true })
  patientId = await patientAt(`${tag}@patients.test`)
})

const patientAt = async (email: string): Promise<number> =>
  (await createPatient(app, agenda.by, { email })).id

const mailsSent = async () =>
  (await app.mails()).filter((mail) => mail.to?.[0]?.address?.startsWith(tag) === true)

const addressesTold = async () => (await mailsSent()).map((mail) => mail.to?.[0]?.address)

const rows = () => mailRows(app, agenda.by.practiceId)

const book = async (start: Date) => (await agenda.book({ ...visitAt(start), patientId })).payload

const move = async (id: number, start: Date) =>
  expect((await agenda.move(id, visitAt(start))).status).toBe(200)

describe('where the practice confirms, a change of an appointment', () => {
  it('is told once, as it is by the time the mail server is back', async () => {
    const last = hoursAhead(70)
    const { id } = await book(hoursAhead(50))
    await move(id, hoursAhead(60))
    await move(id, last)
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(1)
    expect(await rows()).toMatchObject([
      { status: 'skipped', reason: 'moved' },
      { status: 'skipped', reason: 'moved' },
      { status: 'sent', start_at: last },
    ])
  })

  it('is told once when it was taken back by then', async () => {
    const first = hoursAhead(50)
    const { id } = await book(first)
    await move(id, hoursAhead(60))
    await move(id, first)
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(1)
    expect(await rows()).toMatchObject([
      { status: 'skipped', reason: 'just_confirmed' },
      { status: 'skipped', reason: 'moved' },
      { status: 'sent', start_at: first },
    ])
  })

  it('is told when it is of the time or the practitioner, and not when it is of the length or a note', async () => {
    const start = hoursAhead(50)
    const { id } = await book(start)
    await app.runJobs()
    const end = new Date(start.getTime() + 90 * 60_000).toISOString()
    for (const body of [{ end }, { note: 'x' }, visitAt(start)]) await agenda.move(id, body)
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(1)
    await move(id, hoursAhead(60))
    await app.runJobs()
    const { doctorId } = await addMember(app, agenda.by.practiceId, 'practitioner', true)
    expect((await agenda.move(id, { doctorId })).status).toBe(200)
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(3)
  })

  it('is told to whom it is given, and to nobody else', async () => {
    const other = `${tag}-other@patients.test`
    const { id } = await book(hoursAhead(50))
    await agenda.move(id, { patientId: await patientAt(other) })
    await app.runJobs()
    expect(await addressesTold()).toEqual([other])
    expect((await rows()).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'moved'],
      ['sent', null],
    ])
  })
})

/** Makes every change so far one that cannot be taken back any more. */
const passTheUndo = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(app.owner.queries)

const starts = async () => (await rows()).map((row) => row.start_at.toISOString())

describe('where the practice confirms, a series', () => {
  const bookSeries = () => agenda.book({ ...agenda.times('2027-09-06'), patientId, every: weekly(3) })

  it('is told in one mail, once it cannot be taken back any more', async () => {
    expect((await bookSeries()).status).toBe(201)
    await app.runJobs()
    expect(await mailsSent()).toEqual([])
    const { rows: delays } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - created_at)::int as seconds from appointment_mails
      where practice_id = ${agenda.by.practiceId}`.execute(app.owner.queries)
    expect(delays.every(({ seconds }) => seconds > undoSeconds)).toBe(true)
    await passTheUndo()
    await app.runJobs()
    const [mail, ...others] = await mailsSent()
    expect(mail?.text?.match(/, \d{2}:\d{2}$/gm)).toHaveLength(3)
    expect(others).toEqual([])
  })

  it('that was taken back is told to nobody', async () => {
    const { metadata } = await bookSeries()
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(200)
    await passTheUndo()
    await app.runJobs()
    expect(await mailsSent()).toEqual([])
    expect((await rows()).map(({ reason }) => reason)).toEqual(Array(3).fill('cancelled'))
  })

  it('that was moved and put back is told as it was booked, and of no date that does not exist', async () => {
    const { payload } = await bookSeries()
    await passTheUndo()
    await app.runJobs()
    const told = await starts()
    const { metadata } = await agenda.change(payload.id, agenda.times('2027-09-07', '15:00', '16:00'))
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(200)
    await passTheUndo()
    await app.runJobs()
    expect(await mailsSent()).toHaveLength(1)
    expect((await starts()).slice(0, 3)).toEqual(told)
    expect((await rows()).slice(3).map(({ reason }) => reason)).toEqual(Array(3).fill('moved'))
  })

  it('is told again when it is moved or given to another practitioner, and not when its texts change', async () => {
    const { payload } = await bookSeries()
    const { doctorId } = await addMember(app, agenda.by.practiceId, 'practitioner', true)
    const changes = [{ note: 'x' }, { doctorId }, agenda.times('2027-09-07', '15:00', '16:00')]
    const counts: number[] = []
    for (const body of changes) {
      await passTheUndo()
      await app.runJobs()
      expect((await agenda.change(payload.id, body)).status).toBe(200)
      counts.push((await rows()).length)
    }
    expect(counts).toEqual([3, 6, 9])
  })
})
