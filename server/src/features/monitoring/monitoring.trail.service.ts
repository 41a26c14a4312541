import { verifyChain } from '../../platform/audit/audit.verify.ts'
import { enterScope, type Queries, type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { Pace } from '../../platform/jobs/pace.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import {
  claimTrailCheck,
  findPracticesFrom,
  noteTrailCheck,
  readTrailCheck,
} from './monitoring.repository.ts'

/** The trail is verified again so long after it was verified to its end, in milliseconds. */
const againAfterMs = 30 * 60_000

/** Whether it is time to go on: in the middle of the trail at once, from its end after half an hour. */
const isDue = (check: { readonly nextPracticeId: number; readonly checkedAt: string | null }): boolean =>
  check.nextPracticeId !== 0 ||
  check.checkedAt === null ||
  Date.now() - Date.parse(check.checkedAt) > againAfterMs

/**
 * How many times as long as it went on verifying rests: at two fifths of the time it made what others asked for take half as long
 * again.
 */
const breath = 8

const isBroken = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  stopping?: AbortSignal,
): Promise<boolean> => {
  await enterScope(tx, { practiceId, userId: 0 })
  const pace = new Pace(breath)
  const { faults } = await verifyChain(tx, keys, practiceId, { rest: () => pace.keep(stopping) })
  return faults.length > 0
}

/** Verifies one practice and notes it; answers whether there is more to do now, which there is not where another process is at it. */
const verifyNext = (queries: Queries, keys: KeyRing, stopping?: AbortSignal): Promise<boolean> =>
  transaction(queries, installationScope, 'snapshot', async (tx) => {
    if (!(await claimTrailCheck(tx))) return false
    // Not as this transaction sees it, whose moment may be before the note of whoever had the claim.
    const check = await readTrailCheck(queries)
    if (!isDue(check)) return false
    const [practiceId, nextPracticeId] = await findPracticesFrom(queries, check.nextPracticeId, 2)
    const found = practiceId !== undefined && (await isBroken(tx, keys, practiceId, stopping)) ? 1 : 0
    await noteTrailCheck(queries, { nextPracticeId, broken: check.broken + found })
    return nextPracticeId !== undefined
  })

/**
 * Goes on verifying the chains of the trail for so many milliseconds, one practice after the other, where it stopped the last time. An
 * installation of usual size is through in one go, twice an hour; a large one is verified without end, a slice a minute. Once
 * `stopping` is aborted it leaves off at once: whoever goes on begins with the same practice.
 */
export const verifySlice = async (
  queries: Queries,
  keys: KeyRing,
  forMs: number,
  stopping?: AbortSignal,
): Promise<void> => {
  const until = performance.now() + forMs
  try {
    while ((await verifyNext(queries, keys, stopping)) && performance.now() < until);
  } catch (error) {
    if (!stopping?.aborted) throw error
  }
}
