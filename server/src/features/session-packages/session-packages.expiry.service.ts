import { packageStatus, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { sql } from 'kysely'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { tellPackages } from './session-packages.ledger.service.ts'
import { lockPackage, type Place } from './session-packages.repository.ts'
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
  const { rows } = await sql<{ at: Date }>`
    select (${expiresOn}::date + 1)::timestamp at time zone ${timezone} + interval '1 minute' as at`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('no moment for the end of a day')
  await enqueue(tx, expireJob, { practiceId, packageId }, { runAt: rows[0].at })
}

const timezoneOf = async (tx: Tx, practiceId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('practices')
    .select('timezone')
    .where('id', '=', practiceId)
    .executeTakeFirst()
  return row?.timezone
}

/**
 * Writes into the ledger that a package expired with what it had left. Every reading counts that for itself, so nothing
 * waits for this. Nobody asked for it: its row in the trail names nobody.
 */
export const tellExpiry = (db: Database, practiceId: number, packageId: number): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    const timezone = await timezoneOf(tx, practiceId)
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
