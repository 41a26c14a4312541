import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** Carries an erasure out, once its day came. */
export const carryOutJob = 'erasures.carry_out'

export interface ErasureKey {
  readonly practiceId: number
  readonly erasureId: number
}

export const queueCarryingOut = (tx: Tx, key: ErasureKey, runAt: Date): Promise<void> =>
  enqueue(tx, carryOutJob, { ...key }, { runAt, withoutEnd: true })

const day = 24 * 3_600_000

/** Something keeps it for now: it is looked at again tomorrow. */
export const queueForTomorrow = async (tx: Tx, key: ErasureKey): Promise<void> =>
  queueCarryingOut(tx, key, new Date((await databaseNow(tx)) + day))
