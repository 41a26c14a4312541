import type { SessionPayload, User } from '@ulna/contract/accounts/accounts'
import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import type { TimeFormat } from '@ulna/contract/clock-text'
import type { Language } from '@ulna/contract/record-class/record-class'
import { AppError } from '../../platform/app-error.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { endedSessionCookies, sessionCookies } from '../../platform/http/cookies.ts'
import { Answer } from '../../platform/http/route.ts'
import type { Passwords } from '../../platform/identity/passwords.ts'
import type { AnonymousActor, SignedInActor } from '../../platform/sessions/actor.ts'
import { accessObstacle } from '../../platform/sessions/practice-access.rules.ts'
import { refreshSession } from '../../platform/sessions/sessions.renewing.ts'
import { endSession } from '../../platform/sessions/sessions.ts'
import { tokenHash } from '../../platform/tokens.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { findSignInMeans, insertUser, updatePreferences } from './accounts.repository.ts'
import { findPendingEmail } from './recovery/accounts.links.repository.ts'
import { findPasskeys } from './second-factor/accounts.passkeys.repository.ts'
import { readSessionPayload } from './session-payload.ts'
import { findCredentials, findSigningInAccount } from './sign-in/accounts.sign-in.repository.ts'
import {
  firebaseTokenOf,
  noteFailedSignIn,
  type SignedIn,
  type SignInDependencies,
  signInProven,
  startSession,
  type TokenMetadata,
  tokenMetadata,
} from './sign-in/accounts.sign-in.ts'
import { countPassword } from './sign-in/accounts.sign-in-limits.ts'

export type { TokenMetadata }

/**
 * Opens a session for somebody who has just proved who they are without a password, in the transaction that proved
 * it. The caller writes the audit row.
 */
export const signInProvenUser = (
  tx: Tx,
  actor: AnonymousActor,
  who: { readonly userId: number; readonly practiceId: number | null },
): Promise<SignedIn> => startSession({}, tx, actor, { ...who, remember: false })

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
}

/** Makes an account that may sign in at once, inside another feature's transaction. */
export const createAccount = async (
  tx: Tx,
  passwords: Passwords,
  { password, ...account }: NewAccount,
): Promise<User> =>
  insertUser(tx, {
    ...account,
    passwordHash: await passwords.hash(password),
    activated: true,
    emailVerified: false,
    firebaseUid: null,
  })

export interface LoginInput {
  readonly username: string
  readonly password: string
  readonly code?: string | undefined
  readonly remember?: boolean | undefined
}

/**
 * Signs in with user name or address. An unknown name and a wrong password look the same, take as long, and are
 * counted alike.
 */
export const login = async (
  deps: SignInDependencies & Pick<AccountDependencies, 'passwords'>,
  actor: AnonymousActor,
  input: LoginInput,
): Promise<SignedIn> => {
  const { device } = actor.call
  const account = await findCredentials(
    deps.db.queries,
    input.username,
    device === null ? null : tokenHash(device),
  )
  const counted = await countPassword(deps, actor, { name: input.username, account })
  const right = await deps.passwords.isRight(account?.passwordHash, input.password)
  if (!account || !right || account.disabled) {
    await noteFailedSignIn(deps, actor, account?.id ?? null, 'unauthorized')
    throw new AppError('unauthorized')
  }
  await counted.giveBack()
  const { code, remember = false } = input
  const { id: userId, passwordHash } = account
  return signInProven(deps, actor, { userId, passwordHash, remember, twoFactors: false, code })
}

export interface RefreshInput {
  readonly refreshToken: string | undefined
  /** Whether a person has done something since the last time; a tab that nobody looks at renews its token too. */
  readonly active: boolean
}

/** A new Bearer token for the cookie. What it finds wrong with the session is committed before it refuses. */
export const refresh = async (
  deps: Pick<AccountDependencies, 'db' | 'identity'>,
  { refreshToken, active }: RefreshInput,
): Promise<Answer<{ userId: number }, TokenMetadata>> => {
  if (refreshToken === undefined) throw new AppError('session_invalid')
  const renewed = await transaction(deps.db.queries, installationScope, 'read write', async (tx) => {
    const tokens = await refreshSession(tx, refreshToken, active)
    if (typeof tokens === 'string') return tokens
    return { tokens, firebaseToken: await ownFirebaseToken(deps, tx, tokens.userId) }
  })
  if (typeof renewed === 'string') throw new AppError(renewed)
  const { tokens, firebaseToken } = renewed
  return new Answer(
    { userId: tokens.userId },
    tokenMetadata(tokens, firebaseToken),
    sessionCookies(tokens.refreshToken, tokens.remember),
  )
}

const ownFirebaseToken = async (
  deps: Pick<AccountDependencies, 'identity'>,
  tx: Tx,
  userId: number,
): Promise<string | null> => {
  const account = deps.identity ? await findSigningInAccount(tx, userId) : undefined
  return account ? firebaseTokenOf(deps, account) : null
}

/** The access rules of the practice keep its members out of what says who they are there, too. */
const requireWorkplace = (actor: SignedInActor, { practice, role, user }: SessionPayload): void => {
  if (!practice || !role) throw new AppError('practice_required')
  const obstacle = accessObstacle(practice.configurations.access, {
    ip: actor.call.ip,
    role,
    email: user.email,
    timezone: practice.timezone,
    now: new Date(),
  })
  if (obstacle) throw new AppError(obstacle)
}

/** 403 practice_required until a practice is chosen. */
export const readMe = (
  deps: Pick<AccountDependencies, 'db' | 'identity'>,
  actor: SignedInActor,
): Promise<Answer<SessionPayload, { firebaseToken: string | null }>> =>
  lookUp(deps.db, actor, async (tx) => {
    const payload = await readSessionPayload(tx, actor.userId, actor.practiceId)
    requireWorkplace(actor, payload)
    return new Answer(payload, { firebaseToken: await ownFirebaseToken(deps, tx, actor.userId) })
  })

export const logout = (db: Database, actor: SignedInActor): Promise<Answer<{ id: number }, undefined>> =>
  change(db, actor, async (tx) => {
    await endSession(tx, actor.sessionId)
    const answer = new Answer({ id: actor.sessionId }, undefined, endedSessionCookies)
    return audited({ action: 'account.logout' }, answer)
  })

export interface Preferences {
  readonly language?: Language | undefined
  readonly timeFormat?: TimeFormat | undefined
}

export const changePreferences = (
  db: Database,
  actor: SignedInActor,
  preferences: Preferences,
): Promise<User> =>
  change(db, actor, async (tx) => {
    const user = await updatePreferences(tx, actor.userId, preferences)
    return audited({ action: 'account.language_changed', detail: { ...preferences } }, user)
  })

/** How the caller signs in. */
export const readSecurity = (db: Database, actor: SignedInActor): Promise<SecurityOverview> =>
  lookUp(db, actor, async (tx) => {
    const [means, passkeys, pendingEmail] = await Promise.all([
      findSignInMeans(tx, actor.userId),
      findPasskeys(tx, actor.userId),
      findPendingEmail(tx, actor.userId),
    ])
    if (!means) throw new AppError('session_invalid')
    return { ...means, passkeys, pendingEmail }
  })
