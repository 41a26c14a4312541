import type { ImportState } from '@ulna/contract/imports/imports.fields'
import { sql } from 'kysely'
import { appendAudit } from '../../platform/audit/audit.strands.ts'
import type { AuditActor, AuditEntry } from '../../platform/audit/audit.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { Pace } from '../../platform/jobs/pace.ts'
import type { Database } from '../../platform/use-case.ts'
import type { ImportKey } from './imports.repository.ts'
import { findImport, type StoredImport } from './imports.repository.ts'

/** Milliseconds that one turn of work lasts; then others have theirs, and the rest is queued behind them. */
const turnMs = 15_000

/** Of the time that work went on, what others are served in before it goes on: it takes longer, and nobody waits for it. */
export const breath = 0.6

/** Who is behind it in the trail: whoever began it, from no session any more. */
export const importActor = ({ practiceId, importId }: ImportKey, userId: number): AuditActor => ({
  practiceId,
  userId,
  sessionId: null,
  requestId: `import ${importId}`,
  ip: null,
})

/**
 * One step of work on an import that is in the state it begins in: a transaction of its own, with rows for the trail. Behind
 * one there is more to do, nobody waits for the disk, and so no commit of anybody else waits behind it: where the machine
 * loses power the last steps are as if they had not been, whole, and are done again. The last step, and every commit of
 * anybody else, brings all before it to the disk.
 */
export const step = (
  db: Database,
  key: ImportKey,
  state: ImportState,
  work: (
    tx: Tx,
    stored: Authorized<StoredImport>,
  ) => Promise<{ more: boolean; trail?: readonly AuditEntry[] }>,
): Promise<boolean> =>
  transaction(db.queries, { practiceId: key.practiceId, userId: 0 }, 'read write', async (tx) => {
    const stored = await findImport(tx, key.practiceId, key.importId, true)
    if (stored?.state !== state) return false
    const { more, trail = [] } = await work(tx, authorized(stored))
    if (more) await sql`set local synchronous_commit = off`.execute(tx)
    const actor = importActor(key, stored.startedBy)
    if (trail.length > 0)
      await appendAudit(
        tx,
        db.auditKey,
        key.practiceId,
        trail.map((entry) => ({ actor, entry })),
      )
    return more
  })

/** Does steps until none is left or the turn is over; answers whether there is more to do. */
export const takeTurn = async (next: () => Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + turnMs
  const pace = new Pace(breath)
  while (await next()) {
    if (performance.now() > until) return true
    await pace.keep()
  }
  return false
}
