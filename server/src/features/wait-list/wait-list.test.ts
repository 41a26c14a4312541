import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type WaitingPatient, waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { follow } from '../../../test/event-stream.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

type Wishes = Readonly<Record<string, unknown>>

const ask = (body: Wishes, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, waitListEndpoints.create, { token: by.token, body: { minutes: 45, ...body } })

const add = async (body: Wishes = {}): Promise<WaitingPatient> => {
  const patientId = (body.patientId as number | undefined) ?? (await createPatient(app, owner)).id
  const { status, payload, text } = await ask({ ...body, patientId })
  expect(status, text).toBe(201)
  return payload
}

const change = (id: number, body: Wishes, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, waitListEndpoints.update, { token: by.token, params: { id }, body })

const withdraw = (id: number): Promise<TestAnswer> =>
  callEndpoint(app, waitListEndpoints.withdraw, { token: owner.token, params: { id } })

const list = async (query: Record<string, string> = {}) => {
  const { payload, metadata } = await callEndpoint(app, waitListEndpoints.list, { token: owner.token, query })
  return { rows: payload as WaitingPatient[], metadata: metadata as { total: number } }
}

const idsOf = (rows: readonly WaitingPatient[]): number[] => rows.map(({ id }) => id)

describe('the wait list', () => {
  it('holds what was wished, and names patient and practitioner as they are called today', async () => {
    const patient = await createPatient(app, owner, { phone: '915 550 100', mobile: '600 100 200' })
    const wishes = {
      doctorId: owner.doctorId,
      minutes: 30,
      weekdays: [5, 1, 1],
      from: '16:30',
      to: '24:00',
      earliest: '2027-03-01',
      latest: '2027-03-31',
      note: 'Avisar por la mañana',
    }
    const added = await add({ patientId: patient.id, ...wishes })
    expect(added).toMatchObject({
      ...wishes,
      weekdays: [1, 5],
      version: 1,
      status: 'waiting',
      patientId: patient.id,
      patientName: 'Mariana Gómez Lara',
      patientPhone: '600 100 200',
      doctorName: 'Laura Restrepo',
    })
    await callEndpoint(app, patientEndpoints.update, {
      token: owner.token,
      params: { id: patient.id },
      body: { lastName: 'Lara "Nana"', mobile: '' },
    })
    const { rows } = await list()
    expect(rows).toEqual([{ ...added, patientName: 'Mariana Lara "Nana"', patientPhone: '915 550 100' }])
  })

  it('wishes nothing in particular when nothing was said', async () => {
    expect(await add()).toMatchObject({
      doctorId: null,
      doctorName: null,
      minutes: 45,
      weekdays: [],
      from: null,
      to: null,
      earliest: null,
      latest: null,
      note: null,
    })
  })

  it('shows who waits, the longest first, a page at a time', async () => {
    const added = [await add(), await add(), await add()]
    expect(idsOf((await list()).rows)).toEqual(idsOf(added))
    const second = await list({ limit: '1', offset: '1' })
    expect([idsOf(second.rows), second.metadata.total]).toEqual([[added[1]?.id], 3])
    expect(await list({ limit: '1', offset: '9' })).toEqual({
      rows: [],
      metadata: { total: 3, limit: 1, offset: 9 },
    })
  })

  it('lets go of who was booked or withdrawn, and takes back who was booked by mistake', async () => {
    const booked = await add()
    const withdrawn = await add()
    const stays = await add()
    expect((await change(booked.id, { status: 'booked', version: 1 })).payload).toMatchObject({
      status: 'booked',
      version: 2,
    })
    expect(await withdraw(withdrawn.id)).toMatchObject({ status: 200, payload: { id: withdrawn.id } })
    expect(idsOf((await list()).rows)).toEqual([stays.id])
    await change(booked.id, { status: 'waiting' })
    expect(idsOf((await list()).rows)).toEqual([booked.id, stays.id])
    expect((await withdraw(withdrawn.id)).status).toBe(404)
  })

  it('loses a patient who is deleted', async () => {
    const { patientId } = await add()
    const removed = await callEndpoint(app, patientEndpoints.remove, {
      token: owner.token,
      params: { id: patientId },
    })
    expect([removed.status, (await list()).rows]).toEqual([200, []])
  })

  it('is written by every member, and a change on an old version is refused with the current one', async () => {
    const { id } = await add({ note: 'uno' })
    const colleague = await addMember(app, owner.practiceId, 'practitioner', false)
    expect((await change(id, { note: 'dos', version: 1 }, colleague)).status).toBe(200)
    const late = await change(id, { note: 'tres', version: 1 })
    expect(late).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { id, version: 2, note: 'dos' } },
    })
    expect(await change(id, { minutes: 60 })).toMatchObject({
      payload: { version: 3, note: 'dos', minutes: 60 },
    })
  })

  it('books nobody twice, nor who was withdrawn: who comes second is told what became of them', async () => {
    const { id } = await add()
    const both = await Promise.all([change(id, { status: 'booked' }), change(id, { status: 'booked' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { id, version: 2, status: 'booked' } },
    })
    const withdrawn = await add()
    await withdraw(withdrawn.id)
    const late = await change(withdrawn.id, { status: 'booked', version: 2 })
    expect(late).toMatchObject({ status: 409, metadata: { current: { status: 'withdrawn' } } })
  })

  it('keeps every version with its author', async () => {
    const { id } = await add({ note: 'uno' })
    await change(id, { note: 'dos' })
    await withdraw(id)
    const { rows } = await sql<{ version: number; author: number; body: string }>`
      select version, author_user_id as author, body from wait_list_versions where wait_list_id = ${id} order by 1`.execute(
      app.owner.queries,
    )
    expect(
      rows.map(({ version, author, body }) => [version, author, (JSON.parse(body) as WaitingPatient).status]),
    ).toEqual([
      [1, owner.userId, 'waiting'],
      [2, owner.userId, 'waiting'],
      [3, owner.userId, 'withdrawn'],
    ])
  })

  it('tells who follows the practice of every change, by id', async () => {
    const follower = await follow(await listen(app.server), { authorization: `Bearer ${owner.token}` })
    await follower.heard('ready')
    const { id } = await add({ note: 'secreto' })
    await change(id, { minutes: 20 })
    await withdraw(id)
    await follower.heard('change', 3)
    const told = { topic: 'wait-list', ids: [id], many: false }
    expect(follower.changes).toEqual([told, told, told])
    follower.leave()
  })
})

