import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

describe('booking a series', () => {
  it('A11 books every date at the same time of the clock, across the change to summer time', async () => {
    const { book, times, events, shown } = await freshAgenda(app)
    const { status, payload, metadata } = await book({ ...times('2027-03-15'), every: weekly(4) })
    expect(status).toBe(201)
    expect(metadata.total).toBe(4)
    expect(payload.every).toMatchObject({ freq: 'week', count: 4 })
    expect(await shown()).toEqual([
      '2027-03-15 10:00',
      '2027-03-22 10:00',
      '2027-03-29 10:00',
      '2027-04-05 10:00',
    ])
    const all = await events()
    expect(all.map(({ parent }) => parent)).toEqual(Array(4).fill(payload.id))
    expect(payload.id).toBe(all[0]?.id)
  })

  it('books until a day, that day included', async () => {
    const { book, times, shown } = await freshAgenda(app)
    const every = { repeat: true, freq: 'day', interval: 2 } as const
    await book({ ...times('2027-05-03'), every, until: '2027-05-09' })
    expect(await shown()).toEqual([
      '2027-05-03 10:00',
      '2027-05-05 10:00',
      '2027-05-07 10:00',
      '2027-05-09 10:00',
    ])
  })

  it('refuses a series whose end gives it no date or too many, and one that both counts and ends', async () => {
    const { book, times, events } = await freshAgenda(app)
    const every = { repeat: true, freq: 'day', interval: 1 } as const
    const refused = [
      await book({ ...times('2027-05-03'), every, until: '2027-05-01' }),
      await book({ ...times('2027-05-03'), every, until: '2029-05-03' }),
      await book({ ...times('2027-05-03'), every: { ...every, count: 3 }, until: '2027-06-01' }),
      await book({ ...times('2027-05-03'), every: { ...every, count: 401 } }),
    ]
    expect(refused.map(({ status, errors }) => [status, errors[0]?.field])).toEqual([
      [400, 'until'],
      [400, 'until'],
      [400, 'until'],
      [400, 'every.count'],
    ])
    expect(await events()).toEqual([])
  })

  it('books none when somebody is in the way, and names every date; what was decided date by date is done', async () => {
    const { book, times, local, events, by } = await freshAgenda(app)
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    await book(times('2027-06-08'))
    await book(times('2027-06-15', '10:30', '11:30'))
    await book(times('2027-06-22'))
    const wish = { ...times('2027-06-01'), every: weekly(5) }
    const refused = await book(wish)
    expect(refused.status).toBe(409)
    expect(refused.errors[0]?.message).toBe('appointment_overlap')
    expect(refused.metadata.clashes?.map(({ on }) => on)).toEqual(['2027-06-08', '2027-06-15', '2027-06-22'])
    expect(await events()).toHaveLength(3)
    const dates = [
      { on: '2027-06-08', action: 'skip' },
      { on: '2027-06-15', action: 'move', start: local('2027-06-15', '12:00') },
      { on: '2027-06-22', action: 'move', doctorId: colleague.doctorId },
    ]
    const booked = await book({ ...wish, dates })
    expect(booked.metadata.total).toBe(4)
    const series = (await events()).filter(({ parent }) => parent !== null)
    expect(
      series.map(({ start, doctorId, detached }) => [
        new Date(start).toISOString(),
        doctorId === colleague.doctorId,
        detached,
      ]),
    ).toEqual([
      [local('2027-06-01', '10:00'), false, false],
      [local('2027-06-15', '12:00'), false, true],
      [local('2027-06-22', '10:00'), true, false],
      [local('2027-06-29', '10:00'), false, false],
    ])
  })

  it('warns of the same patient elsewhere at that time and books', async () => {
    const { book, times, by } = await freshAgenda(app)
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    const patient = await createPatient(app, by)
    const first = await book({ ...times('2027-06-08'), patientId: patient.id, doctorId: colleague.doctorId })
    expect(first.metadata.patientClashes).toEqual([])
    const single = await book({ ...times('2027-06-08'), patientId: patient.id })
    expect(single.metadata.patientClashes.map(({ id }) => id)).toEqual([first.payload.id])
    const series = await book({
      ...times('2027-06-01', '10:30', '11:30'),
      patientId: patient.id,
      every: weekly(2),
      allowOverlap: true,
    })
    expect(series.metadata.patientClashes.map(({ id }) => id).sort()).toEqual(
      [first.payload.id, single.payload.id].sort(),
    )
  })

  it('a practitioner who sees two at once is booked twice and no third time', async () => {
    const { book, times, by } = await freshAgenda(app)
    await sql`update doctors set capacity = 2 where practice_id = ${by.practiceId}`.execute(app.owner.queries)
    const statuses = [
      await book(times('2027-06-08', '09:00', '10:00')),
      await book(times('2027-06-08', '10:00', '11:00')),
      await book(times('2027-06-08', '09:30', '10:30')),
      await book(times('2027-06-08', '09:15', '09:45')),
      await book({ ...times('2027-06-01', '10:15', '10:45'), every: weekly(2) }),
      await book({ ...times('2027-06-01', '10:30', '11:00'), every: weekly(2) }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201, 409, 409, 201])
  })
})
