import type { AuditAction } from '@ulna/contract/audit-actions'
import { type ErrorKey, errorCatalogue } from '@ulna/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppError } from '../app-error.ts'
import { type PracticeActor, practiceOf, type SignedInActor } from '../sessions/actor.ts'
import { audited, change, type Database } from '../use-case.ts'
import type { AllowanceName, RateLimits } from './rate-limits.ts'

type Person = SignedInActor | PracticeActor

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the request comes with, let in or not; null while nobody knows. */
    person: Person | null
  }
}

export interface RefusalDependencies {
  readonly db: Database
  readonly rateLimits: RateLimits
}

/** What is counted together, and what the trail says once a window when there was too much of it. */
interface Suspicion {
  readonly counted: AllowanceName
  readonly noticed: AllowanceName
  readonly action: AuditAction
}

const refusedOften: Suspicion = {
  counted: 'refusalsOfPerson',
  noticed: 'refusalsNoticed',
  action: 'account.refusals_noticed',
}

const walksIds: Suspicion = {
  counted: 'missesOfPerson',
  noticed: 'missesNoticed',
  action: 'account.id_walk_suspected',
}

/** Pages meet these every day: a proof that is too old, another practice in another tab. */
const everyday = new Set<ErrorKey>(['reauth_required', 'practice_required'])

/** A signature that nobody gave yet is not there, which is how pages learn of it (specification §8). */
const oftenMissing = new Set(['/api/signature/getByPatientIdAndRecordId/:patientId/:recordId'])

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? ''

/**
 * A thing of another practice is answered as one that does not exist, and nobody looks which it was: whoever asks for
 * too many of either is noticed.
 */
const suspicionOf = (key: ErrorKey, route: string): Suspicion | undefined => {
  const { status } = errorCatalogue[key]
  if (status === 403 && !everyday.has(key)) return refusedOften
  return status === 404 && !oftenMissing.has(route) ? walksIds : undefined
}

const count = async (
  { db, rateLimits }: RefusalDependencies,
  person: Person,
  { counted, noticed, action }: Suspicion,
): Promise<void> => {
  const key = person.practiceKeyId === null ? '' : ` key ${person.practiceKeyId}`
  const who = `user ${person.userId} practice ${practiceOf(person)}${key}`
  if (!(await rateLimits.spend([counted, who]))) return
  if (await rateLimits.spend([noticed, who])) return
  await change(db, { ...person, call: { ...person.call, idempotent: null } }, async () =>
    audited({ action }, undefined),
  )
}

const refusals = [401, 403, 404]

/** Hears of every error before it is answered. */
export type RefusalNotes = (request: FastifyRequest, error: AppError) => Promise<void>

/**
 * Whoever is signed in and is refused something leaves a line in the log (OWASP ASVS 5.0, 16.3.2), and a row in the
 * trail of their practice when it happens too often: owners see who tries doors. A refusal stands whether or not it
 * can be counted.
 */
export const noteRefusals = (app: FastifyInstance, dependencies: RefusalDependencies): RefusalNotes => {
  app.decorateRequest('person', null)
  return async (request, { key }) => {
    const { person } = request
    if (person === null || !refusals.includes(errorCatalogue[key].status)) return
    const route = routeOf(request)
    const { userId, sessionId, practiceId, practiceKeyId, call } = person
    request.log.info(
      { key, method: request.method, route, userId, sessionId, practiceId, practiceKeyId, ip: call.ip },
      'access refused',
    )
    const suspicion = suspicionOf(key, route)
    if (suspicion === undefined) return
    await count(dependencies, person, suspicion).catch((err: unknown) =>
      request.log.warn({ err }, 'a refusal was not counted'),
    )
  }
}