describe('a wish that no time could fulfil', () => {
  const refused: readonly (readonly [what: string, wishes: Wishes, field: string, reason: string])[] = [
    ['ends before it begins', { from: '18:00', to: '16:00' }, 'to', 'field_range'],
    ['has no time between', { from: '18:00', to: '18:00' }, 'to', 'field_range'],
    ['is longer than its hours', { from: '16:00', to: '16:30' }, 'minutes', 'field_max'],
    ['is longer than the rest of the day', { from: '23:30' }, 'minutes', 'field_max'],
    [
      'has its last day before its first',
      { earliest: '2027-05-02', latest: '2027-05-01' },
      'latest',
      'field_range',
    ],
    ['has a weekday that is none', { weekdays: [0] }, 'weekdays.0', 'field_min'],
    ['has a length that is none', { minutes: 0 }, 'minutes', 'field_min'],
    ['has a time that is none', { from: '25:00' }, 'from', 'field_text'],
  ]

  it.each(refused)('because it %s is refused with the field', async (_, wishes, field, reason) => {
    const patientId = (await createPatient(app, owner)).id
    const answer = await ask({ patientId, ...wishes })
    expect(answer.status).toBe(400)
    expect(answer.errors.map((error) => [error.field, error.params?.reason])).toEqual([[field, reason]])
  })

  it('is refused of a change too, together with what was wished before', async () => {
    const { id } = await add({ from: '16:00', to: '18:00', latest: '2027-05-01' })
    expect((await change(id, { from: '18:00' })).errors[0]).toMatchObject({ field: 'to' })
    expect((await change(id, { minutes: 150 })).errors[0]).toMatchObject({ field: 'minutes' })
    expect((await change(id, { earliest: '2027-05-02' })).errors[0]).toMatchObject({ field: 'latest' })
    expect((await change(id, { from: '18:00', to: '20:00' })).status).toBe(200)
  })

  it('names nobody of another practice', async () => {
    const stranger = await registerOwner(app)
    const foreign = await createPatient(app, stranger)
    const own = await createPatient(app, owner)
    expect((await ask({ patientId: foreign.id })).status).toBe(404)
    expect((await ask({ patientId: own.id, doctorId: stranger.doctorId })).status).toBe(404)
    const { id } = await add()
    expect((await change(id, { note: 'x' }, stranger)).status).toBe(404)
  })
})

