import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import type { ErrorKey } from '@ulna/contract/errors'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { deviceCookieOf, sessionCookies } from '../../../platform/http/cookies.ts'
import { Answer } from '../../../platform/http/route.ts'
import type { AnonymousActor } from '../../../platform/sessions/actor.ts'
import { accessObstacle } from '../../../platform/sessions/practice-access.rules.ts'
import { type FreshTokens, openSession, type SessionOpening } from '../../../platform/sessions/sessions.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import { audited, change } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { type CountedCode, requireCode, withCountedCode } from '../second-factor/accounts.second-factor.ts'
import { readSessionPayload } from '../session-payload.ts'
import {
  findOnlyPlaceOfWork,
  findSigningInAccount,
  lockSigningInAccount,
  noteDevice,
  type PlaceOfWork,
  type SigningInAccount,
} from './accounts.sign-in.repository.ts'

export interface TokenMetadata {
  readonly token: string
  readonly expiresAt: string
  readonly firebaseToken: string | null
}

export type SignedIn = Answer<SessionPayload, TokenMetadata>

export const tokenMetadata = (tokens: FreshTokens, firebaseToken: string | null): TokenMetadata => ({
  token: tokens.accessToken,
  expiresAt: tokens.accessExpiresAt,
  firebaseToken,
})

export type SignInDependencies = Pick<AccountDependencies, 'db' | 'rateLimits' | 'keys' | 'identity'>

/** Signs the web app in to the hosted identity service too; null while there is none. */
export const firebaseTokenOf = async (
  { identity }: Pick<AccountDependencies, 'identity'>,
  { uid, firebaseUid }: { readonly uid: string; readonly firebaseUid: string | null },
): Promise<string | null> => (identity ? identity.customToken(firebaseUid ?? uid) : null)

/** The cookie that lets this browser knock again, however often others did. */
const rememberDevice = async (tx: Tx, actor: AnonymousActor, userId: number): Promise<string> => {
  const [given] = /^[\w-]{43}$/.exec(actor.call.device ?? '') ?? []
  const token = given ?? newToken()
  await noteDevice(tx, userId, tokenHash(token))
  return deviceCookieOf(token)
}

/** Opens a session, in the transaction that decided so: payload, Bearer token, cookies. */
export const startSession = async (
  deps: Pick<AccountDependencies, 'identity'>,
  tx: Tx,
  actor: AnonymousActor,
  opened: SessionOpening,
): Promise<SignedIn> => {
  const tokens = await openSession(tx, { ...opened, call: actor.call })
  const deviceCookie = await rememberDevice(tx, actor, opened.userId)
  const account = deps.identity ? await findSigningInAccount(tx, opened.userId) : undefined
  const firebaseToken = account ? await firebaseTokenOf(deps, account) : null
  const payload = await readSessionPayload(tx, opened.userId, opened.practiceId)
  return new Answer(payload, tokenMetadata(tokens, firebaseToken), [
    ...sessionCookies(tokens.refreshToken, opened.remember),
    deviceCookie,
  ])
}

/** Somebody who has proven who they are with one factor, whichever it was. */
export interface ProvenPerson {
  readonly userId: number
  readonly remember: boolean
  /** The factor counts as two: a passkey, whose device verified its user. */
  readonly twoFactors: boolean
  /** When that was, where it was before now. */
  readonly provenAt?: Date | undefined
  /** A link in a mail lets them in, and no factor. */
  readonly byLink?: boolean | undefined
  /** Hash of the password that was compared. It must still be the account's: a reset ends what the former one opens. */
  readonly passwordHash?: string | null | undefined
}

const obstacleAtWork = (
  place: PlaceOfWork | undefined,
  { email }: SigningInAccount,
  { call }: AnonymousActor,
): ErrorKey | null =>
  place
    ? accessObstacle(place.access, {
        ip: call.ip,
        role: place.role,
        email,
        timezone: place.timezone,
        now: new Date(),
      })
    : null

/**
 * Everything between "proven who" and the answer, in the caller's transaction, which also writes the audit row.
 * Refuses with unauthorized (disabled), user_not_activated, second_factor_required, invalid_code, or the key of the
 * access rule that keeps the person out of their only practice. A practice is chosen when there is just one.
 */
export const finishSignIn = async (
  deps: SignInDependencies,
  tx: Tx,
  actor: AnonymousActor,
  person: ProvenPerson & { readonly code: CountedCode | undefined },
): Promise<{ readonly answer: SignedIn; readonly practiceId: number | null }> => {
  const account = await lockSigningInAccount(tx, person.userId)
  if (!account || account.disabled) throw new AppError('unauthorized')
  if (person.passwordHash !== undefined && account.passwordHash !== person.passwordHash)
    throw new AppError('unauthorized')
  if (!account.activated) throw new AppError('user_not_activated')
  if (account.totp && !person.twoFactors) await requireCode(tx, deps.keys, account.id, person.code)
  const place = await findOnlyPlaceOfWork(tx, account.id)
  const obstacle = obstacleAtWork(place, account, actor)
  if (obstacle) throw new AppError(obstacle)
  const practiceId = place?.practiceId ?? null
  const { userId, remember, provenAt, byLink } = person
  const opening = { userId, practiceId, remember, provenAt, byLink }
  return { answer: await startSession(deps, tx, actor, opening), practiceId }
}

/** What tells that somebody was not let in; the rest is trouble of ours, or too many tries. */
const refusals: ReadonlySet<ErrorKey> = new Set([
  'unauthorized',
  'user_not_activated',
  'second_factor_required',
  'invalid_code',
  'passkey_rejected',
  'ip_rejected',
  'schedule_rejected',
  'practice_domain_rejected',
])

/** Leaves the row of a sign-in that failed. */
export const noteFailedSignIn = (
  { db }: Pick<AccountDependencies, 'db'>,
  actor: AnonymousActor,
  userId: number | null,
  reason: ErrorKey,
): Promise<void> =>
  change(db, { ...actor, call: { ...actor.call, idempotent: null } }, async () =>
    audited(
      {
        action: 'account.login_failed',
        detail: { reason },
        ...(userId === null ? {} : { subject: { type: 'user', id: userId } }),
      },
      undefined,
    ),
  )

export interface SignInProof extends ProvenPerson {
  /** Code as it was given; it is counted and looked at only when the account asks for one. */
  readonly code?: string | undefined
  /** Written with the sign-in: a passkey's counter, a link to the hosted identity. */
  readonly store?: (tx: Tx) => Promise<void>
}

/**
 * Signs in somebody who has proven who they are: counts the code, opens the session, leaves the row account.login or
 * account.login_failed. Refuses as `finishSignIn` does, and with rate_limited.
 */
export const signInProven = async (
  deps: SignInDependencies,
  actor: AnonymousActor,
  { code: text, store, ...person }: SignInProof,
): Promise<SignedIn> => {
  const { userId } = person
  try {
    return await withCountedCode(deps.rateLimits, userId, text, (code) =>
      change(deps.db, actor, async (tx) => {
        await store?.(tx)
        const { answer, practiceId } = await finishSignIn(deps, tx, actor, { ...person, code })
        const subject = { type: 'user', id: userId }
        return audited(
          { action: 'account.login', subject, ...(practiceId === null ? {} : { practiceId }) },
          answer,
        )
      }),
    )
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.key))
      await noteFailedSignIn(deps, actor, userId, error.key)
    throw error
  }
}
