import { verifyChain } from '../../platform/audit/audit.verify.ts'
import { type Queries, transaction } from '../../platform/database/database.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import { findPracticesFrom, noteTrailCheck, readTrailCheck } from './monitoring.repository.ts'

/** The trail is verified again so long after it was verified to its end, in milliseconds. */
const againAfterMs = 30 * 60_000

const isBroken = async (queries: Queries, keys: KeyRing, practiceId: number): Promise<boolean> => {
  const { faults } = await transaction(queries, { practiceId, userId: 0 }, 'snapshot', (tx) =>
    verifyChain(tx, keys, practiceId),
  )
  return faults.length > 0
}

/** Whether it is time to go on: in the middle of the trail at once, from its end after half an hour. */
const isDue = (check: { readonly nextPracticeId: number; readonly checkedAt: string | null }): boolean =>
  check.nextPracticeId !== 0 ||
  check.checkedAt === null ||
  Date.now() - Date.parse(check.checkedAt) > againAfterMs

/**
 * Goes on verifying the chains of the trail for so many milliseconds, one practice after the other, where it stopped the last time. An
 * installation of usual size is through in one go, twice an hour; a large one is verified without end, a slice a minute.
 */
export const verifySlice = async (queries: Queries, keys: KeyRing, forMs: number): Promise<void> => {
  const check = await readTrailCheck(queries)
  if (!isDue(check)) return
  const until = performance.now() + forMs
  let { broken } = check
  for (const practiceId of await findPracticesFrom(queries, check.nextPracticeId)) {
    if (performance.now() > until) {
      await noteTrailCheck(queries, { nextPracticeId: practiceId, broken, isWhole: false })
      return
    }
    if (await isBroken(queries, keys, practiceId)) broken += 1
  }
  await noteTrailCheck(queries, { nextPracticeId: 0, broken, isWhole: true })
}