describe('a time that fell free', () => {
  const fitting = async (start: string, end: string, query: Record<string, string> = {}) => {
    const answer = await callEndpoint(app, waitListEndpoints.fitting, {
      token: owner.token,
      params: { start, end },
      query,
    })
    expect(answer.status, answer.text).toBe(200)
    return idsOf(answer.payload)
  }

  /** Tuesday, 16:00 to 17:00 in Madrid, which is an hour ahead of UTC in winter. */
  const tuesday = ['2027-02-16T15:00:00Z', '2027-02-16T16:00:00Z'] as const

  const wishes: readonly (readonly [what: string, wishes: Wishes, fits: boolean])[] = [
    ['nothing in particular', {}, true],
    ['as long as it is', { minutes: 60 }, true],
    ['longer than it is', { minutes: 61 }, false],
    ['that day of the week', { weekdays: [2] }, true],
    ['other days of the week', { weekdays: [1, 3, 4, 5, 6, 7] }, false],
    ['from that time on', { from: '16:00' }, true],
    ['with enough of it in the hours', { from: '16:15' }, true],
    ['with too little of it in the hours', { from: '16:16' }, false],
    ['until a time that leaves enough', { to: '16:45' }, true],
    ['until a time that leaves too little', { to: '16:44' }, false],
    ['mornings', { from: '08:00', to: '14:00' }, false],
    ['evenings until midnight', { from: '16:00', to: '24:00' }, true],
    ['from that day on', { earliest: '2027-02-16' }, true],
    ['later', { earliest: '2027-02-17' }, false],
    ['until that day', { latest: '2027-02-16' }, true],
    ['earlier', { latest: '2027-02-15' }, false],
  ]

  it.each(wishes)('is for who wishes %s: %s: %s', async (_, wish, fits) => {
    const { id } = await add(wish)
    expect(await fitting(...tuesday)).toEqual(fits ? [id] : [])
  })

  it('is for who wants that practitioner or any, the longest waiting first', async () => {
    const { doctorId } = await addMember(app, owner.practiceId, 'practitioner', true)
    const any = await add()
    const theirs = await add({ doctorId })
    const mine = await add({ doctorId: owner.doctorId })
    expect(await fitting(...tuesday, { doctorId: String(owner.doctorId) })).toEqual([any.id, mine.id])
    expect(await fitting(...tuesday, { doctorId: String(doctorId) })).toEqual([any.id, theirs.id])
    expect(await fitting(...tuesday)).toEqual([any.id, theirs.id, mine.id])
  })

  it('is for nobody who was booked or withdrawn', async () => {
    const booked = await add()
    const withdrawn = await add()
    await change(booked.id, { status: 'booked' })
    await withdraw(withdrawn.id)
    expect(await fitting(...tuesday)).toEqual([])
  })

  it('is told on the clock of the practice, in summer and in winter', async () => {
    const { id } = await add({ from: '16:00', to: '17:00', minutes: 60, weekdays: [2] })
    expect(await fitting('2027-07-13T14:00:00Z', '2027-07-13T15:00:00Z')).toEqual([id])
    expect(await fitting('2027-07-13T15:00:00Z', '2027-07-13T16:00:00Z')).toEqual([])
  })

  it('promises no more minutes than it has and than the clock shows on the nights the clock is changed', async () => {
    // 02:30 summer time to 02:45 winter time: 75 minutes, and 15 on the clock.
    const { id } = await add({ minutes: 15, from: '02:00', to: '03:00', weekdays: [7] })
    const long = await add({ minutes: 60, weekdays: [7] })
    expect(await fitting('2027-10-31T00:30:00Z', '2027-10-31T01:45:00Z')).toEqual([id])
    expect(await fitting('2027-10-31T01:00:00Z', '2027-10-31T02:00:00Z')).toEqual([id, long.id])
    // The night it is put forward, 01:30 to 03:30 on the clock is one hour.
    const spring = await add({ minutes: 90, weekdays: [7] })
    expect(await fitting('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z')).not.toContain(spring.id)
  })

  it('counts as of the day it begins when it goes over midnight', async () => {
    const tuesdays = await add({ weekdays: [2], minutes: 60 })
    const wednesdays = await add({ weekdays: [3], minutes: 30 })
    const night = await fitting('2027-02-16T22:00:00Z', '2027-02-17T00:00:00Z')
    expect(night).toEqual([tuesdays.id])
    expect(night).not.toContain(wednesdays.id)
  })

  it('must have an end after its start and be no longer than a day', async () => {
    const wrong = async (start: string, end: string) => {
      const params = { start, end }
      const { status, errors } = await callEndpoint(app, waitListEndpoints.fitting, {
        token: owner.token,
        params,
      })
      return [status, errors[0]?.field, errors[0]?.params?.reason]
    }
    const [start, end] = tuesday
    expect(await wrong(end, start)).toEqual([400, 'end', 'field_range'])
    expect(await wrong(start, start)).toEqual([400, 'end', 'field_range'])
    expect(await wrong(start, '2027-02-18T15:00:00Z')).toEqual([400, 'end', 'field_max'])
    expect(await wrong('2027-02-16', end)).toEqual([400, 'start', 'field_date'])
  })
})
