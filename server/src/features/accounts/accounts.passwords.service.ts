import type { SignedInActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database.ts'
import { enqueue } from '../../platform/jobs.ts'
import { endSessionsOf } from '../../platform/sessions.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { endLinks } from './accounts.links.repository.ts'
import { requireUncommon } from './accounts.policy.ts'
import { findPasswordHash, lockPasswordHash, storePassword } from './accounts.repository.ts'

type PasswordDependencies = Pick<AccountDependencies, 'db' | 'rateLimits' | 'passwords'>

/** Leaves the row of a proof that failed. */
export const noteFailedProof = (db: Database, actor: SignedInActor): Promise<void> =>
  change(db, { ...actor, call: { ...actor.call, idempotent: null } }, async () =>
    audited({ action: 'account.reauthentication_failed' }, undefined),
  )

/**
 * Compares the password of somebody who is signed in. Refuses with password_mismatch, which leaves a row, and with
 * rate_limited.
 */
export const requirePassword = async (
  { db, rateLimits, passwords }: PasswordDependencies,
  actor: SignedInActor,
  stored: string | null,
  given: string,
): Promise<void> => {
  const spending = ['proofs', `user ${actor.userId}`] as const
  await rateLimits.take(spending)
  if (await passwords.isRight(stored, given)) return rateLimits.giveBack(spending)
  await noteFailedProof(db, actor)
  throw new AppError('password_mismatch')
}

export interface PasswordChange {
  readonly currentPassword?: string | undefined
  readonly password: string
}

/** The current password, or a fresh proof of identity where there is none. Answers the hash that was compared. */
const requireProof = async (
  deps: PasswordDependencies,
  actor: SignedInActor,
  currentPassword: string | undefined,
): Promise<string | null> => {
  const passwordHash = await findPasswordHash(deps.db.queries, actor.userId)
  if (passwordHash === null) {
    if (!actor.fresh) throw new AppError('reauth_required')
    return null
  }
  if (currentPassword === undefined) throw invalidField('currentPassword', 'field_required')
  await requirePassword(deps, actor, passwordHash, currentPassword)
  return passwordHash
}

/** Hashing takes a while: a reset that came first stays. */
const replacePassword = async (
  tx: Tx,
  userId: number,
  former: string | null,
  passwordHash: string,
): Promise<void> => {
  const current = await lockPasswordHash(tx, userId)
  if (current !== former) throw new AppError('password_mismatch')
  await storePassword(tx, userId, passwordHash)
}

/**
 * Sets another password and ends the other sessions. Links that were mailed end too: one that gives the account another
 * address may be somebody else's wish.
 */
export const changePassword = async (
  deps: PasswordDependencies,
  actor: SignedInActor,
  { currentPassword, password }: PasswordChange,
): Promise<{ endedSessions: number }> => {
  requireUncommon(password)
  const former = await requireProof(deps, actor, currentPassword)
  const passwordHash = await deps.passwords.hash(password)
  return change(deps.db, actor, async (tx) => {
    await replacePassword(tx, actor.userId, former, passwordHash)
    await endLinks(tx, actor.userId)
    const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
    await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'passwordChanged' })
    return audited({ action: 'account.password_changed', detail: { endedSessions } }, { endedSessions })
  })
}
