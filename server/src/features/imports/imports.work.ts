import { setTimeout as pause } from 'node:timers/promises'
import type { ImportState } from '@ulna/contract/imports/imports.fields'
import { appendAudit } from '../../platform/audit/audit.strands.ts'
import type { AuditActor, AuditEntry } from '../../platform/audit/audit.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import type { Database } from '../../platform/use-case.ts'
import type { ImportKey } from './imports.repository.ts'
import { findImport, type StoredImport } from './imports.repository.ts'

/** Milliseconds that one turn of work lasts; then others have theirs, and the rest is queued behind them. */
const turnMs = 15_000

/** Milliseconds between two steps, in which others are served: it takes longer, and nobody waits for it. */
const breathMs = 8

export const letOthers = (): Promise<void> => pause(breathMs)

/** Who is behind it in the trail: whoever began it, from no session any more. */
export const importActor = ({ practiceId, importId }: ImportKey, userId: number): AuditActor => ({
  practiceId,
  userId,
  sessionId: null,
  requestId: `import ${importId}`,
  ip: null,
})

/** One step of work on an import that is in the state it begins in: a transaction of its own, with rows for the trail. */
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
  while (await next()) {
    if (performance.now() > until) return true
    await letOthers()
  }
  return false
}
