import { packageStatus, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { tellPackages } from './session-packages.ledger.service.ts'
import { endOfDay, findTimezone, lockPackage, type Place } from './session-packages.repository.ts'
import { insertMovement, noteExpiryTold } from './session-packages.write.repository.ts'

/** Tells the ledger that the last day of a package is over. */
export const expireJob = 'session_packages.expire'

/** Queues the end of a package's last day on the practice's clock. */
export const queueExpiry = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  packageId: number,
  expiresOn: string,
): Promise<void> => {
  await enqueue(tx, expireJob, { practiceId, packageId }, { runAt: await endOfDay(tx, timezone, expiresOn) })
}

/**
 * Writes into the ledger that a package expired with what it had left. Every reading counts that for itself, so nothing
 * waits for this. Nobody asked for it: its row in the trail names nobody.
 */
export const tellExpiry = (db: Database, practiceId: number, packageId: number): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    const timezone = await findTimezone(tx, practiceId)
    if (timezone === undefined) return
    const place = { practiceId, timezone }
    const state = await lockPackage(tx, place, packageId)
    if (!state || state.expiresOn === null || state.expiryToldOn === state.expiresOn) return
    // Its last day was moved, which queued another end of it, or the practice keeps another clock by now.
    if (state.expiresOn >= state.today) return queueExpiry(tx, place, packageId, state.expiresOn)
    if (packageStatus(state, state.today) !== 'expired') return
    await insertMovement(tx, practiceId, {
      packageId,
      kind: 'expired',
      cause: 'day_came',
      sessions: 0,
      balance: sessionsLeft(state),
      userId: null,
    })
    await noteExpiryTold(tx, practiceId, packageId)
    await tellPackages(tx, place, [packageId])
    const actor = { practiceId, userId: null, sessionId: null, requestId: 'job', ip: null }
    const subject = { type: 'session_package', id: packageId }
    await auditWrite(tx, db.auditKey, {
      actor,
      entry: { action: 'package.expire', patientId: state.ownerId, subject },
    })
  })
