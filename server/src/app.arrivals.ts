import { goOnWithErasures } from './features/erasures/erasures.arrive.service.ts'
import { goOnWithProcessing } from './features/files/files.arrive.service.ts'
import { forgetUndecided } from './features/hand-overs/receiving/hand-overs.arrive.service.ts'
import { goOnWithImports } from './features/imports/imports.arrive.service.ts'
import { goOnWithTemporary } from './features/records/records.expiry.service.ts'
import { goOnWithExpiry } from './features/session-packages/session-packages.arrive.service.ts'
import type { Tx } from './platform/database/database.ts'

/** Queues again what features were about to do for a practice where it came from: jobs do not travel, rows do. */
export const goOnWithWork = async (tx: Tx, practiceId: number): Promise<void> => {
  await goOnWithTemporary(tx, practiceId)
  await goOnWithProcessing(tx, practiceId)
  await goOnWithImports(tx, practiceId)
  await goOnWithExpiry(tx, practiceId)
  await forgetUndecided(tx, practiceId)
  await goOnWithErasures(tx, practiceId)
}
