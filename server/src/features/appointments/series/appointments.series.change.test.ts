import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

describe('changing a series', () => {
  it('all: another time of day moves every occurrence; texts reach all; the parent stays', async () => {
    const { book, change, times, local, events, shown } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-03-15'), every: weekly(3) })
    const second = (await events())[1] as Appointment
    const changed = await change(second.id, {
      start: local('2027-03-22', '12:30'),
      end: local('2027-03-22', '13:15'),
      title: 'Grupo de espalda',
    })
    expect(changed.status).toBe(200)
    expect(changed.payload.id).toBe(second.id)
    expect(changed.metadata.total).toBe(3)
    expect(await shown()).toEqual(['2027-03-15 12:30', '2027-03-22 12:30', '2027-03-29 12:30'])
    const all = await events()
    expect(all.map(({ title, parent, version }) => [title, parent, version])).toEqual(
      Array(3).fill(['Grupo de espalda', payload.id, 2]),
    )
  })

  it('following: those before keep their time and end there; the others are a series of their own', async () => {
    const { book, change, times, local, events, shown } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(5) })
    const third = (await events())[2] as Appointment
    await change(
      third.id,
      { start: local('2027-09-21', '16:00'), end: local('2027-09-21', '17:00') },
      'following',
    )
    expect(await shown()).toEqual([
      '2027-09-06 10:00',
      '2027-09-13 10:00',
      '2027-09-21 16:00',
      '2027-09-28 16:00',
      '2027-10-05 16:00',
    ])
    const parents = (await events()).map(({ parent }) => parent)
    expect(parents).toEqual([payload.id, payload.id, third.id, third.id, third.id])
  })

  it('keeps the times of those moved by themselves, attended or past, and gives them the new text', async () => {
    const { book, change, move, times, events, shown } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(4) })
    const [first, second, third] = await events()
    await move(second?.id ?? 0, times('2027-09-14', '18:00', '19:00'))
    await move(third?.id ?? 0, { status: 'arrived' })
    await change(first?.id ?? 0, { ...times('2027-09-06', '08:00', '09:00'), title: 'Nuevo' })
    expect(await shown()).toEqual([
      '2027-09-06 08:00',
      '2027-09-14 18:00',
      '2027-09-20 10:00',
      '2027-09-27 08:00',
    ])
    expect((await events()).map(({ title }) => title)).toEqual(Array(4).fill('Nuevo'))
    expect((await events()).map(({ detached }) => detached)).toEqual([false, true, false, false])
  })

  it('a new pattern reuses appointments, makes what is missing and takes away what is too much', async () => {
    const { book, change, times, shown } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(4) })
    const every = { repeat: true, freq: 'week', interval: 1, byWeekday: [1, 4], count: 6 }
    const wider = await change(payload.id, { every })
    expect(wider.status).toBe(200)
    expect(await shown()).toEqual([
      '2027-09-06 10:00',
      '2027-09-09 10:00',
      '2027-09-13 10:00',
      '2027-09-16 10:00',
      '2027-09-20 10:00',
      '2027-09-23 10:00',
    ])
    await change(payload.id, { every: { ...every, count: 2 } })
    expect(await shown()).toEqual(['2027-09-06 10:00', '2027-09-09 10:00'])
  })

  it('repeats no more: those after it go, those before stay', async () => {
    const { book, change, times, events, shown } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(4) })
    const second = (await events())[1] as Appointment
    await change(second.id, { every: { ...weekly(1), repeat: false } })
    expect(await shown()).toEqual(['2027-09-06 10:00', '2027-09-13 10:00'])
  })

  it('a single appointment that begins to repeat is the first of its series', async () => {
    const { book, change, takeBack, times, events, shown } = await freshAgenda(app)
    const single = await book(times('2027-09-06'))
    const changed = await change(single.payload.id, { every: weekly(3), title: 'Serie' })
    expect(changed.metadata.total).toBe(3)
    expect(await shown()).toEqual(['2027-09-06 10:00', '2027-09-13 10:00', '2027-09-20 10:00'])
    expect((await events()).map(({ parent }) => parent)).toEqual(Array(3).fill(single.payload.id))
    expect((await takeBack(changed.metadata.undo?.id ?? 0)).status).toBe(200)
    expect((await events()).map(({ id, parent, every, title }) => [id, parent, every, title])).toEqual([
      [single.payload.id, null, null, null],
    ])
  })

  it('what comes back unchanged changes nothing', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const [first] = await events()
    const changed = await change(first?.id ?? 0, { ...first })
    expect(changed.metadata.total).toBe(0)
    expect((await events()).map(({ version }) => version)).toEqual([1, 1, 1])
  })

  it('a stale version is refused with what is there now', async () => {
    const { book, change, times } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    await change(payload.id, { title: 'Uno' })
    const refused = await change(payload.id, { title: 'Dos', version: 1 })
    expect([refused.status, refused.errors[0]?.message, refused.metadata.current?.title]).toEqual([
      409,
      'version_conflict',
      'Uno',
    ])
  })

  it('cancels the following ones with a reason', async () => {
    const { book, change, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const second = (await events())[1] as Appointment
    await change(second.id, { status: 'cancelled', cancelReason: 'Viaje' }, 'following')
    expect(
      (await events()).map(({ status, cancelReason, cancelledLate }) => [
        status,
        cancelReason,
        cancelledLate,
      ]),
    ).toEqual([
      ['booked', null, null],
      ['cancelled', 'Viaje', false],
      ['cancelled', 'Viaje', false],
    ])
  })
})
