import { freshMinutes } from '@ulna/contract/http/endpoint'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInActor } from '../../../platform/sessions/actor.ts'
import { noteProof } from '../../../platform/sessions/sessions.ts'
import { audited, change } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { findPasswordHash } from '../accounts.repository.ts'
import {
  noteFailedProof,
  requirePassword,
  requireSecondFactor,
} from '../recovery/accounts.passwords.service.ts'
import { readProof, storeProof } from '../second-factor/accounts.passkeys.service.ts'
import { type CountedCode, withCountedCode } from '../second-factor/accounts.second-factor.ts'
import type { WebAuthnJson } from '../second-factor/accounts.webauthn.ts'
import { findSigningInAccount } from './accounts.sign-in.repository.ts'

export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly passkey?: WebAuthnJson | undefined
  readonly firebaseIdToken?: string | undefined
}

export interface Freshness {
  readonly freshUntil: string
}

type Means = 'password' | 'passkey' | 'hosted identity'

const store = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  means: Means,
  prove: (tx: Tx) => Promise<void>,
): Promise<Freshness> =>
  change(deps.db, actor, async (tx) => {
    await prove(tx)
    const freshUntil = await noteProof(tx, actor)
    return audited({ action: 'account.reauthenticated', detail: { means } }, { freshUntil })
  })

/** A factor that counts as one: the code of the second is asked for where the account has one. */
const withSecondFactor = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  means: Means,
  given: string | undefined,
): Promise<Freshness> =>
  withCountedCode(deps.rateLimits, actor.userId, given, (code: CountedCode | undefined) =>
    store(deps, actor, means, (tx) => requireSecondFactor(tx, deps.keys, actor.userId, code)),
  )

const byPassword = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  password: string,
  code: string | undefined,
): Promise<Freshness> => {
  const passwordHash = await findPasswordHash(deps.db.queries, actor.userId)
  await requirePassword(deps, actor, passwordHash, password)
  return withSecondFactor(deps, actor, 'password', code)
}

const byPasskey = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  response: WebAuthnJson,
): Promise<Freshness> => {
  const spending = ['proofs', `user ${actor.userId}`] as const
  await deps.rateLimits.take(spending)
  const proof = await readProof(deps, response)
  if (proof.credential.userId !== actor.userId) throw new AppError('passkey_rejected')
  const answer = await store(deps, actor, 'passkey', (tx) => storeProof(tx, proof))
  await deps.rateLimits.giveBack(spending)
  return answer
}

/** The person signed in there within the last minutes, with the account that is linked to this one. */
const byHostedIdentity = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  idToken: string,
  code: string | undefined,
): Promise<Freshness> => {
  if (!deps.identity) throw new AppError('not_found')
  const person = await deps.identity.verify(idToken)
  const account = await findSigningInAccount(deps.db.queries, actor.userId)
  const isFresh = person.signedInAt * 1000 > Date.now() - freshMinutes * 60_000
  if (person.uid !== account?.firebaseUid || !isFresh) throw new AppError('invalid_token')
  return withSecondFactor(deps, actor, 'hosted identity', code)
}

const prove = (deps: AccountDependencies, actor: SignedInActor, given: Proof): Promise<Freshness> => {
  if (given.passkey !== undefined) return byPasskey(deps, actor, given.passkey)
  if (given.firebaseIdToken !== undefined)
    return byHostedIdentity(deps, actor, given.firebaseIdToken, given.code)
  if (given.password !== undefined) return byPassword(deps, actor, given.password, given.code)
  throw invalidField('password', 'field_required')
}

const failures = new Set(['invalid_code', 'passkey_rejected', 'invalid_token'])

/**
 * Proves again who is at the keyboard; for some minutes what asks for a fresh proof works. Refuses with
 * password_mismatch, second_factor_required, invalid_code, passkey_rejected, invalid_token, not_found (no hosted identity
 * service here) and rate_limited.
 */
export const reauthenticate = async (
  deps: AccountDependencies,
  actor: SignedInActor,
  given: Proof,
): Promise<Freshness> => {
  try {
    return await prove(deps, actor, given)
  } catch (error) {
    // A wrong password has left its row already.
    if (error instanceof AppError && failures.has(error.key)) await noteFailedProof(deps.db, actor)
    throw error
  }
}
