import { describe, expect, it } from 'vitest'
import { freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

describe('deleting of a series', () => {
  it('the first one hands the series to the next, and its day is left out', async () => {
    const { book, change, removeOne, times, events, shown } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    await removeOne(payload.id)
    const [second] = await events()
    expect((await events()).map(({ parent }) => parent)).toEqual([second?.id, second?.id])
    await change(second?.id ?? 0, { every: { ...weekly(4), byWeekday: [1] } })
    expect(await shown()).toEqual(['2027-09-13 10:00', '2027-09-20 10:00', '2027-09-27 10:00'])
  })

  it('all or the following ones go; visits that took place stay', async () => {
    const { book, move, remove, times, events } = await freshAgenda(app)
    await book({ ...times('2027-09-06'), every: weekly(5) })
    const [first, second, third] = await events()
    await move(first?.id ?? 0, { status: 'arrived' })
    expect((await remove(third?.id ?? 0, 'following')).metadata.total).toBe(3)
    expect((await events()).map(({ id }) => id)).toEqual([first?.id, second?.id])
    expect((await remove(second?.id ?? 0)).metadata.total).toBe(1)
    expect((await events()).map(({ id, status }) => [id, status])).toEqual([[first?.id, 'arrived']])
  })
})
