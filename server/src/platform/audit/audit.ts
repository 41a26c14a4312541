import type { AuditAction } from '@ulna/contract/audit-actions'
import { AppError } from '../app-error.ts'
import { isRetryable } from '../database/postgres-errors.ts'

/** What was done, to what. `detail` names fields and counts, never clinical content. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly patientId?: number | null
  readonly subject?: { readonly type: string; readonly id: number }
  readonly detail?: Readonly<Record<string, unknown>>
  /** Where the row belongs when it is not the actor's practice: the practice just created or chosen. */
  readonly practiceId?: number
}

/** Who did it, from where. */
export interface AuditActor {
  readonly practiceId: number
  readonly userId: number | null
  readonly sessionId: number | null
  /** The key of the practice it was done with; nothing where a person was at work. */
  readonly practiceKeyId?: number | null
  readonly requestId: string
  readonly ip: string | null
}

/** What becomes a row of the trail once its number is known. */
export interface UnchainedRow {
  readonly actor: AuditActor
  readonly entry: AuditEntry
}

/**
 * Without its row in the trail nothing is answered and nothing is written. Whatever kept the row out, the caller may
 * come back; what may go well when tried again at once goes on as it is.
 */
export const unavailable = (cause: unknown): unknown =>
  isRetryable(cause)
    ? cause
    : Object.assign(new AppError('service_unavailable', { retryAfter: 2 }), { cause })

export const refuseUnavailable = (error: unknown): never => {
  throw unavailable(error)
}
