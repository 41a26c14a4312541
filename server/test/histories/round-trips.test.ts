import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { verifyOrigins } from '../../src/platform/origins/origins.verify.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { buildTestApp } from '../build-test-app.ts'
import { comparable, exportPractice, importPractice, readZip } from '../factories/moves.ts'
import { registerOwner } from '../factories/people.ts'
import type { Deed } from '../factories/random-practice/deeds.ts'
import { deeds, play } from '../factories/random-practice/random-practice.ts'
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
    const origins = await verifyOrigins(there.pool.queries, [deriveKey(otherSecret, 'audit chain')])
    expect([...chains, ...origins].flatMap(({ faults }) => [...faults])).toEqual([])
  } finally {
    await there.close()
  }
  return [first, second]
}

/** Whatever else is drawn, one practice has files of other programs of every kind, of which some were taken back, and files of other practices. */
const withArrivals: readonly Deed[] = [
  ...[0, 8, 1, 5, 2, 3].map((at) => ({ kind: 'import', at, hours: 1 }) as const),
  ...[1, 3].map((at) => ({ kind: 'take-back', at, hours: 1 }) as const),
  { kind: 'hand-over', at: 1, hours: 1 } as const,
  ...[3, 4].map((at) => ({ kind: 'receive', at, hours: 1 }) as const),
  ...[0, 1].map((at) => ({ kind: 'key', at, hours: 1 }) as const),
].map((deed) => ({ ...deed, text: "O'Brien\\" }))

/** Tables of what came from elsewhere, which a practice seldom has all of. */
const arrivals = [
  ...['imports', 'import_rows', 'imported_patients', 'imported_items'],
  ...['hand_overs', 'received_hand_overs', 'received_forms', 'received_records'],
] as const

/** How many rows of such an archive says. */
const countArrivals = async (archive: string): Promise<Readonly<Record<string, number>>> => {
  const files = await readZip(archive)
  const linesOf = (table: string): number =>
    (files.get(`data/${table}.ndjson`)?.toString() ?? '').split('\n').length - 1
  return Object.fromEntries(arrivals.map((table) => [table, linesOf(table)]))
}

it(
  `${sizes.roundTrips} practices of any content come back as they left, but for what tells of the journey`,
  async () => {
    let [practices, done, refused] = [0, 0, 0]
    const came: Record<string, number> = Object.fromEntries(arrivals.map((table) => [table, 0]))
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        const owner = await registerOwner(app)
        const written = await play(app, owner, all)
        await app.runJobs()
        const [first, second] = await travel(owner.practiceId, `practice-${practices}`)
        expect(await comparable(second)).toEqual(await comparable(first))
        for (const [table, rows] of Object.entries(await countArrivals(first)))
          came[table] = (came[table] ?? 0) + rows
        practices += 1
        done += written.done
        refused += all.length - written.done
      }),
      { numRuns: sizes.roundTrips, endOnFailure: true, examples: [[withArrivals]] },
    )
    reportFigures('round trips', { practices, done, refused, ...came })
    expect(done).toBeGreaterThan(refused)
    expect(Object.entries(came).filter(([, rows]) => rows === 0)).toEqual([])
  },
  sizes.patienceMs,
)
