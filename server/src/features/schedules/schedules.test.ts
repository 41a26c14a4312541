import { type Schedule, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const assistant = await addMember(app, owner.practiceId, 'assistant', false)

const list = async (by = owner): Promise<Schedule[]> =>
  (await callEndpoint(app, scheduleEndpoints.list, { token: by.token })).payload

const put = (doctorId: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, scheduleEndpoints.update, { params: { doctorId }, token: by.token, body })

const morning = { weekday: 1, from: '08:00', to: '13:00' }
const evening = { weekday: 1, from: '15:30', to: '24:00' }

describe('working hours', () => {
  it('are the practice’s until somebody has their own, and nobody without an agenda is listed', async () => {
    expect(await list()).toEqual(
      [owner, colleague].map(({ doctorId }) => ({ doctorId, version: 0, capacity: 1, hours: null })),
    )
  })

  it('are kept in the order of the week, with each version', async () => {
    const first = await put(owner.doctorId, {
      hours: [evening, { ...morning, weekday: 3 }, morning],
      capacity: 2,
    })
    expect(first).toMatchObject({
      status: 200,
      payload: { doctorId: owner.doctorId, version: 1, capacity: 2 },
    })
    expect((first.payload as Schedule).hours).toEqual([morning, evening, { ...morning, weekday: 3 }])
    const second = await put(owner.doctorId, { hours: [] })
    expect(second.payload).toEqual({ doctorId: owner.doctorId, version: 2, capacity: 2, hours: [] })
    expect((await list()).find(({ doctorId }) => doctorId === owner.doctorId)).toEqual(second.payload)
    const versions = await app.owner.queries
      .selectFrom('schedule_versions')
      .select(['version', 'author_user_id', 'body'])
      .where('doctor_id', '=', owner.doctorId)
      .orderBy('version')
      .execute()
    expect(versions.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) as unknown }))).toEqual([
      { version: 1, author_user_id: owner.userId, body: first.payload },
      { version: 2, author_user_id: owner.userId, body: second.payload },
    ])
  })

  it('stay as they are when only the capacity changes, and the other way round', async () => {
    const { version } = (await put(colleague.doctorId, { hours: [morning] }, colleague)).payload as Schedule
    const wider = await put(colleague.doctorId, { capacity: 50 }, colleague)
    expect(wider.payload).toMatchObject({ version: version + 1, capacity: 50, hours: [morning] })
    const back = await put(colleague.doctorId, { hours: null }, colleague)
    expect(back.payload).toMatchObject({ capacity: 50, hours: null })
  })

  it('take back what a GET answered', async () => {
    const [first] = await list()
    expect((await put(first?.doctorId ?? 0, { ...first })).status).toBe(200)
  })

  it('of a stale version are refused with what there is', async () => {
    const { version } = (await put(owner.doctorId, { hours: [morning] })).payload as Schedule
    expect(await put(owner.doctorId, { hours: [evening], version: version - 1 })).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { doctorId: owner.doctorId, version, hours: [morning] } },
    })
  })

  it('that two save at the same time are those of one of them, the first time too', async () => {
    const newcomer = await addMember(app, owner.practiceId, 'practitioner', true)
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        [1, 2, 3, 4].map((weekday) =>
          put(
            newcomer.doctorId,
            { hours: [{ ...morning, weekday }], version },
            weekday > 2 ? owner : newcomer,
          ),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    }
  })

  it('of others are an assistant’s to write', async () => {
    expect(await put(owner.doctorId, { capacity: 3 }, colleague)).toMatchObject({
      status: 403,
      errors: [{ message: 'assistant_role_required' }],
    })
    expect((await put(colleague.doctorId, { capacity: 1 }, assistant)).status).toBe(200)
  })

  it('are nobody’s who does not work here', async () => {
    const stranger = await registerOwner(app)
    const former = await addMember(app, owner.practiceId, 'practitioner', true)
    await app.owner.queries
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('doctor_id', '=', former.doctorId)
      .execute()
    for (const doctorId of [stranger.doctorId, former.doctorId, 999_999_999])
      expect(await put(doctorId, { hours: [] })).toMatchObject({
        status: 404,
        errors: [{ message: 'not_found' }],
      })
    expect((await list()).map(({ doctorId }) => doctorId)).not.toContain(former.doctorId)
  })

  it.each([
    [{ hours: [{ ...morning, from: '13:00' }] }, 'hours.0.to', 'field_range'],
    [{ hours: [{ ...morning, to: '24:01' }] }, 'hours.0.to', 'field_text'],
    [{ hours: [{ ...morning, weekday: 8 }] }, 'hours.0.weekday', 'field_max'],
    [{ capacity: 0 }, 'capacity', 'field_min'],
    [{ capacity: 51 }, 'capacity', 'field_max'],
  ])('%j are refused by their field', async (body, field, reason) => {
    expect(await put(owner.doctorId, body)).toMatchObject({
      status: 400,
      errors: [{ field, params: { reason } }],
    })
  })

  it('D5 leave a row with whose they are and which part changed', async () => {
    await put(owner.doctorId, { capacity: 1 })
    const row = await app.owner.queries
      .selectFrom('audit_events')
      .select(['subject_type', 'subject_id', 'detail'])
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'schedule.update')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect([row.subject_type, row.subject_id, JSON.parse(row.detail)]).toEqual([
      'doctor',
      owner.doctorId,
      { fields: ['capacity'] },
    ])
  })
})
