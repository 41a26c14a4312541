import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { verifyOrigins } from '../../src/platform/origins/origins.verify.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { buildTestApp } from '../build-test-app.ts'
import { comparable, exportPractice, importPractice } from '../factories/moves.ts'
import { registerOwner } from '../factories/people.ts'
import { deeds, play } from '../factories/random-practice.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { createScratchDirectory } from '../scratch-directory.ts'
import { testServer } from '../test-practice.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const otherSecret = 'the secret of another installation, long enough'

/** Leaves, arrives in an empty installation and leaves again; answers both archives. */
const travel = async (practiceId: number, name: string): Promise<[string, string]> => {
  const [first, second] = [
    path.join(scratch.directory, `${name}-a.zip`),
    path.join(scratch.directory, `${name}-b.zip`),
  ]
  await exportPractice(app, practiceId, first)
  const there = await buildTestApp()
  try {
    await importPractice(there, first, { secret: otherSecret })
    await exportPractice(there, practiceId, second, { secrets: [otherSecret] })
    const chains = await verifyChains(there.pool.queries, deriveKey(otherSecret, 'audit chain'))
    const origins = await verifyOrigins(there.pool.queries)
    expect([...chains, ...origins].flatMap(({ faults }) => [...faults])).toEqual([])
  } finally {
    await there.close()
  }
  return [first, second]
}

it(
  `${sizes.roundTrips} practices of any content come back as they left, but for what tells of the journey`,
  async () => {
    let [practices, done, refused] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        const owner = await registerOwner(app)
        const written = await play(app, owner, all)
        await app.runJobs()
        const [first, second] = await travel(owner.practiceId, `practice-${practices}`)
        expect(await comparable(second)).toEqual(await comparable(first))
        practices += 1
        done += written.done
        refused += all.length - written.done
      }),
      { numRuns: sizes.roundTrips, endOnFailure: true },
    )
    reportFigures('round trips', { practices, done, refused })
    expect(done).toBeGreaterThan(refused)
  },
  sizes.patienceMs,
)
