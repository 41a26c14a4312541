import type { Appointment } from '@ulna/contract/appointments/appointments'
import { describe, expect, it } from 'vitest'
import { addMember } from '../../../../test/factories/people.ts'
import { freshAgenda, type TestAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What was shown before is what is there afterwards. */
const expectAsShown = async (
  { preview, change, events }: TestAgenda,
  {
    id,
    body,
    scope = 'all',
    range = ['2027-01-01', '2028-01-01'],
  }: {
    id: number
    body: Record<string, unknown>
    scope?: 'all' | 'following' | undefined
    range?: readonly [string, string] | undefined
  },
): Promise<void> => {
  const shown = (await preview({ id, scope, ...body })).payload
  const before = await events(...range)
  expect((await change(id, body, scope)).status).toBe(200)
  const after = await events(...range)
  const byStart = (a: { start: string }, b: { start: string }) => (a.start < b.start ? -1 : 1)
  const untouched = before.filter(({ id: one }) => !after.some((event) => event.id === one))
  expect(shown.removed.map(({ id: one }) => one).sort()).toEqual(untouched.map(({ id: one }) => one).sort())
  const covered = new Set(shown.dates.flatMap(({ id: one }) => one ?? []))
  const wire = (instant: string) => new Date(instant).toISOString()
  const found = after.filter(
    (event) => covered.has(event.id) || !before.some(({ id: one }) => one === event.id),
  )
  expect(shown.dates.map(({ start, end }) => ({ start, end })).sort(byStart)).toEqual(
    found.map(({ start, end }) => ({ start: wire(start), end: wire(end) })).sort(byStart),
  )
}

describe('a preview of a change', () => {
  it('says where each date is now, which are kept and why, and which are taken out', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, removeOne, preview, times, events, local } = agenda
    await book({ ...times('2027-09-06'), every: weekly(6) })
    const [first, second, third, fourth] = await events()
    await move(second?.id ?? 0, times('2027-09-14', '18:00', '19:00'))
    await move(third?.id ?? 0, { status: 'arrived' })
    await removeOne(fourth?.id ?? 0)
    const { payload } = await preview({ id: first?.id, ...times('2027-09-07', '12:00', '13:00') })
    expect(payload.dates.map(({ on, kept, before }) => [on, kept, before?.start ?? null])).toEqual([
      ['2027-09-07', null, local('2027-09-06', '10:00')],
      ['2027-09-14', 'detached', null],
      ['2027-09-21', 'status', null],
      ['2027-10-05', null, local('2027-10-04', '10:00')],
      ['2027-10-12', null, local('2027-10-11', '10:00')],
    ])
    expect(payload.skipped).toEqual([{ on: '2027-09-28', reason: 'taken_out' }])
  })

  it('keeps what lies in the past', async () => {
    const { book, preview, times, events } = await freshAgenda(app)
    const start = dayAgo(15)
    await book({ ...times(start), every: weekly(4) })
    const [, second] = await events(start, dayAgo(-30))
    const { payload } = await preview({ id: second?.id, ...times(start, '12:00', '13:00') })
    expect(payload.dates.map(({ kept }) => kept)).toEqual(['past', 'past', 'past', null])
  })

  it('does not count the dates themselves as clashes, those that stay where they are it does', async () => {
    const { book, move, preview, change, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(3) })
    const [first, second] = await events()
    await move(second?.id ?? 0, times('2027-09-21', '12:30', '13:30'))
    const wish = times('2027-09-07', '12:00', '13:00')
    const { payload } = await preview({ id: first?.id, ...wish })
    expect(payload.dates.map(({ clashes }) => clashes.map(({ id }) => id))).toEqual([[], [second?.id], []])
    const refused = await change(first?.id ?? 0, wish)
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, 'appointment_overlap'])
    expect(refused.metadata.clashes?.map(({ on, clashes }) => [on, clashes.map(({ id }) => id)])).toEqual([
      ['2027-09-21', [second?.id]],
    ])
    const half = await preview({ id: first?.id, ...times('2027-09-06', '10:30', '11:30') })
    expect(half.payload.dates.flatMap(({ clashes }) => clashes)).toEqual([])
  })

  it('names one that keeps its time by the day on which the change asks what was decided for it', async () => {
    const { by, book, move, preview, change, times, events, shown } = await freshAgenda(app)
    const { doctorId } = await addMember(app, by.practiceId, 'practitioner', true)
    const first = await book({ ...times('2027-09-06'), every: weekly(3) })
    const second = (await events())[1]?.id ?? 0
    await move(second, times('2027-09-14', '18:00', '19:00'))
    const other = await book({ ...times('2027-09-14', '18:30', '19:30'), doctorId })
    const wish = { ...times('2027-09-07'), doctorId }
    const { dates } = (await preview({ id: first.payload.id, ...wish })).payload
    const inTheWay = dates.filter(({ clashes }) => clashes.length > 0)
    expect(inTheWay.map(({ id, kept, clashes }) => [id, kept, clashes.map((one) => one.id)])).toEqual([
      [second, 'detached', [other.payload.id]],
    ])
    const decided = inTheWay.map(({ on }) => ({ on, action: 'skip' }))
    expect((await change(first.payload.id, { ...wish, dates: decided })).status).toBe(200)
    expect(await shown()).toEqual(['2027-09-07 10:00', '2027-09-14 18:30', '2027-09-21 10:00'])
    // The day that was left out stays so when the series goes on.
    expect((await change(first.payload.id, { every: weekly(4) })).status).toBe(200)
    expect(await shown()).toEqual([
      '2027-09-07 10:00',
      '2027-09-14 18:30',
      '2027-09-21 10:00',
      '2027-09-28 10:00',
    ])
  })

  it('is what happens, for times, weekdays, patterns, ends and single appointments', async () => {
    const agenda = await freshAgenda(app)
    const { book, move, removeOne, times, events } = agenda
    await book({ ...times('2027-03-08'), every: weekly(6) })
    const [first, second, third] = (await events()) as [Appointment, Appointment, Appointment]
    await move(second.id, times('2027-03-16', '18:00', '19:00'))
    await removeOne(third.id)
    await expectAsShown(agenda, { id: first.id, body: times('2027-03-09', '16:00', '17:30') })
    await expectAsShown(agenda, { id: first.id, body: { every: { ...weekly(9), byWeekday: [2, 5] } } })
    await expectAsShown(agenda, { id: second.id, body: { until: '2027-04-20' } })
    await expectAsShown(agenda, {
      id: first.id,
      body: { every: { ...weekly(3), interval: 2 } },
      scope: 'following',
    })
    const last = (await events()).at(-1) as Appointment
    await expectAsShown(agenda, { id: last.id, body: { every: { ...weekly(3), freq: 'month' } } })
    await expectAsShown(agenda, { id: first.id, body: { every: null } })
    await expectAsShown(agenda, { id: first.id, body: { title: 'Solo el texto' } })
    const single = await book(times('2027-06-01'))
    await expectAsShown(agenda, { id: single.payload.id, body: { every: weekly(4), ...times('2027-06-02') } })
  })
})
