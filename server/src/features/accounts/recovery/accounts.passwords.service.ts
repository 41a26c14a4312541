import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { SignedInActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import type { AccountDependencies, AccountKeys } from '../accounts.dependencies.ts'
import { requireUncommon } from '../accounts.policy.ts'
import { findPasswordHash, lockPasswordHash, storePassword } from '../accounts.repository.ts'
import { type CountedCode, requireCode, withCountedCode } from '../second-factor/accounts.second-factor.ts'
import { findSigningInAccount } from '../sign-in/accounts.sign-in.repository.ts'
import { endLinks } from './accounts.links.repository.ts'

type PasswordDependencies = Pick<AccountDependencies, 'db' | 'rateLimits' | 'passwords' | 'keys'>

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

/**
 * Takes the code of an account that has a second factor, beside its password. Refuses with second_factor_required when
 * none was given, and with invalid_code.
 */
export const requireSecondFactor = async (
  tx: Tx,
  keys: AccountKeys,
  userId: number,
  code: CountedCode | undefined,
): Promise<void> => {
  const account = await findSigningInAccount(tx, userId)
  if (account?.totp) await requireCode(tx, keys, userId, code)
}

export interface PasswordChange {
  readonly currentPassword?: string | undefined
  /** Code of the second factor. */
  readonly code?: string | undefined
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

interface Replacement {
  /** The hash that was compared; null where a fresh proof, with all its factors, took its place. */
  readonly former: string | null
  readonly code: CountedCode | undefined
  readonly passwordHash: string
}

const storeReplacement = (
  deps: PasswordDependencies,
  actor: SignedInActor,
  { former, code, passwordHash }: Replacement,
): Promise<{ endedSessions: number }> =>
  change(deps.db, actor, async (tx) => {
    if (former !== null) await requireSecondFactor(tx, deps.keys, actor.userId, code)
    await replacePassword(tx, actor.userId, former, passwordHash)
    await endLinks(tx, actor.userId)
    const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
    await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'passwordChanged' })
    return audited({ action: 'account.password_changed', detail: { endedSessions } }, { endedSessions })
  })

const isWrongCode = (error: unknown): boolean => error instanceof AppError && error.key === 'invalid_code'

/**
 * Sets another password and ends the other sessions. Links that were mailed end too: one that gives the account another
 * address may be somebody else's wish. It takes the present password with its second factor, which a stolen session
 * does not have.
 */
export const changePassword = async (
  deps: PasswordDependencies,
  actor: SignedInActor,
  { currentPassword, code, password }: PasswordChange,
): Promise<{ endedSessions: number }> => {
  requireUncommon(password)
  const former = await requireProof(deps, actor, currentPassword)
  const passwordHash = await deps.passwords.hash(password)
  try {
    return await withCountedCode(deps.rateLimits, actor.userId, code, (counted: CountedCode | undefined) =>
      storeReplacement(deps, actor, { former, code: counted, passwordHash }),
    )
  } catch (error) {
    if (isWrongCode(error)) await noteFailedProof(deps.db, actor)
    throw error
  }
}
