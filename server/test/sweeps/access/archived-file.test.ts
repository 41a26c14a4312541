import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf, samplesOf } from '../scene/endpoint-samples.ts'
import { leafAt, leavesOf, numberNamedBy } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** What names something of an archived file and is taken all the same, each with why (decision 0053). */
const taken: Readonly<Record<string, string>> = {
  'POST /retention/holds/:patientId': 'keeps the file: nothing in it changes',
  'POST /retention/hold/:id/lift': 'keeps the file no longer: nothing in it changes',
  'POST /appointment/preview': 'changes nothing',
  'POST /record/print/:patientId': 'a copy of what stands there',
  'POST /paper/patient/:patientId': 'a copy of what stands there',
  'POST /paper/attendance/:patientId': 'a copy of what stands there',
  'POST /paper/receipt/:receiptId': 'a copy of what stands there',
  'POST /patient/:id/copies': 'a copy of what stands there',
  'POST /copy/:id/make': 'a copy of what stands there',
  'POST /copy/:id/link': 'a copy of what stands there',
  'POST /copy/:id/share': 'a copy of what stands there',
  'POST /copy/:id/handOver': 'a copy of what stands there',
  'POST /copy/:id/withdraw': 'a copy of what stands there',
  'POST /patient/:id/handOvers': 'a copy of what stands there',
  'POST /handOver/:id/link': 'a copy of what stands there',
  'DELETE /draft/:patientId/:key': 'the own text of who typed it, which is in no file yet',
  'DELETE /upload/:id': 'bytes that never became a file',
}

/** Lists that name an archived patient, each with why. */
const ofWhatHappened: Readonly<Record<string, string>> = {
  'GET /calendar/appointments/doctor/:doctorId/:start/:end':
    'the agenda of a day that was, and what was cancelled',
  'GET /copies/due': 'law asks for the answer, wherever the file is',
  'GET /fhir/R4/Appointment': 'the agenda of days that were, and what was cancelled',
}

/** What the scene has of its patients. */
const thingsOf = (scene: PracticeScene): ReadonlySet<string> =>
  new Set(
    [
      scene.patientId,
      scene.historyId,
      scene.caseId,
      scene.followUpId,
      scene.appointmentId,
      scene.occurrenceId,
      scene.packageId,
      scene.receiptId,
      scene.sheetId,
      scene.voidableId,
      scene.waitingId,
      scene.documentId,
      scene.temporaryId,
      scene.fileId,
      scene.uploadId,
      scene.abortableId,
      scene.paperId,
      scene.holdId,
      scene.signing.patientId,
      scene.signing.recordId,
      scene.consentId,
      scene.copyId,
      scene.handableCopyId,
      scene.withdrawableCopyId,
      scene.handOverId,
    ].map(String),
  )

const elsewhere = await stageScene(app, owner)
const scene = await stageScene(app, owner)
const things = thingsOf(scene)

/** An id which another scene has not in the same place. */
const namesThing = (value: unknown, other: unknown): boolean =>
  value !== other && things.has(numberNamedBy(value) ?? '')

/** A call that names something of a file. */
const isOfFile = (endpoint: EndpointShape): boolean => {
  const others = samplesOf(endpoint, elsewhere)
  return samplesOf(endpoint, scene).some((input, index) =>
    leavesOf(input).some(([path, value]) => namesThing(value, leafAt(others[index] ?? {}, path))),
  )
}

const archive = async (id: number): Promise<TestAnswer> =>
  callEndpoint(app, patientArchiveEndpoints.archive, {
    token: await mintToken(app, owner),
    params: { id },
    body: { cancelVisits: true, balanceSeen: true },
  })

const callAll = async (endpoint: EndpointShape): Promise<readonly TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (const input of samplesOf(endpoint, scene))
    answers.push(await callEndpoint(app, endpoint, { ...input, token: await mintToken(app, owner) }))
  return answers
}

/** Everything that belongs to a file, as text. */
const tables = [
  'records',
  'appointments',
  'wait_list',
  'drafts',
  'files',
  'uploads',
  'signatures',
  'consent_withdrawals',
  'session_package_uses',
  'receipts',
  'appointment_courses',
]
const contentOf = async (): Promise<string> => {
  const ids = [scene.patientId, scene.signing.patientId]
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ content: string | null }>`
        select string_agg(t::text, ' ' order by t::text) as content from ${sql.table(table)} t
        where patient_id = any(${ids}::bigint[])`.execute(app.owner.queries)
      return rows[0]?.content ?? ''
    }),
  )
  const { rows } = await sql<{ content: string }>`
    select string_agg(t::text, ' ' order by t::text) as content from (
      select id, version, patient_id::text as of from session_packages where patient_id = any(${ids}::bigint[])
      union all select id, version, file_id from patients where id = any(${ids}::bigint[])) t`.execute(
    app.owner.queries,
  )
  return [...parts, rows[0]?.content].join('\n')
}

const writes = app.endpoints.filter(({ method }) => method !== 'GET').filter(isOfFile)

describe('an archived file', () => {
  it('refuses every route that would change it, and stays as it was', async () => {
    for (const id of [scene.patientId, scene.signing.patientId])
      expect((await archive(id)).status, String(id)).toBe(200)
    const before = await contentOf()
    const refused = writes.filter((endpoint) => !(nameOf(endpoint) in taken))
    expect(refused.length).toBeGreaterThan(30)
    for (const endpoint of refused)
      for (const answer of await callAll(endpoint))
        expect(answer, `${nameOf(endpoint)} ${answer.text}`).toMatchObject({
          status: 409,
          errors: [{ message: 'patient_archived' }],
        })
    expect(await contentOf()).toBe(before)
  })

  it('takes what is listed with its reason, and nothing that is listed is gone', async () => {
    const names = writes.map(nameOf)
    expect(Object.keys(taken).filter((name) => !names.includes(name))).toEqual([])
    for (const endpoint of writes.filter((one) => nameOf(one) in taken))
      for (const answer of await callAll(endpoint))
        expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).toBe(endpoint.status ?? 200)
  })

  it('is read as before by every route that reads it', async () => {
    for (const endpoint of app.endpoints.filter(({ method }) => method === 'GET').filter(isOfFile))
      for (const answer of await callAll(endpoint))
        expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).toBe(200)
  })

  it('is named by no list but those of what happened', async () => {
    const lists = app.endpoints.filter(
      (one) => one.method === 'GET' && typeof one.access === 'object' && !isOfFile(one) && !one.events,
    )
    expect(lists.length).toBeGreaterThan(20)
    const naming: string[] = []
    for (const endpoint of lists)
      for (const answer of await callAll(endpoint))
        if (answer.text.includes(`Mariana ${scene.canary}`)) naming.push(nameOf(endpoint))
    expect(naming.sort()).toEqual(Object.keys(ofWhatHappened).sort())
  })

  it('is no way around: a visit of nobody is not given to an archived patient', async () => {
    const token = await mintToken(app, owner)
    const times = { start: '2031-03-03T10:00:00Z', end: '2031-03-03T11:00:00Z' }
    const booked = await callEndpoint(app, appointmentEndpoints.create, {
      token,
      body: { doctorId: owner.doctorId, title: 'Reunión', ...times },
    })
    expect(booked.status).toBe(201)
    const answer = await callEndpoint(app, appointmentEndpoints.update, {
      token,
      params: { id: (booked.payload as { id: number }).id },
      body: { patientId: scene.patientId },
    })
    expect(answer).toMatchObject({ status: 409, errors: [{ message: 'patient_archived' }] })
  })
})
