import { type Receipt, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeNumber } from '../../src/features/receipts/receipts.write.repository.ts'
import { transaction } from '../../src/platform/database/database.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { issueReceipt, receiptInput } from '../factories/receipts.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'

/** Processes of one installation with ten connections each. */
const processes = sizes.packageRacers / 10

let here: TestApp
let apps: readonly TestApp[]

beforeAll(async () => {
  here = await buildTestApp()
  const others = Array.from({ length: processes - 1 }, () => buildTestApp({ on: here }))
  apps = [here, ...(await Promise.all(others))]
})
afterAll(async () => {
  for (const app of apps.slice(1)) await app.close()
  await here.close()
})

const appOf = (n: number): TestApp => apps[n % apps.length] ?? here

interface Entry {
  readonly series: string
  readonly sequence: number
  readonly voids: number | null
  readonly at: Date
  readonly total: number
}

const entriesOf = async ({ practiceId }: TestPerson): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`
    select series, sequence, voids_id as voids, issued_at as at, total_minor as total from receipts
    where practice_id = ${practiceId} order by series, sequence`.execute(here.owner.queries)
  return rows
}

/** Every number from the first to the last once, none before the time of the one before it. */
const expectWhole = (entries: readonly Entry[]): void => {
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1))
  entries.slice(1).forEach(({ at }, index) => {
    expect(at.getTime()).toBeGreaterThanOrEqual(entries[index]?.at.getTime() ?? 0)
  })
}

/** What somebody tries at the counter: a receipt, one that is refused, or to void one that was issued before. */
type Try = 'issue' | 'refused' | 'void' | 'voidAgain'

const statusOf = async (
  n: number,
  by: TestPerson,
  wish: Try,
  { patientId, voidable, voided }: { patientId: number; voidable: number; voided: number },
): Promise<number> => {
  const { token } = by
  const reason = `Equivocado ${n}`
  if (wish === 'void' || wish === 'voidAgain') {
    const params = { id: wish === 'void' ? voidable : voided }
    return (await callEndpoint(appOf(n), receiptEndpoints.void, { token, params, body: { reason } })).status
  }
  const body = receiptInput(wish === 'issue' ? patientId : 999_999_999)
  return (await callEndpoint(appOf(n), receiptEndpoints.issue, { token, body })).status
}

describe('B11 numbers of receipts', () => {
  it(`have neither gaps nor pairs under ${sizes.packageRacers} connections, voids and refusals among them`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const owner = await registerOwner(here)
    const { id: patientId } = await createPatient(here, owner)
    const before: Receipt[] = []
    for (let n = 0; n < 11; n += 1) before.push(await issueReceipt(here, owner, patientId))
    const [twice, ...once] = before.map(({ id }) => id)
    const tries: Try[] = Array.from({ length: sizes.packageUses }, (_, n) => {
      if (n % 20 === 7) return 'void'
      if (n % 10 === 3) return 'voidAgain'
      return n % 5 === 4 ? 'refused' : 'issue'
    })
    let next = 0
    const counts: Record<string, number> = {}
    const racer = async (): Promise<void> => {
      while (next < tries.length) {
        const n = next
        next += 1
        const wish = tries[n] ?? 'issue'
        const voidable = once[Math.floor(n / 20) % once.length] ?? 0
        const ask = () => statusOf(n, owner, wish, { patientId, voidable, voided: twice ?? 0 })
        let status = await ask()
        // A machine that is busy with other things may keep somebody waiting for too long; then one asks again.
        while (status === 503) status = await ask()
        counts[`${wish} ${status}`] = (counts[`${wish} ${status}`] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: sizes.packageRacers }, racer))
    const entries = await entriesOf(owner)
    expectWhole(entries)
    const voids = entries.flatMap((entry) => (entry.voids === null ? [] : [entry.voids]))
    expect(new Set(voids).size).toBe(voids.length)
    expect(counts['voidAgain 201']).toBe(1)
    expect(counts['void 201']).toBe(
      Math.min(once.length, Math.ceil(tries.filter((one) => one === 'void').length)),
    )
    expect(counts['refused 404']).toBe(tries.filter((one) => one === 'refused').length)
    const issued = (counts['issue 201'] ?? 0) + before.length
    expect(entries).toHaveLength(issued + voids.length)
    expect(entries.reduce((sum, { total }) => sum + total, 0)).toBe((issued - voids.length) * 45_000)
    reportFigures('B11', {
      connections: sizes.packageRacers,
      entries: entries.length,
      gaps: 0,
      pairs: 0,
      ...counts,
    })
  })

  it('B11 stay whole whatever order of issues, voids, refusals and broken transactions', {
    timeout: sizes.patienceMs,
  }, async () => {
    const step = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]))
    const runs = { numRuns: sizes.everyEndpoint ? 200 : 8 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (script) => {
        const owner = await registerOwner(here)
        const { id: patientId } = await createPatient(here, owner)
        const desk: Desk = { owner, patientId, open: [], voided: [] }
        for (const name of script) await steps[name](desk)
        const entries = await entriesOf(owner)
        expectWhole(entries)
        expect(entries).toHaveLength(desk.open.length + 2 * desk.voided.length)
      }),
      runs,
    )
  })
})

/** Receipts of a practice as the test expects them. */
interface Desk {
  readonly owner: TestPerson
  readonly patientId: number
  readonly open: number[]
  readonly voided: number[]
}

const steps = {
  issue: async ({ owner, patientId, open }: Desk) => {
    open.push((await issueReceipt(here, owner, patientId)).id)
  },
  void: async ({ owner, patientId, open, voided }: Desk) => {
    const id = open.pop()
    if (id === undefined) return
    expect(await statusOf(0, owner, 'void', { patientId, voidable: id, voided: 0 })).toBe(201)
    voided.push(id)
  },
  voidAgain: async ({ owner, patientId, voided: [id] }: Desk) => {
    if (id === undefined) return
    expect(await statusOf(0, owner, 'voidAgain', { patientId, voidable: 0, voided: id })).toBe(409)
  },
  refused: async ({ owner, patientId }: Desk) => {
    expect(await statusOf(0, owner, 'refused', { patientId, voidable: 0, voided: 0 })).toBe(404)
  },
  broken: ({ owner }: Desk) => breakAfterNumber(owner),
}

/** A transaction that took a number and came to nothing, as when a process dies. */
const breakAfterNumber = async ({ practiceId, userId }: TestPerson): Promise<void> => {
  const broken = transaction(here.owner.queries, { practiceId, userId }, 'read write', async (tx) => {
    await takeNumber(tx, { practiceId, timezone: 'America/Bogota' }, '')
    throw new Error('it came to nothing')
  })
  await expect(broken).rejects.toThrow('it came to nothing')
}
