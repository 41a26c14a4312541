import type { registerInput, SessionPayload, TimeFormat, User } from '@ulna/contract/accounts'
import type { Language } from '@ulna/contract/record-class'
import type * as z from 'zod/mini'
import type { AnonymousActor, SignedInActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Captcha } from '../../platform/captcha.ts'
import { endedSessionCookies, sessionCookies } from '../../platform/cookies.ts'
import { installationScope, type Tx, transaction } from '../../platform/database.ts'
import { hashPassword, isPassword } from '../../platform/passwords.ts'
import { Answer } from '../../platform/route.ts'
import { endSession, type FreshTokens, openSession, refreshSession } from '../../platform/sessions.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { type Founder, foundPractice, onlyPracticeOf } from '../practices/practices.service.ts'
import { findCredentials, findPerson, insertUser, updatePreferences } from './accounts.repository.ts'
import { isCommonPassword } from './common-passwords.ts'
import { readSessionPayload } from './session-payload.ts'

export interface TokenMetadata {
  readonly token: string
  readonly expiresAt: string
  readonly firebaseToken: null
}

export type SignedIn = Answer<SessionPayload, TokenMetadata>

const tokenMetadata = (tokens: FreshTokens): TokenMetadata => ({
  token: tokens.accessToken,
  expiresAt: tokens.accessExpiresAt,
  firebaseToken: null,
})

/** The answer of everything that signs somebody in: payload, Bearer token, cookies. */
const signedIn = async (tx: Tx, tokens: FreshTokens, practiceId: number | null): Promise<SignedIn> => {
  const payload = await readSessionPayload(tx, tokens.userId, practiceId)
  return new Answer(payload, tokenMetadata(tokens), sessionCookies(tokens.refreshToken, tokens.remember))
}

/**
 * Opens a session for somebody who has just proved who they are without a password, in the transaction that proved
 * it. The caller writes the audit row.
 */
export const signInProvenUser = async (
  tx: Tx,
  actor: AnonymousActor,
  who: { readonly userId: number; readonly practiceId: number | null },
): Promise<SignedIn> => {
  const tokens = await openSession(tx, { ...who, remember: false, call: actor.call })
  return signedIn(tx, tokens, who.practiceId)
}

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
}

/** Makes an account that may sign in at once, inside another feature's transaction. */
export const createAccount = async (tx: Tx, { password, ...account }: NewAccount): Promise<User> =>
  insertUser(tx, { ...account, passwordHash: await hashPassword(password) })

export type Registration = z.output<typeof registerInput>

interface Identity {
  readonly username: string
  readonly email: string
}

/** User name is filled from the address, or the address from the user name (specification §4). */
const identityOf = ({ username, email }: Registration): Identity => {
  if (email !== undefined) return { username: username ?? email, email }
  if (username === undefined) throw invalidField('email', 'field_required')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(username)) throw invalidField('email', 'field_required')
  return { username, email: username }
}

/** Makes user, profile and practice, and signs in, all in one transaction. */
export const register = async (
  db: Database,
  actor: AnonymousActor,
  input: Registration,
  { defaultLanguage, captcha }: { defaultLanguage: Language; captcha: Captcha },
): Promise<SignedIn> => {
  const identity = identityOf(input)
  if (isCommonPassword(input.password)) throw invalidField('password', 'password_common')
  const passwordHash = await hashPassword(input.password)
  return change(db, actor, async (tx) => {
    await captcha.redeem(tx, input.captcha)
    const language = input.language ?? defaultLanguage
    const user = await insertUser(tx, {
      ...identity,
      passwordHash,
      firstName: input.firstName,
      lastName: input.lastName,
      language,
    })
    const founder: Founder = {
      userId: user.id,
      firstName: input.firstName,
      lastName: input.lastName,
      email: user.email,
    }
    const { practiceId } = await foundPractice(tx, founder, {
      name: input.practiceName ?? `${input.firstName} ${input.lastName}`.slice(0, 100),
      timezone: input.timezone ?? 'UTC',
      locale: language,
    })
    const tokens = await openSession(tx, {
      userId: user.id,
      practiceId,
      remember: input.remember ?? false,
      call: actor.call,
    })
    const answer = await signedIn(tx, tokens, practiceId)
    return audited({ action: 'account.register', practiceId, subject: { type: 'user', id: user.id } }, answer)
  })
}

export interface LoginInput {
  readonly username: string
  readonly password: string
  readonly remember?: boolean | undefined
}

const noteFailure = (db: Database, actor: AnonymousActor, userId: number | null): Promise<void> =>
  change(db, { ...actor, call: { ...actor.call, idempotent: null } }, async () =>
    audited(
      userId === null
        ? { action: 'account.login_failed' }
        : { action: 'account.login_failed', subject: { type: 'user', id: userId } },
      undefined,
    ),
  )

/** Signs in with user name or address. An unknown name and a wrong password look the same and take as long. */
export const login = async (db: Database, actor: AnonymousActor, input: LoginInput): Promise<SignedIn> => {
  const credentials = await findCredentials(db.queries, input.username)
  const right = await isPassword(credentials?.passwordHash, input.password)
  if (!credentials || !right || credentials.disabled) {
    await noteFailure(db, actor, credentials?.id ?? null)
    throw new AppError('unauthorized')
  }
  if (!credentials.activated) {
    await noteFailure(db, actor, credentials.id)
    throw new AppError('user_not_activated')
  }
  return change(db, actor, async (tx) => {
    // A practice is chosen at sign-in when there is just one.
    const practiceId = await onlyPracticeOf(tx, credentials.id)
    const remember = input.remember ?? false
    const tokens = await openSession(tx, { userId: credentials.id, practiceId, remember, call: actor.call })
    const answer = await signedIn(tx, tokens, practiceId)
    const subject = { type: 'user', id: credentials.id }
    return audited(
      { action: 'account.login', subject, ...(practiceId === null ? {} : { practiceId }) },
      answer,
    )
  })
}

/** A new Bearer token for the cookie. What it finds wrong with the session is committed before it refuses. */
export const refresh = async (
  db: Database,
  refreshToken: string | undefined,
): Promise<Answer<{ userId: number }, TokenMetadata>> => {
  if (refreshToken === undefined) throw new AppError('session_invalid')
  const tokens = await transaction(db.queries, installationScope, 'read write', (tx) =>
    refreshSession(tx, refreshToken),
  )
  if (typeof tokens === 'string') throw new AppError(tokens)
  return new Answer(
    { userId: tokens.userId },
    tokenMetadata(tokens),
    sessionCookies(tokens.refreshToken, tokens.remember),
  )
}

/** 403 practice_required until a practice is chosen. */
export const readMe = (db: Database, actor: SignedInActor): Promise<SessionPayload> =>
  lookUp(db, actor, async (tx) => {
    const payload = await readSessionPayload(tx, actor.userId, actor.practiceId)
    if (!payload.practice) throw new AppError('practice_required')
    return payload
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

/** Who owns a practice that this person makes. */
export const founderOf = async (db: Database, actor: SignedInActor): Promise<Founder> => {
  const person = await findPerson(db.queries, actor.userId)
  if (!person) throw new AppError('session_invalid')
  return { userId: actor.userId, ...person }
}
