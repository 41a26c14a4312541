import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../factories/clinical.ts'
import { sellPackage } from '../factories/packages.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'

/** Processes of one installation with ten connections each. */
const processes = sizes.packageRacers / 10

let here: TestApp
let apps: readonly TestApp[]
let owner: TestPerson

beforeAll(async () => {
  here = await buildTestApp()
  const others = Array.from({ length: processes - 1 }, () => buildTestApp({ on: here }))
  apps = [here, ...(await Promise.all(others))]
  owner = await registerOwner(here)
})
afterAll(async () => {
  for (const app of apps.slice(1)) await app.close()
  await here.close()
})

/** Does the n-th of so many things, as many at a time as there are racers. */
const race = async <T>(count: number, doIt: (n: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  let next = 0
  const racer = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      done.push(await doIt(n))
    }
  }
  await Promise.all(Array.from({ length: sizes.packageRacers }, racer))
  return done
}

/** Asks again whoever waited so long for a lock that they were told to come back (503): on a busy machine some are. */
const untilTold = async (ask: () => Promise<TestAnswer>): Promise<TestAnswer> => {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

const appOf = (n: number): TestApp => apps[n % apps.length] ?? here

/** A family, so that nobody waits for the file of another, with a case each and follow-ups enough. */
const family = async (size: number, followUps: number) => {
  const patientIds: number[] = []
  const recordIds: number[] = []
  for (let member = 0; member < size; member += 1) {
    const { id } = await createPatient(here, owner, { firstName: `Familiar ${member}` })
    const { id: caseId } = await writeRecord(here, owner, caseInput(id))
    const first = await writeRecord(here, owner, followUpInput(id, caseId))
    const { rows } = await sql<{ id: number }>`
      insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data, case_id,
        session_number)
      select practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data, case_id, n
      from records, generate_series(2, ${Math.ceil(followUps / size)}::int) n where id = ${first.id}
      returning id`.execute(here.owner.queries)
    patientIds.push(id)
    recordIds.push(first.id, ...rows.map((row) => row.id))
  }
  return { patientIds, recordIds: recordIds.slice(0, followUps) }
}

interface Books {
  readonly num: number
  readonly used: number
  readonly uses: number
  readonly told: number
}

const booksOf = async (id: number): Promise<Books> => {
  const { rows } = await sql<Books>`
    select num_sessions as num, used_sessions as used,
      (select count(*)::int from session_package_uses where package_id = ${id} and state = 'used') as uses,
      (select sum(sessions)::int from session_package_movements where package_id = ${id}) as told
    from session_packages where id = ${id}`.execute(here.owner.queries)
  if (!rows[0]) throw new Error('no package')
  return rows[0]
}

const outcomes = (answers: readonly TestAnswer[]) => {
  const keys = answers.map(({ status, errors }) =>
    status < 300 ? 'taken' : `${status} ${errors[0]?.message}`,
  )
  return Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length]))
}

describe('B3 sessions of a package', () => {
  it(`are taken once each: ten of ${sizes.packageUses} uses from ${sizes.packageRacers} connections get one`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const { patientIds, recordIds } = await family(20, sizes.packageUses)
    const { id } = await sellPackage(here, owner, patientIds[0] ?? 0, { patientIds })
    let isRacing = true
    let samples = 0
    const watching = (async () => {
      while (isRacing) {
        const { used, num } = await booksOf(id)
        expect(used).toBeLessThanOrEqual(num)
        samples += 1
      }
    })()
    const answers = await race(sizes.packageUses, (n) =>
      untilTold(() =>
        callEndpoint(appOf(n), sessionPackageEndpoints.addRecords, {
          token: owner.token,
          params: { id },
          body: { recIds: [recordIds[n]] },
        }),
      ),
    )
    isRacing = false
    await watching
    expect(outcomes(answers)).toEqual({ taken: 10, '409 package_used_up': sizes.packageUses - 10 })
    expect(await booksOf(id)).toEqual({ num: 10, used: 10, uses: 10, told: 0 })
    reportFigures('B3', { n: sizes.packageUses, taken: 10, samples, over: 0 })
  })

  it('are kept by the table itself, whatever a program does', async () => {
    const { patientIds } = await family(1, 1)
    const { id } = await sellPackage(here, owner, patientIds[0] ?? 0)
    for (const [used, reserved] of [
      [11, 0],
      [6, 5],
      [-1, 0],
    ])
      await expect(
        sql`update session_packages set used_sessions = ${used}, reserved_sessions = ${reserved} where id = ${id}`.execute(
          here.owner.queries,
        ),
      ).rejects.toMatchObject({ constraint: 'session_packages_room' })
  })

  it('go to new follow-ups of a family one by one, and to no more than there are', async () => {
    const members = await family(sizes.packageRacers, sizes.packageRacers)
    const { rows: cases } = await sql<{ id: number; patientId: number }>`
      select id, patient_id as "patientId" from records
      where subtype = 'case' and patient_id = any(${members.patientIds}::bigint[])`.execute(
      here.owner.queries,
    )
    const sold: SessionPackage[] = []
    for (let count = 0; count < 2; count += 1)
      sold.push(
        await sellPackage(here, owner, members.patientIds[0] ?? 0, {
          patientIds: members.patientIds.slice(1, 20),
          autoAdd: true,
          numSessions: 5,
        }),
      )
    const served = cases.filter(({ patientId }) => members.patientIds.slice(0, 20).includes(patientId))
    const ids = await race(served.length, async (n) => {
      const { id = 0, patientId = 0 } = served[n] ?? {}
      return (await writeRecord(appOf(n), owner, followUpInput(patientId, id))).id
    })
    expect(ids).toHaveLength(20)
    for (const { id } of sold) expect(await booksOf(id)).toEqual({ num: 5, used: 5, uses: 5, told: 0 })
  })
})
