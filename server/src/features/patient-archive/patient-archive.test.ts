import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { type ArchiveInput, patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { todayEndpoints } from '@ulna/contract/today/today'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { follow } from '../../../test/event-stream.ts'
import { bookAppointment, caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember } from '../../../test/factories/people.ts'
import { freshAgenda, type TestAgenda, weekly } from '../../../test/factories/series.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testServer } from '../../../test/test-practice.ts'

let agenda: TestAgenda
let patient: Patient

const app = await testServer()
beforeEach(async () => {
  agenda = await freshAgenda(app)
  patient = await createPatient(app, agenda.by)
})

const of = (id = patient.id) => ({ token: agenda.by.token, params: { id } })
const looseEnds = (): Promise<TestAnswer> => callEndpoint(app, patientArchiveEndpoints.looseEnds, of())
const archive = (body: ArchiveInput = {}, id = patient.id): Promise<TestAnswer> =>
  callEndpoint(app, patientArchiveEndpoints.archive, { ...of(id), body })
const bringBack = (): Promise<TestAnswer> => callEndpoint(app, patientArchiveEndpoints.bringBack, of())
const read = async (): Promise<Patient> => (await callEndpoint(app, patientEndpoints.read, of())).payload

const idsOf = async (query: Readonly<Record<string, string>>): Promise<number[]> => {
  const { payload } = await callEndpoint(app, patientEndpoints.list, { token: agenda.by.token, query })
  return (payload as { id: number }[]).map(({ id }) => id)
}

const bookSeries = (): Promise<unknown> =>
  agenda.book({ ...agenda.times('2027-05-03'), patientId: patient.id, every: weekly(3) })

const wait = async (): Promise<number> => {
  const { payload } = await callEndpoint(app, waitListEndpoints.create, {
    token: agenda.by.token,
    body: { patientId: patient.id, minutes: 45 },
  })
  return (payload as { id: number }).id
}

const trail = async (action: string) => {
  const { rows } = await sql<{ detail: string }>`
    select detail from audit_events where practice_id = ${agenda.by.practiceId} and action = ${action}
    order by at, strand, seq`.execute(app.owner.queries)
  return rows.map(({ detail }): unknown => JSON.parse(detail))
}

describe('what still lives in a file', () => {
  it('is told before anything is done: visits to come, wait list, packages with sessions left', async () => {
    await bookSeries()
    await agenda.book({ ...agenda.times('2020-05-04'), patientId: patient.id })
    await wait()
    const left = await sellPackage(app, agenda.by, patient.id, { description: 'Bono' })
    const unlimited = await sellPackage(app, agenda.by, patient.id, { numSessions: 0 })
    const { payload } = await looseEnds()
    expect(payload).toMatchObject({
      visitCount: 3,
      waiting: 1,
      packages: [
        { id: left.id, description: 'Bono', left: 10 },
        { id: unlimited.id, description: null, left: null },
      ],
    })
    expect((payload as { visits: { start: string }[] }).visits[0]).toEqual({
      id: expect.any(Number),
      start: agenda.local('2027-05-03', '10:00').replace('.000Z', 'Z'),
      doctorName: 'Laura Restrepo',
      repeats: true,
    })
  })

  it('is nothing of a patient without any of it', async () => {
    expect((await looseEnds()).payload).toEqual({ visits: [], visitCount: 0, waiting: 0, packages: [] })
  })

  it('is asked and decided by admins alone, and is of no other practice', async () => {
    const { token } = await addMember(app, agenda.by.practiceId, 'assistant', true)
    const other = (await freshAgenda(app)).by.token
    for (const endpoint of Object.values(patientArchiveEndpoints)) {
      expect((await callEndpoint(app, endpoint, { ...of(), body: {}, token })).errors).toMatchObject([
        { message: 'admin_role_required' },
      ])
      expect((await callEndpoint(app, endpoint, { ...of(), body: {}, token: other })).status).toBe(404)
    }
  })
})

describe('archiving', () => {
  it('is refused while visits stand, and cancels them where that is said', async () => {
    await bookSeries()
    expect(await archive()).toMatchObject({ status: 409, errors: [{ message: 'patient_has_visits' }] })
    expect((await read()).archivedAt).toBe(null)
    expect((await archive({ cancelVisits: true, reason: 'Vive en otra ciudad' })).payload).toMatchObject({
      archivedAt: expect.any(String),
      archiveReason: 'Vive en otra ciudad',
      version: patient.version + 1,
    })
    const after = await agenda.events()
    expect(after.map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
      Array(3).fill(['cancelled', 'Vive en otra ciudad']),
    )
    expect(await trail('patient.archive')).toMatchObject([
      { cancelled: after.map(({ id }) => id), reason: 'Vive en otra ciudad' },
    ])
  })

  it('is refused until a balance was seen, and gives up none of it', async () => {
    const { id } = await sellPackage(app, agenda.by, patient.id)
    expect(await archive()).toMatchObject({ status: 409, errors: [{ message: 'patient_has_balance' }] })
    expect((await archive({ balanceSeen: true })).status).toBe(200)
    await bringBack()
    const { payload } = await callEndpoint(app, sessionPackageEndpoints.read, {
      token: agenda.by.token,
      params: { id },
    })
    expect(payload).toMatchObject({ status: 'active', numSessions: 10, usedSessions: 0 })
  })

  it('refuses all of it when one thing is refused: no visit is cancelled for a balance nobody saw', async () => {
    await bookSeries()
    await sellPackage(app, agenda.by, patient.id)
    await wait()
    expect((await archive({ cancelVisits: true })).errors).toMatchObject([{ message: 'patient_has_balance' }])
    expect((await agenda.events()).map(({ status }) => status)).toEqual(Array(3).fill('booked'))
    expect((await looseEnds()).payload).toMatchObject({ waiting: 1 })
  })

  it('takes the patient off the wait list', async () => {
    await wait()
    await archive()
    const { metadata } = await callEndpoint(app, waitListEndpoints.list, { token: agenda.by.token })
    expect(metadata).toMatchObject({ total: 0 })
  })

  it('is refused over another version, and said twice changes nothing', async () => {
    await archive({ version: patient.version, reason: 'Alta' })
    expect((await archive({ version: patient.version })).errors).toMatchObject([
      { message: 'version_conflict' },
    ])
    const once = await read()
    expect((await archive({ reason: 'Otra cosa' })).payload).toEqual(once)
  })

  it('keeps the patient as a version, before and after', async () => {
    await archive({ reason: 'Alta' })
    await bringBack()
    const { rows } = await sql<{ reason: string | null }>`
      select body::json->>'archiveReason' as reason from patient_versions where patient_id = ${patient.id}
      order by version`.execute(app.owner.queries)
    expect(rows.map(({ reason }) => reason)).toEqual([null, 'Alta', null])
  })

  it('is told to open pages', async () => {
    const follower = await follow(await listen(app.server), { authorization: `Bearer ${agenda.by.token}` })
    await follower.heard('ready')
    await archive()
    await follower.heard('change', 2)
    expect(follower.changes).toEqual([
      { topic: 'records', ids: [patient.id], many: false },
      { topic: 'patients', ids: [patient.id], many: false },
    ])
    follower.leave()
  })

  it('never leaves a visit ahead in an archived file, however a booking meets it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await createPatient(app, agenda.by)
      const past = await bookAppointment(app, agenda.by, {
        ...agenda.times(`2020-06-${String(10 + round)}`),
        patientId: id,
      })
      const day = `2027-06-${String(10 + round)}`
      const [put, booked, moved] = await Promise.all([
        archive({}, id),
        agenda.book({ ...agenda.times(day), patientId: id }),
        agenda.move(past.id, agenda.times(day, '12:00', '13:00')),
      ])
      const isArchived = put.status === 200
      if (!isArchived) expect(put.errors).toMatchObject([{ message: 'patient_has_visits' }])
      for (const { status, errors } of [booked, moved])
        if (isArchived) expect(errors, String(status)).toMatchObject([{ message: 'patient_archived' }])
      const ahead = (await agenda.events()).filter((event) => event.patientId === id)
      expect(isArchived && ahead.length > 0).toBe(false)
    }
  })
})

