import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { addMember } from '../../../../test/factories/people.ts'
import { agendaOf, freshAgenda, type TestAgenda, weekly } from '../../../../test/factories/series.ts'
import { fingerprintOfPractice } from '../../../../test/sweeps/scene/row-fingerprint.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const isRefused = (status: number, errors: readonly { message: string }[]) => [status, errors[0]?.message]
const refused = [403, 'assistant_role_required']

/** A practitioner with a series of their own in which a colleague stands in for the third date. */
const withStandIn = async () => {
  const boss = await freshAgenda(app)
  const own = agendaOf(app, await addMember(app, boss.by.practiceId, 'practitioner', true))
  await own.book({ ...own.times('2027-09-06'), every: weekly(4) })
  const [first, second, third, fourth] = (await own.events()) as Appointment[]
  await boss.move(third?.id ?? 0, { doctorId: boss.by.doctorId })
  return { boss, own, first, second, third, fourth }
}

const prints = ({ by }: TestAgenda) => fingerprintOfPractice(app, by.practiceId)

describe('a series in which a colleague stands in for one date', () => {
  it('is not its practitioner’s to change, end or delete where that date is covered; nothing is changed', async () => {
    const { own, first, second, third } = await withStandIn()
    const before = await prints(own)
    const answers = [
      await own.change(first?.id ?? 0, own.times('2027-09-06', '12:00', '13:00')),
      await own.change(first?.id ?? 0, { title: 'Grupo' }),
      await own.change(second?.id ?? 0, { every: weekly(1) }, 'following'),
      await own.change(second?.id ?? 0, { every: null }),
      await own.change(third?.id ?? 0, { status: 'cancelled' }, 'following'),
      await own.remove(first?.id ?? 0),
      await own.remove(third?.id ?? 0, 'following'),
      await own.removeOne(third?.id ?? 0),
      await own.move(third?.id ?? 0, { note: 'Mía' }),
    ]
    expect(answers.map(({ status, errors }) => isRefused(status, errors))).toEqual(Array(9).fill(refused))
    expect(await prints(own)).toEqual(before)
  })

  it('is theirs where the date is not covered', async () => {
    const { own, fourth } = await withStandIn()
    const changed = await own.change(fourth?.id ?? 0, own.times('2027-09-28', '12:00', '13:00'), 'following')
    expect([changed.status, changed.metadata.total]).toEqual([200, 1])
    expect((await own.remove(fourth?.id ?? 0, 'following')).status).toBe(200)
  })

  it('keeps its stand-in when the boss changes it, and follows its practitioner to another', async () => {
    const { boss, own, first } = await withStandIn()
    const third = await addMember(app, boss.by.practiceId, 'practitioner', true)
    await boss.change(first?.id ?? 0, {
      doctorId: third.doctorId,
      ...boss.times('2027-09-06', '12:00', '13:00'),
    })
    expect((await own.events()).map(({ doctorId }) => doctorId)).toEqual([
      third.doctorId,
      third.doctorId,
      boss.by.doctorId,
      third.doctorId,
    ])
    expect(await own.shown()).toEqual([
      '2027-09-06 12:00',
      '2027-09-13 12:00',
      '2027-09-20 12:00',
      '2027-09-27 12:00',
    ])
  })
})

describe('another’s agenda', () => {
  it('takes an assistant: no series in it, none moved to it, no date of one, nothing taken back from it', async () => {
    const boss = await freshAgenda(app)
    const own = agendaOf(app, await addMember(app, boss.by.practiceId, 'practitioner', true))
    const assistant = agendaOf(app, await addMember(app, boss.by.practiceId, 'assistant', false))
    const { payload } = await own.book({ ...own.times('2027-09-06'), every: weekly(3) })
    const before = await prints(own)
    const wish = { ...own.times('2027-10-04'), every: weekly(3) }
    const elsewhere = [{ on: '2027-10-11', action: 'move', doctorId: boss.by.doctorId }]
    const answers = [
      await own.book({ ...wish, doctorId: boss.by.doctorId }),
      await own.book({ ...wish, dates: elsewhere }),
      await own.change(payload.id, { doctorId: boss.by.doctorId }),
      await own.change(payload.id, {
        ...own.times('2027-09-06', '12:00', '13:00'),
        dates: [{ on: '2027-09-13', action: 'move', doctorId: boss.by.doctorId }],
      }),
    ]
    expect(answers.map(({ status, errors }) => isRefused(status, errors))).toEqual(Array(4).fill(refused))
    expect(await prints(own)).toEqual(before)
    expect((await assistant.change(payload.id, { doctorId: boss.by.doctorId })).status).toBe(200)
    expect((await assistant.remove(payload.id)).status).toBe(200)
  })

  it('what somebody changed as an assistant they cannot take back as a practitioner', async () => {
    const boss = await freshAgenda(app)
    const { payload } = await boss.book({ ...boss.times('2027-09-06'), every: weekly(3) })
    const person = await addMember(app, boss.by.practiceId, 'assistant', true)
    const assistant = agendaOf(app, person)
    const changed = await assistant.change(payload.id, boss.times('2027-09-06', '12:00', '13:00'))
    await app.owner.queries
      .updateTable('memberships')
      .set({ role: 'practitioner' })
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', boss.by.practiceId)
      .execute()
    const { status, errors } = await assistant.takeBack(changed.metadata.undo?.id)
    expect(isRefused(status, errors)).toEqual(refused)
  })
})

describe('the agenda of somebody without clinical access', () => {
  it('is offered to nobody; what stands in it can be ended or handed to a colleague', async () => {
    const boss = await freshAgenda(app)
    const own = agendaOf(app, await addMember(app, boss.by.practiceId, 'practitioner', true))
    const booked = await boss.book({
      doctorId: own.by.doctorId,
      ...own.times('2027-09-06'),
      every: weekly(2),
    })
    await app.owner.queries
      .updateTable('memberships')
      .set({ clinical: false })
      .where('doctor_id', '=', own.by.doctorId)
      .execute()
    const times = boss.times('2027-10-04')
    await boss.book(times)
    const { payload } = await boss.preview({ doctorId: boss.by.doctorId, ...times })
    expect(payload.dates.map(({ freeDoctors: freePractitioners }) => freePractitioners)).toEqual([[]])
    const [first, second] = await boss.events()
    expect((await boss.move(first?.id ?? 0, { status: 'cancelled' })).status).toBe(200)
    expect((await boss.move(second?.id ?? 0, { doctorId: boss.by.doctorId })).status).toBe(200)
    expect((await boss.remove(booked.payload.id)).status).toBe(200)
  })
  it('of somebody who left takes no series, not even over others on purpose', async () => {
    const boss = await freshAgenda(app)
    const left = await addMember(app, boss.by.practiceId, 'practitioner', true)
    const body = { ...boss.times('2027-09-06'), every: weekly(3), allowOverlap: true, overlapReason: 'Grupo' }
    const own = await boss.book(body)
    await app.owner.queries
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('doctor_id', '=', left.doctorId)
      .execute()
    const answers = [
      await boss.book({ ...body, doctorId: left.doctorId }),
      await boss.change(own.payload.id, { doctorId: left.doctorId }),
    ]
    expect(answers.map(({ status, errors }) => isRefused(status, errors))).toEqual(
      Array(2).fill([404, 'not_found']),
    )
  })
})
