import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { ChangeNotice } from '@ulna/contract/news/news'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { follow, type TestFollower } from '../../../test/event-stream.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { freshAgenda, type TestAgenda, weekly } from '../../../test/factories/series.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'

let app: TestApp
let agenda: TestAgenda
let follower: TestFollower

beforeAll(async () => {
  app = await buildTestApp()
  agenda = await freshAgenda(app)
  follower = await follow(await listen(app.server), { authorization: `Bearer ${agenda.by.token}` })
  await follower.heard('ready')
})
afterAll(async () => {
  follower.leave()
  await app.close()
})

/** Ids of the appointments that the agenda says something else of than before: new, gone, or in any word. */
const changedBetween = (before: readonly Appointment[], after: readonly Appointment[]): number[] => {
  const [was, is] = [before, after].map((all) => new Map(all.map((one) => [one.id, JSON.stringify(one)])))
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].filter((id) => was?.get(id) !== is?.get(id))
}

const toldSince = (count: number): ChangeNotice[] =>
  (follower.changes.slice(count) as ChangeNotice[]).filter(({ topic }) => topic === 'appointments')

/** Does something to the agenda; expects that whoever takes in what is told holds it as it is afterwards. */
const isTold = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const [before, heard] = [await agenda.events(), follower.changes.length]
  await work()
  const changed = changedBetween(before, await agenda.events())
  expect(changed.length, what).toBeGreaterThan(0)
  await expect.poll(() => toldSince(heard).length, { message: what, interval: 10 }).toBeGreaterThan(0)
  const told = toldSince(heard)
  if (told.some(({ many }) => many)) return
  expect(
    told.flatMap(({ ids }) => ids),
    what,
  ).toEqual(expect.arrayContaining(changed))
}

it('everything that a write changes in the agenda is told by its id, or that anything may have changed', async () => {
  const { id: patientId } = await createPatient(app, agenda.by)
  const { id: otherId } = await createPatient(app, agenda.by, { firstName: 'Marian' })
  const idAt = async (day: string): Promise<number> => {
    const found = (await agenda.events()).find(({ start }) => agenda.shownAt(start).startsWith(day))
    return found?.id ?? 0
  }
  const single = { ...agenda.times('2027-03-01'), patientId: otherId }
  await isTold('a booking', () => agenda.book(single))
  const id = await idAt('2027-03-01')
  await isTold('a move', () => agenda.move(id, agenda.times('2027-03-02')))
  await isTold('a series', () => agenda.book({ ...agenda.times('2027-04-05'), patientId, every: weekly(6) }))
  await isTold('an occurrence that moves alone', async () =>
    agenda.move(await idAt('2027-04-12'), agenda.times('2027-04-13')),
  )
  await isTold('the first occurrence, which goes', async () => agenda.removeOne(await idAt('2027-04-05')))
  await isTold('the following ones, at another time', async () =>
    agenda.change(await idAt('2027-04-26'), agenda.times('2027-04-26', '12:00', '13:00'), 'following'),
  )
  let undoId: number | undefined
  await isTold('the last ones, which go', async () => {
    const { metadata } = await agenda.remove(await idAt('2027-05-03'), 'following')
    undoId = metadata.undo?.id
  })
  await isTold('their way back', () => agenda.takeBack(undoId))
  await isTold('two patients who become one', () => mergesOf(app, agenda.by).merge(patientId, otherId))
  await isTold('a deletion', () => agenda.removeOne(id))
})
