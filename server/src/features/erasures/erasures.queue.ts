import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** Carries an erasure out, once its day came. */
export const carryOutJob = 'erasures.carry_out'

/** Makes the certificate of an erasure that is done. */
export const certifyJob = 'erasures.certify'

/** Draws up an act, once none of its files waits any more. */
export const drawUpActJob = 'erasures.draw_up_act'

export interface ErasureKey {
  readonly practiceId: number
  readonly erasureId: number
}

export const queueCarryingOut = (tx: Tx, key: ErasureKey, runAt: Date): Promise<void> =>
  enqueue(tx, carryOutJob, { ...key }, { runAt, withoutEnd: true })

/** Queued with the end of the destruction: it is made if that is committed, however long making it fails. */
export const queueCertificate = (tx: Tx, key: ErasureKey): Promise<void> =>
  enqueue(tx, certifyJob, { ...key }, { withoutEnd: true })

export interface ActKey {
  readonly practiceId: number
  readonly actId: number
}

/** Queued with whatever leaves an act with one file less that waits. */
export const queueAct = async (tx: Tx, practiceId: number, actId: number | null): Promise<void> => {
  if (actId !== null) await enqueue(tx, drawUpActJob, { practiceId, actId }, { withoutEnd: true })
}

const day = 24 * 3_600_000

/** Something keeps it for now: it is looked at again tomorrow. */
export const queueForTomorrow = async (tx: Tx, key: ErasureKey): Promise<void> =>
  queueCarryingOut(tx, key, new Date((await databaseNow(tx)) + day))