describe('an archived patient', () => {
  it('is in no list and no search, and found among the archived', async () => {
    const other = await createPatient(app, agenda.by, { firstName: 'Otra' })
    await archive()
    expect(await idsOf({})).toEqual([other.id])
    for (const q of ['mariana', 'mariana gómez', 'mariana gómez lara ', 'ma'])
      expect(await idsOf({ q }), q).toEqual([])
    expect(await idsOf({ only: 'archived' })).toEqual([patient.id])
    for (const q of ['mariana', 'gómez lara', 'ma'])
      expect(await idsOf({ q, only: 'archived' }), q).toEqual([patient.id])
    expect(await idsOf({ q: 'otra', only: 'archived' })).toEqual([])
    const { payload } = await callEndpoint(app, patientEndpoints.findByName, {
      token: agenda.by.token,
      params: { name: 'mariana' },
    })
    expect(payload).toEqual([])
  })

  it('is found by phone among the archived alone', async () => {
    const { id } = await createPatient(app, agenda.by, { mobile: '699 123 456' })
    await archive({}, id)
    expect(await idsOf({ q: '699123' })).toEqual([])
    expect(await idsOf({ q: '699123', only: 'archived' })).toEqual([id])
  })

  it('is none of the latest, whose place the next one has', async () => {
    const others = [await createPatient(app, agenda.by), await createPatient(app, agenda.by)]
    for (const one of [...others, patient]) await writeRecord(app, agenda.by, caseInput(one.id))
    await archive()
    const { payload } = await callEndpoint(app, patientEndpoints.findLatestByUser, { token: agenda.by.token })
    expect((payload as { id: number }[]).map(({ id }) => id).sort()).toEqual(
      others.map(({ id }) => id).sort(),
    )
  })

  it('is told to who registers the same person anew, as archived', async () => {
    const { id } = await createPatient(app, agenda.by, { socialId: 'CC 52.104.338' })
    await archive({}, id)
    const { payload } = await callEndpoint(app, patientEndpoints.findDuplicates, {
      token: agenda.by.token,
      query: { socialId: 'CC 52.104.338' },
    })
    expect(payload).toMatchObject([{ id, archived: true }])
  })

  it('stands in no corner of Today and on no board of packages', async () => {
    await writeRecord(app, agenda.by, caseInput(patient.id))
    await sellPackage(app, agenda.by, patient.id, { numSessions: 1 })
    await archive({ balanceSeen: true })
    const today = await callEndpoint(app, todayEndpoints.read, { token: agenda.by.token, query: {} })
    expect(today.status).toBe(200)
    expect(today.text).not.toContain('Mariana')
    const board = await callEndpoint(app, sessionPackageEndpoints.board, { token: agenda.by.token })
    expect(board).toMatchObject({ status: 200, payload: { ending: [], withoutNextVisit: [] } })
    const { metadata } = await callEndpoint(app, sessionPackageEndpoints.list, { token: agenda.by.token })
    expect(metadata).toMatchObject({ total: 0 })
  })

  it('leaves a package to whom else it serves, whose list goes on', async () => {
    const child = await createPatient(app, agenda.by, { firstName: 'Inés' })
    const shared = await sellPackage(app, agenda.by, child.id, { patientIds: [patient.id] })
    await archive()
    const change = await callEndpoint(app, sessionPackageEndpoints.update, {
      token: agenda.by.token,
      params: { id: shared.id },
      body: { description: 'Familia', patientIds: [child.id, patient.id] },
    })
    expect(change.status, change.text).toBe(200)
  })

  it('is not brought back into the agenda by taking a deletion back', async () => {
    const first = await agenda.book({
      ...agenda.times('2027-05-03'),
      patientId: patient.id,
      every: weekly(3),
    })
    const removed = await agenda.remove(first.payload.id)
    await archive()
    expect(await agenda.takeBack(removed.metadata.undo?.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'patient_archived' }],
    })
    expect(await agenda.events()).toEqual([])
  })

  it('is not deleted, and may be once it is back', async () => {
    await archive()
    const remove = () => callEndpoint(app, patientEndpoints.remove, of())
    expect((await remove()).errors).toMatchObject([{ message: 'patient_archived' }])
    await bringBack()
    expect((await remove()).status).toBe(200)
  })

  it('has the drafts it had when it is brought back', async () => {
    const place = { patientId: patient.id, key: 'new:case_default' }
    const save = () =>
      callEndpoint(app, draftEndpoints.save, {
        token: agenda.by.token,
        params: place,
        body: { data: { name: 'Hombro' }, over: true },
      })
    expect((await save()).status).toBe(200)
    await archive()
    expect((await save()).errors).toMatchObject([{ message: 'patient_archived' }])
    await bringBack()
    const { payload } = await callEndpoint(app, draftEndpoints.list, {
      token: agenda.by.token,
      params: { patientId: patient.id },
    })
    expect(payload).toMatchObject([{ data: { name: 'Hombro' } }])
  })

  it('is brought back in one step, and that is in the trail', async () => {
    await archive({ reason: 'Alta' })
    expect((await bringBack()).payload).toMatchObject({ archivedAt: null, archiveReason: null })
    expect(await idsOf({})).toEqual([patient.id])
    expect(await idsOf({ only: 'archived' })).toEqual([])
    await writeRecord(app, agenda.by, caseInput(patient.id))
    const before = await read()
    expect((await bringBack()).payload).toEqual(before)
    expect(await trail('patient.bring_back')).toEqual([{}, { already: true }])
  })
})
