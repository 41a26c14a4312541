import type { Access } from '@ulna/contract/http/endpoint'
import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import type { AuditActor } from '../audit/audit.ts'

/** How one request may be answered again: its key, what it hashes to, and how its answer becomes bytes. */
export interface IdempotentCall {
  readonly key: string
  /** Path of the endpoint. */
  readonly path: string
  readonly requestHash: Buffer
  encode(answer: unknown): StoredAnswer
}

export interface StoredAnswer {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** What every request brings, signed in or not. */
export interface Call {
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
  /** Token of the cookie that says from which browser somebody signed in before. */
  readonly device: string | null
  readonly idempotent: IdempotentCall | null
}

export interface AnonymousActor {
  readonly kind: 'anonymous'
  readonly call: Call
}

interface Person {
  readonly call: Call
  readonly userId: number
  /** 0 where no session stands behind the call. */
  readonly sessionId: number
  /** The key of the practice that the call came with; null for a person at work. */
  readonly practiceKeyId: number | null
  readonly language: Language
  readonly email: string
  /** Proved who they are within the last minutes (`freshMinutes`). */
  readonly fresh: boolean
  /** The document that somebody else signs on the device of this session; null while it is the person's own. */
  readonly handedOver: HandedOver | null
}

export interface HandedOver {
  readonly patientId: number
  readonly recordId: number
  /** Handed over not long ago, with a proof of identity. */
  readonly recent: boolean
}

/** Signed in; a practice may or may not be chosen. */
export interface SignedInActor extends Person {
  readonly kind: 'signed-in'
  readonly practiceId: number | null
}

/** Signed in and a member of the chosen practice. */
export interface PracticeActor extends Person {
  readonly kind: 'member'
  readonly practiceId: number
  readonly doctorId: number
  readonly role: Role
  readonly clinical: boolean
  readonly timezone: string
  readonly configurations: PracticeConfigurations
  /** The practice is about to be deleted: it is only read (decision 0060). */
  readonly closing?: true
  /** Sees what is blocked until it is erased, as erasing alone does. */
  readonly seesBlocked?: true
}

export type Actor = AnonymousActor | SignedInActor | PracticeActor

/** The actor an endpoint's declared access gives its handler. */
export type ActorOf<A extends Access> = A extends 'public'
  ? AnonymousActor
  : A extends 'signed-in' | 'operator'
    ? SignedInActor
    : PracticeActor

/** The practice an actor's transactions and audit rows belong to; 0 is the installation. */
export const practiceOf = (actor: Actor): number => (actor.kind === 'anonymous' ? 0 : (actor.practiceId ?? 0))

const sessionOf = (actor: Actor): number | null =>
  actor.kind === 'anonymous' || actor.practiceKeyId !== null ? null : actor.sessionId

export const auditActor = (actor: Actor): AuditActor => ({
  practiceId: practiceOf(actor),
  userId: actor.kind === 'anonymous' ? null : actor.userId,
  sessionId: sessionOf(actor),
  practiceKeyId: actor.kind === 'anonymous' ? null : actor.practiceKeyId,
  requestId: actor.call.requestId,
  ip: actor.call.ip,
})

/** Whoever blocks, keeps, merges or destroys files sees those that nobody else sees any more. */
export const seeingBlocked = (actor: PracticeActor): PracticeActor => ({ ...actor, seesBlocked: true })
