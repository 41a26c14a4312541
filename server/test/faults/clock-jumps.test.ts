import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { recordEndpoints } from '@ulna/contract/records/records'
import { todayEndpoints } from '@ulna/contract/today/today'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { testSecret } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  historyInput,
  writeRecord,
} from '../factories/clinical.ts'
import { configureMails, hourMs, hoursAhead, mailRows, remind, visitAt } from '../factories/mails.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { agendaOf, weekly } from '../factories/series.ts'
import { beyondToken, inCallOrder, nameOf, samplesOf } from '../sweeps/scene/endpoint-samples.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { stageScene } from '../sweeps/scene/practice-scene.ts'
import { testServer } from '../test-practice.ts'
import { reportFigures } from './figures.ts'
import { dealt, sizes } from './sizes.ts'

const app = await testServer({ alone: true })
// The account that was made first runs the installation.
const operator = await registerOwner(app)
const callerOf = ({ access }: EndpointShape, owner: TestPerson): TestPerson =>
  access === 'operator' ? operator : owner
afterEach(() => {
  vi.useRealTimers()
})

const dayMs = 24 * hourMs
const jumps = [
  ['five minutes back', -5 * 60_000],
  ['an hour ahead', hourMs],
  ['a day back', -dayMs],
  ['ten years ahead', 3652 * dayMs],
] as const

/** The clock of the server's process goes wrong and goes on from there; the database keeps the right time. */
const jump = (ms: number): void => {
  const at = Date.now() + ms
  vi.useFakeTimers({ toFake: ['Date'], now: at })
}

/** Every appointment of a practice with its times, by the database. */
const timesOf = async (practiceId: number): Promise<string[]> => {
  const { rows } = await sql<{ time: string }>`
    select concat(id, ' ', start_at, ' ', end_at, ' ', version) as time from appointments
    where practice_id = ${practiceId} order by id`.execute(app.owner.queries)
  return rows.map(({ time }) => time)
}

describe.each(jumps)('A10 a process whose clock is %s', (name, ms) => {
  it('answers every endpoint as before, moves no appointment and writes an unbroken trail', async () => {
    const owner = await registerOwner(app)
    const scene = await stageScene(app, owner)
    const other = agendaOf(app, await registerOwner(app))
    await other.book({ ...other.times('2027-01-04'), every: weekly(6) })
    const before = await timesOf(other.by.practiceId)
    jump(ms)
    const failed: unknown[] = []
    let calls = 0
    const asked = inCallOrder(app.endpoints).filter((endpoint) => !(nameOf(endpoint) in beyondToken))
    // Each endpoint is asked after one of the jumps at least.
    const turn = jumps.findIndex(([jumped]) => jumped === name)
    for (const endpoint of dealt(asked, sizes.share.visits, turn)) {
      for (const input of samplesOf(endpoint, scene)) {
        const token = await mintToken(app, callerOf(endpoint, owner))
        const { status, text } = await callEndpoint(app, endpoint, { ...input, token })
        calls += 1
        if (status !== (endpoint.status ?? 200)) failed.push([nameOf(endpoint), status, text])
      }
    }
    vi.useRealTimers()
    expect(failed).toEqual([])
    expect(await timesOf(other.by.practiceId)).toEqual(before)
    const reports = await verifyChains(app.owner.queries, deriveKey(testSecret, 'audit chain'))
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    reportFigures('A10', { jumpMs: ms, calls, failed: 0, chainFaults: 0 })
  })

  it('takes sessions for what they are by the database: none lives longer, none ends sooner', async () => {
    const owner = await registerOwner(app)
    const [ended, living] = [await registerOwner(app), await registerOwner(app)]
    const endingAt = (time: string, userId: number) =>
      sql`update sessions set expires_at = now() + ${time}::interval where user_id = ${userId}`.execute(
        app.owner.queries,
      )
    await endingAt('-1 second', ended.userId)
    await endingAt('1 minute', living.userId)
    jump(ms)
    const today = (token: string) => callEndpoint(app, todayEndpoints.read, { token })
    const answers = [await today(owner.token), await today(living.token), await today(ended.token)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
  })

  it('lets an author change a record for as long as the database says, and no longer', async () => {
    const owner = await registerOwner(app)
    const patient = await createPatient(app, owner)
    const [young, old] = [
      await writeRecord(app, owner, historyInput(patient.id)),
      await writeRecord(app, owner, caseInput(patient.id)),
    ]
    await sql`update records set created_at = created_at - interval '25 hours' where id = ${old.id}`.execute(
      app.owner.queries,
    )
    jump(ms)
    const change = (id: number, data: object) =>
      callEndpoint(app, recordEndpoints.update, { params: { id }, token: owner.token, body: { data } })
    const answers = [
      await change(young.id, historyInput(patient.id, { profession: 'Médica' }).data),
      await change(old.id, caseInput(patient.id, { sessions: 12 }).data),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 403])
  })

  it('keeps to what is past by the database when a series changes', async () => {
    const { book, change, events } = agendaOf(app, await registerOwner(app))
    const start = new Date(Date.now() - 10 * dayMs)
    const range = [-20, 40].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10))
    const booked = await book({ ...visitAt(start), allowOverlap: false, every: weekly(4) })
    const stood = await events(...range)
    jump(ms)
    const moved = visitAt(new Date(start.getTime() + hourMs))
    const { status } = await change(booked.payload.id, { start: moved.start, end: moved.end })
    expect(status).toBe(200)
    vi.useRealTimers()
    const hours = (await events(...range)).map(
      (event, index) => (Date.parse(event.start) - Date.parse(stood[index]?.start ?? '')) / hourMs,
    )
    expect(hours).toEqual([0, 0, 1, 1])
  })

  it('reminds when it is time by the database, neither sooner nor never', async () => {
    const owner = await registerOwner(app)
    const patient = await createPatient(app, owner, { firstName: 'Inés', lastName: 'Gil', email: 'i@x.test' })
    const due = await bookAppointment(app, owner, { ...visitAt(hoursAhead(23)), patientId: patient.id })
    await bookAppointment(app, owner, { ...visitAt(hoursAhead(24.5)), patientId: patient.id })
    await configureMails(app, owner.practiceId, { reminderHours: 24 })
    jump(ms)
    await remind(app)
    expect(await mailRows(app, owner.practiceId)).toMatchObject([{ appointment_id: due.id, status: 'sent' }])
  })
})
