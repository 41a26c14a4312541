import type { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import type { BodyOf } from '@ulna/contract/http/endpoint'
import { limits } from '@ulna/contract/http/text'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { fromPostgres } from '../../../platform/database/postgres-errors.ts'
import type { HostedPerson, IdentityService } from '../../../platform/identity/identity.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { AnonymousActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { endLinks } from '../recovery/accounts.links.repository.ts'
import { enrol, type Newcomer } from '../second-factor/accounts.enrolment.ts'
import { forgetDevices } from '../sign-in/accounts.sign-in.repository.ts'
import { noteFailedSignIn, type SignedIn, signInProven, startSession } from '../sign-in/accounts.sign-in.ts'
import { countSignIn } from '../sign-in/accounts.sign-in-limits.ts'
import { endUnprovenFactors } from '../sign-in/accounts.unproven.ts'
import {
  findByAddress,
  findByFirebaseUid,
  type LinkableAccount,
  lockLinkable,
  storeLinking,
} from './accounts.identity.repository.ts'

type HostedLogin = BodyOf<typeof identityEndpoints.firebaseLogin>
type HostedRegistration = BodyOf<typeof identityEndpoints.firebaseRegister>

interface ProvenPerson extends HostedPerson {
  readonly email: string
  readonly emailVerified: true
}

const hasProvenAddress = (person: HostedPerson): person is ProvenPerson =>
  person.email !== null && person.emailVerified

const withoutKey = (actor: AnonymousActor): AnonymousActor => ({
  ...actor,
  call: { ...actor.call, idempotent: null },
})

/**
 * Links an account with the person who has proven its address, and tells them by mail. Where nobody had proven it,
 * somebody else may have made the account to wait for its owner: what they sign in with, their sessions and links end.
 */
const link = (
  { db }: Pick<AccountDependencies, 'db'>,
  actor: AnonymousActor,
  userId: number,
  { uid, email }: ProvenPerson,
): Promise<void> =>
  change(db, withoutKey(actor), async (tx) => {
    const linkable = await lockLinkable(tx, userId, email)
    if (!linkable) throw new AppError('unauthorized')
    const { wasProven } = linkable
    if (!wasProven) {
      await endUnprovenFactors(tx, userId)
      await forgetDevices(tx, userId)
      await endLinks(tx, userId)
      await endSessionsOf(tx, userId)
    }
    await storeLinking(tx, userId, uid)
    await enqueue(tx, 'accounts.notice', { userId, mail: 'identityLinked' })
    return audited(
      { action: 'account.identity_linked', subject: { type: 'user', id: userId }, detail: { wasProven } },
      undefined,
    )
  })

// Two sign-ins at the same time both want to be the first; the second finds what the first has linked.
const ignoreLost = (error: unknown): void => {
  const key = error instanceof AppError ? error.key : fromPostgres(error)?.key
  if (key !== 'unauthorized' && key !== 'user_already_registered') throw error
}

/** The account of somebody who signs in there for the first time; undefined when there is none, or another's. */
const linkByAddress = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  person: HostedPerson,
): Promise<LinkableAccount | undefined> => {
  if (!hasProvenAddress(person)) return undefined
  const account = await findByAddress(deps.db.queries, person.email)
  if (!account) return undefined
  // Linked since it was looked for by its person: a sign-in of theirs at the same time was quicker.
  if (account.firebaseUid !== null) return account.firebaseUid === person.uid ? account : undefined
  // Signing in refuses both, and says why.
  if (account.disabled || !account.activated) return account
  await link(deps, actor, account.id, person).catch(ignoreLost)
  return findByFirebaseUid(deps.db.queries, person.uid)
}

const accountOf = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  person: HostedPerson,
): Promise<LinkableAccount> => {
  const account =
    (await findByFirebaseUid(deps.db.queries, person.uid)) ?? (await linkByAddress(deps, actor, person))
  if (account) return account
  await noteFailedSignIn(deps, actor, null, 'unauthorized')
  throw new AppError('unauthorized')
}

const identityOf = ({ identity }: AccountDependencies): IdentityService => {
  if (!identity) throw new AppError('not_found')
  return identity
}

const verify = async (
  deps: AccountDependencies,
  identity: IdentityService,
  actor: AnonymousActor,
  idToken: string,
): Promise<HostedPerson> => {
  try {
    return await identity.verify(idToken)
  } catch (error) {
    if (error instanceof AppError && error.key === 'invalid_token')
      await noteFailedSignIn(deps, actor, null, 'invalid_token')
    throw error
  }
}

/**
 * Signs in the person of an ID token: the account that is linked with them, or the one that has their proven address.
 * Refuses with not_found (no such service here), invalid_token, unauthorized, and as every sign-in does.
 */
export const loginWithIdentity = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  { firebaseIdToken, code, remember = false }: HostedLogin,
): Promise<SignedIn> => {
  const identity = identityOf(deps)
  const counted = await countSignIn(deps, actor)
  const person = await verify(deps, identity, actor, firebaseIdToken)
  const account = await accountOf(deps, actor, person)
  await counted.giveBack()
  // The service renews its tokens for months: who has one was not at the keyboard just now.
  const provenAt = new Date(person.signedInAt * 1000)
  return signInProven(deps, actor, { userId: account.id, provenAt, remember, twoFactors: false, code })
}

/** First and last name of «Laura María Restrepo»: nobody knows where one ends, so the first word is the first. */
const namesIn = (name: string | null): readonly [string | undefined, string | undefined] => {
  const words = (name ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/\s+/u)
    .filter(Boolean)
  const [first, ...rest] = words
  return [first, rest.length === 0 ? undefined : rest.join(' ')]
}

const nameOf = (given: string | null | undefined, known: string | undefined, field: string): string => {
  const name = given ?? known?.slice(0, limits.name)
  if (!name) throw invalidField(field, 'field_required')
  return name
}

const newcomerOf = (
  { defaultLanguage }: AccountDependencies,
  { call }: AnonymousActor,
  { uid, email, name }: ProvenPerson,
  input: HostedRegistration,
): Newcomer => {
  const [first, last] = namesIn(name)
  return {
    call,
    username: email,
    email,
    passwordHash: null,
    firstName: nameOf(input.firstName, first, 'firstName'),
    lastName: nameOf(input.lastName, last, 'lastName'),
    language: input.language ?? defaultLanguage,
    activated: true,
    emailVerified: true,
    firebaseUid: uid,
    practiceName: input.practiceName,
    timezone: input.timezone,
    invitation: input.invitation,
  }
}

/**
 * Makes user, profile and practice for the person of an ID token, or joins the practice of an invitation, and signs
 * in. Refuses with not_found, invalid_token (also when the address is not proven), user_already_registered, and as joining
 * by an invitation does.
 */
export const registerWithIdentity = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  input: HostedRegistration,
): Promise<SignedIn> => {
  const identity = identityOf(deps)
  const counted = await countSignIn(deps, actor)
  const person = await verify(deps, identity, actor, input.firebaseIdToken)
  await counted.giveBack()
  if (!hasProvenAddress(person)) throw new AppError('invalid_token')
  const newcomer = newcomerOf(deps, actor, person, input)
  return change(deps.db, actor, async (tx) => {
    await deps.captcha.redeem(tx, input.captcha)
    const { userId, practiceId, terms } = await enrol(deps, tx, newcomer)
    const answer = await startSession(deps, tx, actor, {
      userId,
      practiceId,
      remember: input.remember ?? false,
    })
    const subject = { type: 'user', id: userId }
    const detail = terms ? { ...terms } : {}
    return audited({ action: 'account.register', practiceId, subject, detail }, answer)
  })
}
