import type { Appointment } from '@ulna/contract/appointments/appointments'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { daily, freshAgenda, type TestAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const monthly = { repeat: true, freq: 'month', interval: 1 }

const nth = async ({ events }: TestAgenda, index: number): Promise<Appointment> =>
  (await events())[index] as Appointment

describe('an occurrence that takes its series along', () => {
  it('goes where it was asked to when a monthly series moves into another month', async () => {
    const agenda = await freshAgenda(app)
    await agenda.book({ ...agenda.times('2027-03-30'), every: { ...monthly, count: 4 } })
    const third = await nth(agenda, 2)
    await agenda.change(third.id, agenda.times('2027-06-01', '12:00', '13:00'))
    expect(await agenda.shown()).toEqual([
      '2027-04-01 12:00',
      '2027-05-01 12:00',
      '2027-06-01 12:00',
      '2027-07-01 12:00',
    ])
    expect((await nth(agenda, 2)).id).toBe(third.id)
  })

  it('takes a weekday of the month along to its new place, and the last one to the last', async () => {
    const agenda = await freshAgenda(app)
    const every = { ...monthly, byWeekday: [2], bySetPos: 2, count: 3 }
    await agenda.book({ ...agenda.times('2027-10-12'), every })
    const third = await nth(agenda, 2)
    await agenda.change(third.id, agenda.times('2027-12-15'))
    expect(await agenda.shown()).toEqual(['2027-10-20 10:00', '2027-11-17 10:00', '2027-12-15 10:00'])
    expect((await nth(agenda, 0)).every).toMatchObject({ byWeekday: [3], bySetPos: 3 })
    const last = await freshAgenda(app)
    await last.book({ ...last.times('2027-10-26'), every: { ...every, bySetPos: -1 } })
    await last.change((await nth(last, 0)).id, last.times('2027-10-25'))
    expect(await last.shown()).toEqual(['2027-10-25 10:00', '2027-11-29 10:00', '2027-12-27 10:00'])
  })

  it('goes where it was asked to when it had kept its time while its series moved', async () => {
    const agenda = await freshAgenda(app)
    await agenda.book({ ...agenda.times('2027-09-07'), every: weekly(3) })
    const second = await nth(agenda, 1)
    await agenda.move(second.id, { status: 'arrived' })
    await agenda.change((await nth(agenda, 0)).id, agenda.times('2027-09-08'))
    await agenda.move(second.id, { status: 'booked' })
    await agenda.change(second.id, agenda.times('2027-09-15', '12:00', '13:00'))
    const gone = (await agenda.events()).find(({ id }) => id === second.id)
    expect(gone && agenda.shownAt(gone.start)).toBe('2027-09-15 12:00')
  })

  it('a yearly one goes to the same day of each year', async () => {
    const agenda = await freshAgenda(app)
    await agenda.book({ ...agenda.times('2027-02-28'), every: { ...monthly, freq: 'year', count: 3 } })
    await agenda.change((await nth(agenda, 0)).id, agenda.times('2027-03-01'))
    expect(await agenda.shown('2027-01-01', '2028-01-15')).toEqual(['2027-03-01 10:00'])
    expect(await agenda.shown('2028-01-01', '2028-12-31')).toEqual(['2028-03-01 10:00'])
  })

  it('days of every second week go along although no rule has them together, and stay when the end moves', async () => {
    const agenda = await freshAgenda(app)
    const every = { repeat: true, freq: 'week', interval: 2, byWeekday: [1, 7], count: 4 }
    await agenda.book({ ...agenda.times('2027-09-06'), every })
    await agenda.change((await nth(agenda, 0)).id, agenda.times('2027-09-07'))
    const moved = ['2027-09-07 10:00', '2027-09-13 10:00', '2027-09-21 10:00', '2027-09-27 10:00']
    expect(await agenda.shown()).toEqual(moved)
    await agenda.change((await nth(agenda, 0)).id, { until: '2027-10-04' })
    expect(await agenda.shown()).toEqual([...moved, '2027-10-04 10:00'])
    await agenda.change((await nth(agenda, 0)).id, { until: '2027-09-21' })
    expect(await agenda.shown()).toEqual(moved.slice(0, 3))
  })

  it('takes all along and makes none where the new day comes more often than the old one', async () => {
    const counted = await freshAgenda(app)
    await counted.book({ ...counted.times('2027-05-31'), every: { ...monthly, count: 4 } })
    const [august, ids] = [await nth(counted, 2), (await counted.events()).map(({ id }) => id)]
    await counted.change(august.id, counted.times('2027-08-30'))
    const moved = ['2027-05-30 10:00', '2027-07-30 10:00', '2027-08-30 10:00', '2027-10-30 10:00']
    expect(await counted.shown()).toEqual(moved)
    expect((await counted.events()).map(({ id }) => id)).toEqual(ids)
    const ended = await freshAgenda(app)
    await ended.book({ ...ended.times('2027-05-31'), every: monthly, until: '2027-10-31' })
    const changed = await ended.change((await nth(ended, 3)).id, ended.times('2027-10-30'))
    expect([changed.metadata.total, await ended.shown()]).toEqual([4, moved])
    await ended.change((await nth(ended, 0)).id, { until: '2027-11-30' })
    expect(await ended.shown()).toEqual([...moved, '2027-11-30 10:00'])
  })

  it('takes all along where months lack the new day: those go to the next it comes on, past the end if need be', async () => {
    const agenda = await freshAgenda(app)
    await agenda.book({ ...agenda.times('2027-03-30'), every: monthly, until: '2027-06-30' })
    const changed = await agenda.change((await nth(agenda, 0)).id, agenda.times('2027-03-31'))
    expect(changed.metadata.total).toBe(4)
    expect(await agenda.shown()).toEqual([
      '2027-03-31 10:00',
      '2027-05-31 10:00',
      '2027-07-31 10:00',
      '2027-08-31 10:00',
    ])
  })

  it('that was moved by itself goes to the very time, and belongs to its series again when that is its time', async () => {
    const agenda = await freshAgenda(app)
    const { move, change, times, shown, events } = agenda
    await agenda.book({ ...times('2027-09-06'), every: weekly(3) })
    const second = await nth(agenda, 1)
    await move(second.id, times('2027-09-14', '18:00', '19:00'))
    await change(second.id, times('2027-09-14', '17:00', '18:00'))
    expect(await shown()).toEqual(['2027-09-06 17:00', '2027-09-14 17:00', '2027-09-20 17:00'])
    await change(second.id, times('2027-09-13', '16:00', '17:00'))
    expect(await shown()).toEqual(['2027-09-05 16:00', '2027-09-13 16:00', '2027-09-19 16:00'])
    expect((await events()).map(({ detached }) => detached)).toEqual([false, true, false])
    await move(second.id, times('2027-09-12', '16:00', '17:00'))
    expect((await events()).map(({ detached }) => detached)).toEqual([false, false, false])
  })
})

describe('what keeps its time', () => {
  it('with a day that the new pattern does not give: the rest of the series keeps its days', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, shown } = agenda
    await book({ ...times('2027-09-06'), every: daily(12) })
    const third = await nth(agenda, 2)
    await move(third.id, times('2027-09-08', '18:00', '19:00'))
    await change((await nth(agenda, 0)).id, { every: weekly(3) })
    expect(await shown()).toEqual([
      '2027-09-06 10:00',
      '2027-09-08 18:00',
      '2027-09-13 10:00',
      '2027-09-20 10:00',
    ])
    await change(third.id, { until: '2027-09-27' }, 'following')
    expect(await shown()).toEqual([
      '2027-09-06 10:00',
      '2027-09-08 18:00',
      '2027-09-13 10:00',
      '2027-09-20 10:00',
      '2027-09-27 10:00',
    ])
  })

  it('with a day of an earlier pattern: moved a day further, the rest goes a day further too, and no other way', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, shown } = agenda
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const second = await nth(agenda, 1)
    await move(second.id, times('2027-09-14', '18:00', '19:00'))
    await change((await nth(agenda, 0)).id, { every: { ...monthly, count: 3 } })
    await change(second.id, times('2027-09-15', '18:00', '19:00'))
    expect(await shown()).toEqual([
      '2027-09-07 10:00',
      '2027-09-15 18:00',
      '2027-10-07 10:00',
      '2027-11-07 10:00',
    ])
  })

  it('and is booked again later: of an earlier pattern or not, it moves along with the others and none is lost', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, shown } = agenda
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const second = await nth(agenda, 1)
    await move(second.id, { status: 'arrived' })
    await change((await nth(agenda, 0)).id, { every: { ...monthly, count: 3 } })
    await move(second.id, { status: 'booked' })
    const changed = await change((await nth(agenda, 0)).id, times('2027-09-07', '12:00', '13:00'))
    expect(changed.metadata.total).toBe(4)
    expect(await shown()).toEqual([
      '2027-09-07 12:00',
      '2027-09-14 12:00',
      '2027-10-07 12:00',
      '2027-11-07 12:00',
    ])
  })

  it('and its day even when the moved ones take the day it had', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, shown } = agenda
    await book({ ...times('2027-09-06'), every: daily(5) })
    const last = await nth(agenda, 4)
    await move(last.id, { status: 'arrived' })
    const first = await nth(agenda, 0)
    const changed = await change(first.id, {
      ...times('2027-09-07', '12:00', '13:00'),
      until: '2027-09-10',
    })
    expect(changed.status).toBe(200)
    expect(await shown()).toEqual([
      '2027-09-07 12:00',
      '2027-09-08 12:00',
      '2027-09-09 12:00',
      '2027-09-10 10:00',
      '2027-09-10 12:00',
    ])
  })

  it('in the past: a change of it and the following ones leaves all that is over in the old series', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    const start = dayAgo(22)
    const range = [start, dayAgo(-40)] as const
    await book({ ...times(start), every: weekly(6) })
    const [first, second] = await events(...range)
    const changed = await change(
      second?.id ?? 0,
      { ...times(dayAgo(15), '12:00', '13:00'), title: 'Nuevo' },
      'following',
    )
    expect([changed.status, changed.payload?.id]).toEqual([200, second?.id])
    const after = await events(...range)
    expect(after.map(({ title }) => title)).toEqual([null, ...Array(5).fill('Nuevo')])
    expect(after.map(({ parent }) => parent)).toEqual([
      ...Array(4).fill(first?.id),
      ...Array(2).fill(after[4]?.id),
    ])
    expect(after.slice(0, 4).map((event) => event.start)).toEqual(
      [0, 7, 14, 21].map((days) => after[0] && shifted(after[0].start, days)),
    )
  })

  it('all of a series that is over: new times change nothing', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    const start = dayAgo(30)
    await book({ ...times(start), every: weekly(3) })
    const [first, , third] = await events(start, dayAgo(0))
    for (const [id, scope] of [
      [first?.id, 'all'],
      [third?.id, 'following'],
    ] as const) {
      const changed = await change(id ?? 0, times(dayAgo(2), '12:00', '13:00'), scope)
      expect([changed.status, changed.metadata.total]).toEqual([200, 0])
    }
    expect((await events(start, dayAgo(0))).map(({ version }) => version)).toEqual([1, 1, 1])
  })
})

