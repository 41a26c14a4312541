import { randomUUID } from 'node:crypto'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { daily, freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('what was decided for single dates of a change', () => {
  it('is done: nothing on one, another time or practitioner on others, over somebody on one, with the reason', async () => {
    const { book, change, times, events, local, by } = await freshAgenda(app)
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(6) })
    for (const day of ['2027-09-13', '2027-09-20', '2027-09-27', '2027-10-04'])
      await book(times(day, '12:00', '13:00'))
    const wish = times('2027-09-06', '12:00', '13:00')
    const refused = await change(payload.id, wish)
    expect(refused.metadata.clashes?.map(({ on }) => on)).toEqual([
      '2027-09-13',
      '2027-09-20',
      '2027-09-27',
      '2027-10-04',
    ])
    const dates = [
      { on: '2027-09-13', action: 'skip' },
      { on: '2027-09-20', action: 'move', start: local('2027-09-20', '15:00') },
      { on: '2027-09-27', action: 'move', doctorId: colleague.doctorId },
      { on: '2027-10-04', action: 'keep' },
    ]
    const changed = await change(payload.id, { ...wish, dates, overlapReason: 'Urgencia' })
    expect([changed.status, changed.metadata.total]).toEqual([200, 6])
    const series = (await events()).filter(({ parent }) => parent !== null)
    expect(
      series.map((event) => [
        new Date(event.start).toISOString(),
        event.doctorId === colleague.doctorId,
        event.detached,
        event.allowOverlap,
        event.overlapReason,
      ]),
    ).toEqual([
      [local('2027-09-06', '12:00'), false, false, false, null],
      [local('2027-09-20', '15:00'), false, true, false, null],
      [local('2027-09-27', '12:00'), true, false, false, null],
      [local('2027-10-04', '12:00'), false, false, true, 'Urgencia'],
      [local('2027-10-11', '12:00'), false, false, false, null],
    ])
  })

  it('is done too when only the practitioner changes and the colleague is taken on some dates', async () => {
    const { book, change, times, events, local, by } = await freshAgenda(app)
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(4) })
    for (const day of ['2027-09-13', '2027-09-20', '2027-09-27'])
      await book({ ...times(day), doctorId: colleague.doctorId })
    const wish = { doctorId: colleague.doctorId }
    expect((await change(payload.id, wish)).metadata.clashes?.map(({ on }) => on)).toEqual([
      '2027-09-13',
      '2027-09-20',
      '2027-09-27',
    ])
    const dates = [
      { on: '2027-09-13', action: 'skip' },
      { on: '2027-09-20', action: 'move', start: local('2027-09-20', '15:00') },
      { on: '2027-09-27', action: 'keep' },
    ]
    const changed = await change(payload.id, { ...wish, dates, overlapReason: 'Urgencia' })
    expect(changed.status).toBe(200)
    const series = (await events()).filter(({ parent }) => parent === payload.id)
    expect(
      series.map(({ start, doctorId, allowOverlap }) => [
        new Date(start).toISOString(),
        doctorId === colleague.doctorId,
        allowOverlap,
      ]),
    ).toEqual([
      [local('2027-09-06', '10:00'), true, false],
      [local('2027-09-20', '15:00'), true, false],
      [local('2027-09-27', '10:00'), true, true],
    ])
  })

  it('a date on which nothing was to be booked does not come back with a later change', async () => {
    const { book, change, times, shown } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    const dates = [{ on: '2027-09-13', action: 'skip' }]
    await change(payload.id, { ...times('2027-09-06', '12:00', '13:00'), dates })
    await change(payload.id, { until: '2027-09-27' })
    expect(await shown()).toEqual(['2027-09-06 12:00', '2027-09-20 12:00', '2027-09-27 12:00'])
  })

  it('is refused where it ends before it begins or lasts longer than a day, and nothing is booked', async () => {
    const { book, times, events, local } = await freshAgenda(app)
    const wish = { ...times('2027-09-06'), every: weekly(2) }
    const on = { on: '2027-09-13', action: 'move' }
    const refused = [
      await book({ ...wish, dates: [{ ...on, end: local('2027-09-13', '09:00') }] }),
      await book({ ...wish, dates: [{ ...on, end: local('2027-09-15', '09:00') }] }),
      await book({ ...wish, dates: [{ ...on, on: '13-09-2027' }] }),
    ]
    expect(refused.map(({ status, errors }) => [status, errors[0]?.field])).toEqual([
      [400, 'dates'],
      [400, 'dates'],
      [400, 'dates.0.on'],
    ])
    expect(await events()).toEqual([])
  })

  it('onto another date of the same booking is refused: it would be in its own way', async () => {
    const { book, times, events } = await freshAgenda(app)
    const onto = { on: '2027-09-13', action: 'move', ...times('2027-09-20') }
    const refused = await book({ ...times('2027-09-06'), every: weekly(3), dates: [onto] })
    expect([refused.status, refused.errors[0]?.field]).toEqual([400, 'dates'])
    expect(await events()).toEqual([])
  })

  it('onto an occurrence that comes there with the same change names that one, before and when it is asked for', async () => {
    const { book, move, change, preview, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const [first, second, third] = await events()
    const onto = { on: '2027-09-13', action: 'move', ...times('2027-09-20', '12:00', '13:00') }
    const decided = await change(first?.id ?? 0, { ...times('2027-09-06', '12:00', '13:00'), dates: [onto] })
    expect(decided.status).toBe(409)
    const named = decided.metadata.clashes?.flatMap(({ on, clashes }) => clashes.map(({ id }) => [on, id]))
    expect(named).toEqual([['2027-09-20', second?.id]])
    await move(second?.id ?? 0, times('2027-09-20', '18:00', '19:00'))
    const wish = times('2027-09-21', '10:30', '11:30')
    const shown = await preview({ id: second?.id ?? 0, ...wish })
    expect(shown.payload.dates.flatMap(({ clashes }) => clashes.map(({ id }) => id))).toHaveLength(1)
    const refused = await change(second?.id ?? 0, wish)
    expect([refused.status, refused.metadata.clashes?.length]).toEqual([409, 1])
    expect((await events()).map(({ id }) => id)).toEqual([first?.id, third?.id, second?.id])
  })
})

