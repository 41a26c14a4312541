import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { addMember, registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { overlappingPairs } from '../faults/invariants.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'
import { brokenRules } from './series-model/series-model.agenda.ts'

let owner: TestPerson
let colleague: TestPerson

const app = await testServer()

const minute = 60_000
const day = 24 * 60 * minute
const first = Date.UTC(2027, 0, 4, 8)
const racers = Math.max(8, sizes.overlapRacers / 5)

const freshPractice = async (capacity = 1): Promise<void> => {
  owner = await registerOwner(app, { timezone: 'America/Bogota' })
  colleague = await addMember(app, owner.practiceId, 'practitioner', true)
  await sql`update doctors set capacity = ${capacity} where practice_id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )
}

const times = (start: number, minutes = 30) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + minutes * minute).toISOString(),
})
const daily = (count: number) => ({ repeat: true, freq: 'day', interval: 1, count })

const book = (body: object, doctorId = owner.doctorId): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.create, { token: owner.token, body: { doctorId, ...body } })
const move = (id: number, body: object): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: owner.token, body })
const change = (id: number, body: object, scope = 'all'): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.updateSeries, {
    params: { id },
    query: { scope },
    token: owner.token,
    body,
  })
const removeOne = (id: number): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.remove, { params: { id }, token: owner.token })
const remove = (id: number, scope = 'all'): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.removeSeries, {
    params: { id },
    query: { scope },
    token: owner.token,
  })

const idOf = (answer: TestAnswer): number => (answer.payload as { id: number }).id

/** Exactly as many get in as there are places; everybody else is told that somebody is there. */
const expectWinners = (answers: readonly TestAnswer[], places: number): void => {
  const told = answers.filter(({ status }) => status >= 300)
  expect(answers.length - told.length).toBe(places)
  for (const { status, errors } of told)
    expect([status, errors[0]?.message]).toEqual([409, 'appointment_overlap'])
}

const expectNothingBroken = async (): Promise<void> => {
  const { overlaps, ...rules } = await brokenRules(app, owner.practiceId)
  expect(Object.values(rules)).toEqual(Object.values(rules).map(() => 0))
  const { rows } = await sql<{ together: number }>`
    select count(*)::int as together from appointments a join appointments b on a.practice_id = b.practice_id
      and a.doctor_id = b.doctor_id and a.lane = b.lane and a.id < b.id and a.start_at < b.end_at and b.start_at < a.end_at
    where a.practice_id = ${owner.practiceId} and not a.allow_overlap and not b.allow_overlap
      and a.status <> 'cancelled' and b.status <> 'cancelled'`.execute(app.owner.queries)
  expect({ inOneLane: rows[0]?.together }).toEqual({ inOneLane: 0 })
  const { rows: capacities } = await sql<{ capacity: number }>`
    select capacity from doctors where practice_id = ${owner.practiceId} limit 1`.execute(app.owner.queries)
  if (capacities[0]?.capacity !== 1) return
  const { rows: pairs } = await sql<{ count: number }>`${sql.raw(overlappingPairs)}
    and a.practice_id = ${owner.practiceId}`.execute(app.owner.queries)
  expect([Number(pairs[0]?.count), overlaps]).toEqual([0, 0])
}

const atOnce = <T>(works: readonly (() => Promise<T>)[]): Promise<T[]> =>
  Promise.all(works.map((work) => work()))

describe.each([1, 2])('B5 with room for %i at a time', (capacity) => {
  it(`as many series of ${racers} that race for the same times are booked as fit, ${sizes.overlapRounds} rounds`, {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice(capacity)
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 4 * day
      const wishes = Array.from({ length: racers }, (_, index) => ({
        ...times(start + (index % 6) * 5 * minute),
        every: daily(3),
      }))
      expectWinners(await atOnce(wishes.map((wish) => () => book(wish))), capacity)
    }
    await expectNothingBroken()
    reportFigures('B5 series', { capacity, n: sizes.overlapRounds * racers, overlaps: 0 })
  })

  it('series against single appointments: no date is booked beyond its room, no series in part', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice(capacity)
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 5 * day
      const answers = await atOnce(
        Array.from({ length: racers }, (_, index) => () => {
          const shift = (index % 4) * 10 * minute
          return index % 2 === 0
            ? book({ ...times(start + shift), every: daily(4) })
            : book(times(start + (index % 4) * day + shift))
        }),
      )
      for (const { status } of answers) expect([201, 409]).toContain(status)
      const series = answers.filter(({ status }, index) => status === 201 && index % 2 === 0)
      for (const { metadata } of series) expect((metadata as { total: number }).total).toBe(4)
    }
    await expectNothingBroken()
  })

  it('series that are moved to the same times at once, and single occurrences with them', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice(capacity)
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 8 * day
      const count = 6
      const ids: number[] = []
      for (let index = 0; index < count; index += 1)
        ids.push(idOf(await book({ ...times(start + index * 60 * minute), every: daily(3) })))
      const goal = times(start + 12 * 60 * minute)
      expectWinners(await atOnce(ids.map((id) => () => change(id, goal))), capacity)
      const answers = await atOnce(
        ids.flatMap((id, index) => [
          () => change(id, times(start + (14 + (index % 2)) * 60 * minute), 'following'),
          () => move(id, times(start + 14 * 60 * minute)),
        ]),
      )
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
    await expectNothingBroken()
  })
})

describe('B5 lanes that are given anew', () => {
  it('while those in them are moved at once: everybody gets an answer, and no lane holds two', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice(2)
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 3 * day
      const at = (minutes: number) => times(start + minutes * minute, 60)
      const early = idOf(await book(at(0)))
      const between = idOf(await book(at(30)))
      // It gets the second lane while the first is taken by the one between, which then goes.
      const late = idOf(await book(at(75)))
      await move(late, at(60))
      await removeOne(between)
      const answers = await atOnce([
        () => book({ ...at(30), every: daily(2) }),
        () => move(late, at(240)),
        () => move(early, at(180)),
        () => book(at(45)),
      ])
      for (const { status, text } of answers) expect([200, 201, 409], text).toContain(status)
    }
    await expectNothingBroken()
  })
})

describe('B5 one series', () => {
  it('is changed, ended, split, moved in part, deleted in part and taken back by many at once, and stays whole', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice()
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 30 * day
      await book({ ...times(start), every: daily(10) })
      const { rows } = await sql<{ id: number }>`
        select id from appointments where practice_id = ${owner.practiceId} and start_at >= ${new Date(start)}
        order by start_at`.execute(app.owner.queries)
      const id = (index: number): number => rows[index]?.id ?? 0
      const answers = await atOnce([
        () => change(id(0), times(start + 60 * minute)),
        () => change(id(4), times(start + 4 * day + 120 * minute), 'following'),
        () => change(id(2), { every: { ...daily(6), interval: 2 } }),
        () => change(id(6), { title: 'Grupo' }, 'following'),
        () => move(id(5), times(start + 5 * day + 180 * minute)),
        () => removeOne(id(0)),
        () => removeOne(id(3)),
        () => removeOne(id(8)),
        () => remove(id(9), 'following'),
        () => move(id(1), { status: 'arrived' }),
      ])
      for (const { status, text } of answers) expect([200, 404, 409], text).toContain(status)
      await expectNothingBroken()
    }
  })

  it('two that make one appointment repeat at once: the second changes the series that the first made', async () => {
    await freshPractice()
    for (let round = 0; round < 3; round++) {
      const single = idOf(await book(times(first + round * 60 * minute)))
      const answers = await Promise.all([
        change(single, { every: daily(3) }),
        change(single, { every: daily(5) }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from appointments a join appointments f using (practice_id, series_id)
        where f.practice_id = ${owner.practiceId} and f.id = ${single}`.execute(app.owner.queries)
      expect([3, 5]).toContain(rows[0]?.count)
      await expectNothingBroken()
    }
  })

  it('two that change it at once with the version they know: one is done, the other is told', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice()
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 6 * day
      const id = idOf(await book({ ...times(start), every: daily(4) }))
      const answers = await atOnce([
        () => change(id, { ...times(start + 60 * minute), version: 1 }),
        () => change(id, { ...times(start + 120 * minute), version: 1 }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const told = answers.find(({ status }) => status === 409)
      expect(told?.errors[0]?.message).toBe('version_conflict')
    }
    await expectNothingBroken()
  })

  it('two practitioners swap their series at once: nobody is booked twice', {
    timeout: sizes.patienceMs,
  }, async () => {
    await freshPractice()
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const start = first + round * 6 * day
      const own = idOf(await book({ ...times(start), every: daily(4) }))
      const others = idOf(await book({ ...times(start), every: daily(4) }, colleague.doctorId))
      const answers = await atOnce([
        () => change(own, { doctorId: colleague.doctorId }),
        () => change(others, { doctorId: owner.doctorId }),
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
    await expectNothingBroken()
  })
})
