import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { daily, freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

describe('where a series ends', () => {
  it('earlier than the occurrence it was asked of: that one goes too, and the first that is left is answered', async () => {
    const { book, change, times, events, shown } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(4) })
    const [first, , third] = await events()
    const changed = await change(third?.id ?? 0, { until: '2027-09-13' })
    expect([changed.status, changed.payload?.id]).toEqual([200, first?.id])
    expect(await shown()).toEqual(['2027-09-06 10:00', '2027-09-13 10:00'])
  })

  it('before its first date: refused, nothing is lost', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(4) })
    const [first, , third] = await events()
    const refused = [
      await change(first?.id ?? 0, { until: '2027-09-01' }),
      await change(third?.id ?? 0, { until: '2027-09-13' }, 'following'),
      await change(first?.id ?? 0, {
        ...times('2027-09-06', '12:00', '13:00'),
        dates: ['2027-09-06', '2027-09-13', '2027-09-20', '2027-09-27'].map((on) => ({ on, action: 'skip' })),
      }),
    ]
    expect(refused.map(({ status, errors }) => [status, errors[0]?.field])).toEqual([
      [400, 'until'],
      [400, 'until'],
      [400, 'dates'],
    ])
    expect((await events()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
  })

  it('with an occurrence that repeats no more and moves to another day: it is the last, on its new day', async () => {
    const { book, change, times, events, shown, local } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(4) })
    const third = (await events())[2] as Appointment
    const changed = await change(third.id, {
      ...times('2027-09-22', '12:00', '13:00'),
      every: { ...weekly(1), repeat: false },
    })
    expect([changed.status, changed.payload?.id]).toEqual([200, third.id])
    expect(await shown()).toEqual(['2027-09-06 10:00', '2027-09-13 10:00', '2027-09-22 12:00'])
    expect(changed.payload).toMatchObject({ until: local('2027-09-20', '23:59:59.999'), detached: true })
  })

  it('with an occurrence of a rule that has no such day when it moves: it is kept all the same', async () => {
    const { book, change, times, events, shown } = await freshAgenda(app)
    const every = { repeat: true, freq: 'month', interval: 1, byWeekday: [2], bySetPos: 2, count: 5 }
    await book({ ...times('2027-09-14'), every })
    // December 2027 begins on a Wednesday: the day after its second Tuesday is not its second Wednesday.
    const fourth = (await events())[3] as Appointment
    await change(fourth.id, { ...times('2027-12-15'), every: null })
    expect(await shown()).toEqual([
      '2027-09-14 10:00',
      '2027-10-12 10:00',
      '2027-11-09 10:00',
      '2027-12-15 10:00',
    ])
  })

  it('moves along with its dates, to and fro, and no date is added or lost', async () => {
    const { book, change, times, shown } = await freshAgenda(app)
    const every = { repeat: true, freq: 'day', interval: 1 }
    const { payload } = await book({ ...times('2027-05-10'), every, until: '2027-05-14' })
    await change(payload.id, times('2027-05-07'))
    await change(payload.id, { every: { ...every, byWeekday: [1, 2, 3, 4, 5, 6, 7] } })
    expect(await shown()).toEqual([
      '2027-05-07 10:00',
      '2027-05-08 10:00',
      '2027-05-09 10:00',
      '2027-05-10 10:00',
      '2027-05-11 10:00',
    ])
  })

  it('what was deleted does not come back when a later visit that took place stays', async () => {
    const { book, move, change, remove, times, events, shown } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(5) })
    const [first, , third, fourth] = await events()
    await move(fourth?.id ?? 0, { status: 'arrived' })
    await remove(third?.id ?? 0, 'following')
    await change(first?.id ?? 0, { until: '2027-10-11' })
    expect(await shown()).toEqual([
      '2027-09-06 10:00',
      '2027-09-13 10:00',
      '2027-09-27 10:00',
      '2027-10-04 10:00',
      '2027-10-11 10:00',
    ])
  })

  it('at most 400 occurrences, those of a finished part included', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    const { payload } = await book({ ...times('2026-09-01'), every: daily(400) })
    const lengthened = await change(payload.id, { until: '2028-12-31' })
    expect([lengthened.status, lengthened.errors[0]?.field]).toEqual([400, 'until'])
    expect((await events('2026-09-01', '2027-09-01')).length).toBeLessThanOrEqual(400)
  })
})

describe('a rule that gives no day', () => {
  it('is refused at once', async () => {
    const { book, preview, times } = await freshAgenda(app)
    const never = { repeat: true, freq: 'day', interval: 7, byWeekday: [3], count: 5 }
    const answer = await book({ ...times('2027-09-06'), every: never })
    expect([answer.status, answer.errors[0]?.field]).toEqual([400, 'every'])
    const shown = await preview({ doctorId: 0, ...times('2027-09-06'), every: never })
    expect(shown.status).toBeLessThan(500)
  })

  it('a position in the week means nothing: it is that of a month or year', async () => {
    const { book, times } = await freshAgenda(app)
    const every = { repeat: true, freq: 'week', interval: 1, byWeekday: [1, 3], bySetPos: 5, count: 2 }
    expect((await book({ ...times('2027-09-06'), every })).metadata.total).toBe(2)
  })

  it('a series over more than ten years is refused with how many dates it may have', async () => {
    const { book, times } = await freshAgenda(app)
    const every = { repeat: true, freq: 'year', interval: 9 }
    const refused = [
      await book({ ...times('2027-09-06'), every: { ...every, count: 400 } }),
      await book({ ...times('2027-09-06'), every, until: '9999-12-31' }),
    ]
    expect(refused.map(({ status, errors }) => [status, errors[0]?.field, errors[0]?.params])).toEqual([
      [400, 'every.count', { reason: 'field_max', max: 2 }],
      [400, 'until', { reason: 'field_max', max: 2 }],
    ])
  })
})