const shifted = (instant: string, days: number): string => {
  const later = new Date(Date.parse(instant) + days * 86_400_000).toISOString()
  return instant.endsWith('.000Z') ? later : later.replace('.000Z', 'Z')
}

describe('room for a changed series', () => {
  it('a date takes the place of one that goes with the same change', async () => {
    const agenda = await freshAgenda(app)
    await agenda.book({ ...agenda.times('2027-09-06'), every: daily(4) })
    const changed = await agenda.change((await nth(agenda, 0)).id, {
      ...agenda.times('2027-09-07', '10:30', '11:30'),
      until: '2027-09-07',
    })
    expect(changed.status).toBe(200)
    expect(await agenda.shown()).toEqual(['2027-09-07 10:30'])
  })

  it('where two are seen at once, one that only gets another text stays in its place', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, by } = agenda
    await sql`update doctors set capacity = 2 where practice_id = ${by.practiceId}`.execute(app.owner.queries)
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const second = await nth(agenda, 1)
    await move(second.id, times('2027-09-20', '12:00', '13:00'))
    const wish = { ...times('2027-09-06', '12:00', '13:00'), title: 'Grupo' }
    expect((await change((await nth(agenda, 0)).id, wish)).status).toBe(200)
    expect((await book(times('2027-09-20', '12:15', '12:45'))).status).toBe(409)
  })

  it('one that stays and gets another lane so that the others find room keeps the lane it got', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, change, times, by } = agenda
    await sql`update doctors set capacity = 2 where practice_id = ${by.practiceId}`.execute(app.owner.queries)
    const alone = await book(times('2027-09-20', '10:00', '11:00'))
    await book({ ...times('2027-09-06', '14:00', '15:00'), every: weekly(3) })
    const second = (await agenda.events()).find(({ start }) => start.startsWith('2027-09-13')) as Appointment
    await move(second.id, times('2027-09-20', '10:00', '11:00'))
    await move(alone.payload.id, times('2027-09-20', '11:00', '12:00'))
    const wish = { ...times('2027-09-06', '10:30', '11:30'), title: 'Grupo' }
    const changed = await change((await nth(agenda, 0)).id, wish)
    expect(changed.status).toBe(200)
    expect((await book(times('2027-09-20', '10:45', '10:50'))).status).toBe(409)
  })
})
