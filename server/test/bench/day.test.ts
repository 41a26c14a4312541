import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { ActKind } from '../../../bench/day/acts.ts'
import { type PlanOptions, planDay } from '../../../bench/day/plan.ts'
import { largestThatHolds } from '../../../bench/day/search.ts'
import { fillPractices, nextTime, timeNow } from '../../../bench/day/seed.ts'
import { testPractice } from '../test-practice.ts'
import { checkRecords } from './check-records.ts'

const options: PlanOptions = {
  practices: 50,
  practitioners: 4,
  receptionists: 1,
  visitsAnHour: 6,
  minutes: 15,
  opening: { from: 0, until: 3 },
  seed: 1,
  firstTurn: 0,
}
const minute = 60_000

const momentsOf = (plan: ReturnType<typeof planDay>) =>
  plan.map(({ waves, ...act }) => ({ ...act, waves: waves.map(({ step, due }) => ({ step, due })) }))

const count = (plan: ReturnType<typeof planDay>, kind: ActKind): number =>
  plan.filter((act) => act.kind === kind).length

describe('the plan of a day', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(momentsOf(planDay(options))).toEqual(momentsOf(planDay(options)))
    expect(momentsOf(planDay({ ...options, seed: 2 }))).not.toEqual(momentsOf(planDay(options)))
  })

  it('has as many visits as the pace says, of each of their three parts, from when the practices are open', () => {
    const plan = planDay(options)
    const { practices, visitsAnHour, minutes, opening } = options
    const openMinutes = minutes - opening.until / 2 - 1
    for (const kind of ['receive', 'write', 'book'] as const)
      expect(Math.abs(count(plan, kind) - (practices * visitsAnHour * openMinutes) / 60)).toBeLessThan(3)
  })

  it('spreads visits evenly over a full hour: six in each practice', () => {
    const opening = { from: -1, until: -1 }
    const plan = planDay({ ...options, minutes: 60, opening })
    for (const kind of ['receive', 'write', 'book'] as const)
      expect(Math.abs(count(plan, kind) - 300)).toBeLessThan(2)
    const quarters = [0, 1, 2, 3].map(
      (quarter) =>
        plan.filter((act) => act.kind === 'write' && Math.floor(act.begins / (15 * minute)) === quarter)
          .length,
    )
    for (const visits of quarters) expect(Math.abs(visits - 75)).toBeLessThan(2)
  })

  it('lets everybody sign in once, before their practice works', () => {
    const signIns = planDay(options).filter(({ kind }) => kind === 'sign-in')
    expect(new Set(signIns.map(({ practice, person }) => `${practice}/${person}`)).size).toBe(250)
    expect(signIns).toHaveLength(250)
    expect(Math.max(...signIns.map(({ begins }) => begins))).toBeLessThan(3.5 * minute)
  })

  it('knows every moment before an answer has come, in order within an act and none behind the end', () => {
    for (const { begins, waves } of planDay(options)) {
      const moments = waves.map(({ due }) => due)
      expect(moments.every((due) => due >= begins && due < 15 * minute)).toBe(true)
      expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    }
  })

  it('saves a draft every 0.85 s while somebody types, whenever the one before is answered', () => {
    const [note] = planDay({ ...options, minutes: 60 }).filter(({ kind }) => kind === 'write')
    const drafts = note?.waves.filter(({ step }) => step === 'draft').map(({ due }) => due) ?? []
    expect(drafts).toHaveLength(69)
    const gaps = drafts.slice(1).map((due, index) => Math.round(due - (drafts[index] ?? 0)))
    expect(gaps.filter((gap) => gap === 850)).toHaveLength(66)
  })
})

describe('the search', () => {
  it('finds the largest number that holds, within a twentieth', async () => {
    const tried: number[] = []
    const found = await largestThatHolds({ from: 25 }, (number) => {
      tried.push(number)
      return Promise.resolve(number <= 130)
    })
    expect(found).toBeGreaterThan(123)
    expect(found).toBeLessThanOrEqual(130)
    expect(tried.slice(0, 4)).toEqual([25, 50, 100, 200])
  })

  it('finds a small number exactly, and none where none holds', async () => {
    expect(await largestThatHolds({ from: 25 }, (number) => Promise.resolve(number <= 7))).toBe(7)
    expect(await largestThatHolds({ from: 25 }, () => Promise.resolve(false))).toBe(0)
  })

  it('looks between what is known to hold and what is known not to, and asks neither again', async () => {
    const asked: number[] = []
    const found = await largestThatHolds({ from: 200, until: 240 }, (number) => {
      asked.push(number)
      return Promise.resolve(number <= 215)
    })
    expect([found, asked]).toEqual([210, [220, 210]])
  })
})

it('two bookings of one practitioner never meet', () => {
  const time = timeNow(new Date('2026-11-28T23:30:00Z'))
  const starts = Array.from({ length: 500 }, (_, number) => nextTime(time, number).start)
  expect(new Set(starts).size).toBe(500)
})

describe('the seed of a day', async () => {
  const { app, owner: person } = await testPractice({ alone: true })
  const practice = {
    number: 0,
    practiceId: person.practiceId,
    userId: person.userId,
    doctorId: person.doctorId,
  }

  it('writes every record right by a form that exists, and ten visits of each practitioner today', async () => {
    const owner = new pg.Client(app.database.ownerConnection)
    await owner.connect()
    const time = timeNow()
    await fillPractices(owner, [practice], time, { practitioners: 4, receptionists: 1 }).finally(() =>
      owner.end(),
    )
    expect(await checkRecords(app)).toEqual({ count: 2000, wrong: [] })
    const visits = await sql<{ count: number }>`
      select count(*)::int as count from appointments
      where start_at between ${new Date(time.midnight)} and ${new Date(time.midnight + 86_400_000)}
      group by doctor_id`.execute(app.owner.queries)
    expect(visits.rows.map((row) => row.count)).toEqual([10, 10, 10, 10])
  })
})
