import { type Access, type EndpointShape, needsFreshProof } from '@ulna/contract/http/endpoint'
import { obstacleTo, obstacleToMeet, type Permission, permissions } from '@ulna/contract/permissions'
import {
  type KeyScope,
  missingScopes,
  opensClinical,
} from '@ulna/contract/practice-keys/practice-keys.scopes'
import { AppError } from '../app-error.ts'
import type { Actor, AnonymousActor, Call, PracticeActor, SignedInActor } from './actor.ts'
import type { Operators } from './operators.ts'
import { requirePracticeAccess } from './practice-access.ts'
import { type KeyParts, type KeyReader, keyActor, keyPartsOf } from './practice-keys.reading.ts'
import { authenticate, type SessionReader } from './sessions.reading.ts'

/** Refuses with reauth_required unless identity was proven within the last minutes. */
export const requireFreshProof = (actor: SignedInActor | PracticeActor): void => {
  if (!actor.fresh) throw new AppError('reauth_required')
}

/** Refuses what the table of permissions does not allow a member, a proof that is too old included. */
export const requirePermission = (actor: PracticeActor, permission: Permission): void => {
  const obstacle = obstacleTo(permission, actor)
  if (obstacle) throw new AppError(obstacle)
  if ('fresh' in permissions[permission]) requireFreshProof(actor)
}

const bearer = (header: string | undefined): string | undefined => {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header ?? '')
  if (header !== undefined && !match) throw new AppError('invalid_token')
  return match?.[1]
}

const withoutMembership = ({ kind: _, ...actor }: SignedInActor | PracticeActor): SignedInActor => ({
  kind: 'signed-in',
  call: actor.call,
  userId: actor.userId,
  sessionId: actor.sessionId,
  practiceKeyId: actor.practiceKeyId,
  language: actor.language,
  email: actor.email,
  fresh: actor.fresh,
  handedOver: actor.handedOver,
  practiceId: actor.practiceId,
})

/** Somebody as such; whoever runs the installation works in no practice meanwhile. */
const actorOf = (person: SignedInActor | PracticeActor, access: 'signed-in' | 'operator'): SignedInActor =>
  access === 'operator' ? { ...withoutMembership(person), practiceId: null } : withoutMembership(person)

/** Names the practice a program believes it works in; the session alone decides. */
export const practiceHeader = 'ulna-practice'

/**
 * A session works in one practice, and its tabs may disagree about which: what was meant for one practice must not
 * happen in another. `params.chosen` says where the session works.
 */
const requireSamePractice = (claimed: string | undefined, { practiceId }: PracticeActor): void => {
  if (claimed !== undefined && claimed !== String(practiceId))
    throw new AppError('practice_required', { params: { chosen: practiceId } })
}

/** Refuses whoever means another practice, and whom the rules of this one keep out from there and then. */
const requireEntry = (person: PracticeActor, claimedPractice: string | undefined): void => {
  requireSamePractice(claimedPractice, person)
  requirePracticeAccess(person, person)
}

/** A practice that is about to be deleted is read, exported and taken back; nothing else happens in it. */
const refuseWhileClosing = (
  { closing }: PracticeActor,
  { method, whileClosing }: Pick<EndpointShape, 'method' | 'whileClosing'>,
): void => {
  if (closing && method !== 'GET' && !whileClosing) throw new AppError('practice_closing')
}

/** Refuses whose standing in the practice is not what an endpoint asks for. */
const requireStanding = (person: PracticeActor, access: Exclude<Access, string>): void => {
  const obstacle = obstacleToMeet(access, person)
  if (obstacle) throw new AppError(obstacle)
}

/** What a member's endpoint asks for, the rules of the practice first. */
const admitMember = (
  person: SignedInActor | PracticeActor,
  access: Exclude<Access, string>,
  { endpoint, claims }: Pick<Admission, 'endpoint' | 'claims'>,
): PracticeActor => {
  if (person.kind !== 'member') throw new AppError('practice_required')
  requireEntry(person, claims.practice)
  requireStanding(person, access)
  refuseWhileClosing(person, endpoint)
  return person
}

/** Whoever holds the device of somebody else may do what signing a document takes, and nothing besides. */
const requireOwnDevice = (
  { handedOver }: SignedInActor | PracticeActor,
  endpoint: Pick<EndpointShape, 'handedOver'>,
): void => {
  if (handedOver === null || endpoint.handedOver !== undefined) return
  const { patientId, recordId } = handedOver
  throw new AppError('session_handed_over', { params: { patientId, recordId } })
}

/** What a request says of itself, besides path and content. */
export interface Claims {
  readonly authorization: string | undefined
  /** Value of `practiceHeader`. */
  readonly practice: string | undefined
}

/** Hears who the caller is, before anything is refused them. */
export type Recognised = (person: SignedInActor | PracticeActor) => void

const noteNobody: Recognised = () => undefined

/** What knows who calls, by what they show. */
export interface Readers {
  readonly sessions: SessionReader
  readonly keys: KeyReader
  readonly operators: Operators
}

export interface Admission {
  readonly endpoint: Pick<
    EndpointShape,
    'method' | 'access' | 'fresh' | 'handedOver' | 'shortCode' | 'whileClosing'
  >
  /** What a key of the practice has to be given for it; null where none will do. */
  readonly keyScopes: readonly KeyScope[] | null
  readonly claims: Claims
  readonly call: Call
  readonly recognised?: Recognised | undefined
}

/**
 * Whoever made the key, as far as its scopes go: refuses with key_scope what these do not open, and whatever no key
 * opens, whoever made it.
 */
const admitKey = async (
  keys: KeyReader,
  parts: KeyParts,
  { endpoint: { access }, keyScopes, claims, call, recognised = noteNobody }: Admission,
): Promise<PracticeActor> => {
  const key = await keys.find(parts)
  const person = keyActor(key, opensClinical(keyScopes ?? [], key.scopes), call)
  recognised(person)
  await keys.use(key)
  requireEntry(person, claims.practice)
  if (keyScopes === null || typeof access === 'string') throw new AppError('key_scope')
  const missing = missingScopes(keyScopes, key.scopes)
  if (missing.length > 0) throw new AppError('key_scope', { params: { missing: missing.join(' ') } })
  requireStanding(person, access)
  return person
}

/** The actor of a request, after everything its endpoint declares was checked. */
export const admit = async ({ sessions, keys, operators }: Readers, admission: Admission): Promise<Actor> => {
  const { endpoint, claims, call, recognised = noteNobody } = admission
  const { access } = endpoint
  if (access === 'public') return { kind: 'anonymous', call } satisfies AnonymousActor
  const token = bearer(claims.authorization)
  const key = keyPartsOf(token)
  if (key) return admitKey(keys, key, admission)
  const person = await authenticate(sessions, token, call)
  recognised(person)
  requireOwnDevice(person, endpoint)
  if (access === 'operator') await operators.require(person)
  const actor = typeof access === 'string' ? actorOf(person, access) : admitMember(person, access, admission)
  const isProven = endpoint.handedOver === 'as proof' && actor.handedOver?.recent === true
  if (needsFreshProof(endpoint) && !isProven && !endpoint.shortCode) requireFreshProof(actor)
  return actor
}