describe('cancelling of a series', () => {
  it('is late by the hours of the practice, told for each date by the clock of the server', async () => {
    const { book, change, times, events, by } = await freshAgenda(app)
    const agenda = { ...defaultConfigurations.agenda, lateCancelHours: 48 }
    const set = await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: by.token,
      body: { configurations: { agenda } },
    })
    expect(set.status).toBe(200)
    const range = [dayAgo(-1), dayAgo(-5)] as const
    const { payload } = await book({ ...times(dayAgo(-1), '23:00', '23:30'), every: daily(3) })
    await change(payload.id, { status: 'cancelled', cancelReason: 'Gripe' })
    const cancelled = await events(...range)
    expect(cancelled.map(({ cancelledLate, cancelReason }) => [cancelledLate, cancelReason])).toEqual(
      cancelled.map(({ start }) => [Date.parse(start) - Date.now() < 48 * 3_600_000, 'Gripe']),
    )
    expect(new Set(cancelled.map(({ cancelledLate }) => cancelledLate))).toEqual(new Set([true, false]))
  })

  it('makes room, and what is booked again needs it', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(2) })
    await change(payload.id, { status: 'cancelled' })
    await book(times('2027-09-06'))
    const [first] = (await events()).filter(({ parent }) => parent !== null)
    expect((await change(first?.id ?? 0, { status: 'booked' })).errors[0]?.message).toBe(
      'appointment_overlap',
    )
  })
})

describe('booking of a series', () => {
  it('with the same key is done once and answered the same', async () => {
    const { book, times, events } = await freshAgenda(app)
    const headers = { 'idempotency-key': randomUUID() }
    const wish = { ...times('2027-09-06'), every: weekly(5) }
    const answers = [await book(wish, headers), await book(wish, headers)]
    expect(answers.map(({ status, payload }) => [status, payload.id])).toEqual(
      Array(2).fill([201, answers[0]?.payload.id]),
    )
    expect(answers[1]?.metadata).toEqual(answers[0]?.metadata)
    expect(await events()).toHaveLength(5)
    const other = await book({ ...wish, every: weekly(6) }, headers)
    expect(other.errors[0]?.message).toBe('idempotency_mismatch')
  })

  it('takes 400 dates at once, each with its version, and takes them back', async () => {
    const { book, times, events, takeBack } = await freshAgenda(app)
    const { status, metadata } = await book({ ...times('2027-01-01'), every: daily(400) })
    expect([status, metadata.total]).toEqual([201, 400])
    const range = ['2027-01-01', '2028-02-05'] as const
    const all = await events(...range)
    expect(all).toHaveLength(400)
    const versions = await app.owner.queries
      .selectFrom('appointment_versions')
      .select('appointment_id')
      .where(
        'appointment_id',
        'in',
        all.map(({ id }) => id),
      )
      .execute()
    expect(versions).toHaveLength(400)
    expect((await takeBack(metadata.undo?.id)).status).toBe(200)
    expect(await events(...range)).toEqual([])
  })
})

describe('H12 a client whose clock is wrong by a day', () => {
  it.each([-1, 1])('has no say in what is past, off by %i', async (days) => {
    const { book, change, times, events, by } = await freshAgenda(app)
    const start = dayAgo(8)
    const range = [start, dayAgo(-30)] as const
    await book({ ...times(start), every: weekly(3) })
    const before = await events(...range)
    const wrong = new Date(Date.now() + days * 86_400_000).toUTCString()
    const answer = await callEndpoint(
      app,
      { method: 'PUT', path: '/appointment/:id/repeat' },
      {
        params: { id: before[0]?.id ?? 0 },
        token: by.token,
        headers: { date: wrong, 'x-client-time': wrong },
        body: times(start, '12:00', '13:00'),
      },
    )
    expect(answer.status).toBe(200)
    const after = await events(...range)
    const isPast = before.map((event) => Date.parse(event.start) < Date.now())
    expect(isPast).toEqual([true, true, false])
    expect(after.map((event, index) => event.start === before[index]?.start)).toEqual(isPast)
    expect((await change(before[2]?.id ?? 0, { title: 'Nuevo' })).status).toBe(200)
  })
})
