import { sql } from 'kysely'
import { AppError } from './app-error.ts'
import type { AuditEntry } from './audit/audit.ts'
import { type Tx, withCommit } from './database/database.ts'
import { prepared } from './database/prepared.ts'
import { seal, unseal } from './sealed-box.ts'
import { type Actor, type IdempotentCall, practiceOf, type StoredAnswer } from './sessions/actor.ts'
import { hmacSha256, type KeyRing } from './tokens.ts'

/** An answer as it rests, with what the trail said of it: whoever is told again leaves a row again. */
interface KeptAnswer {
  readonly stored: StoredAnswer
  readonly audit: AuditEntry
}

/** Thrown inside the transaction to leave it: the call was answered before, and this was the answer. */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore'
  readonly stored: StoredAnswer
  readonly audit: AuditEntry
  constructor({ stored, audit }: KeptAnswer) {
    super('answered before')
    this.stored = stored
    this.audit = { ...audit, detail: { ...audit.detail, repeated: true } }
  }
}

/** Keys of one user in one practice never meet those of another, nor do those of strangers. */
const scopeOf = (actor: Actor, { path }: IdempotentCall): string => {
  if (actor.kind === 'anonymous') return `public ${actor.call.ip} ${path}`
  // What is no member's call may choose another practice for the session: its answer is found again from there too.
  if (actor.kind === 'signed-in') return `user ${actor.userId} ${path}`
  return `user ${actor.userId} practice ${practiceOf(actor)}`
}

// Bodies hold passwords: a plain digest of one could be guessed at, past all the cost of hashing them.
const restingHash = (key: Buffer, { requestHash }: IdempotentCall): Buffer =>
  hmacSha256(key).update(requestHash).digest()

const lockKey = prepared<{ claimed: boolean }, { readonly scope: string; readonly key: string }>(
  ({ scope, key }) => sql`
    select pg_try_advisory_xact_lock(hashtextextended(${scope}::text || ' ' || ${key}::text, 7)) as claimed`,
)

const findStored = prepared<
  { request_hash: Buffer; answer: Buffer },
  { readonly scope: string; readonly key: string }
>(
  ({ scope, key }) =>
    sql`select request_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`,
)

/**
 * Takes the key for this transaction. A call that was answered leaves through `AnsweredBefore`; the same key with
 * another body is idempotency_mismatch; one that is still running elsewhere is idempotency_in_flight.
 */
export const claimAnswer = async (
  tx: Tx,
  actor: Actor,
  call: IdempotentCall,
  keys: KeyRing,
): Promise<void> => {
  const place = { scope: scopeOf(actor, call), key: call.key }
  // What is looked for is looked for when the key is taken: each statement sees what was committed before it.
  const [[taken], [stored]] = await Promise.all([lockKey(tx, place), findStored(tx, place)])
  if (!taken?.claimed) throw new AppError('idempotency_in_flight', { retryAfter: 1 })
  if (!stored) return
  const key = keys.find((one) => stored.request_hash.equals(restingHash(one, call)))
  if (!key) throw new AppError('idempotency_mismatch')
  throw new AnsweredBefore(JSON.parse(unseal(key, stored.answer)) as KeptAnswer)
}

const keep = prepared<
  never,
  {
    readonly scope: string
    readonly key: string
    readonly requestHash: Buffer
    readonly status: number
    readonly answer: Buffer
  }
>(
  ({ scope, key, requestHash, status, answer }) => sql`
    insert into idempotency_keys (scope, key, request_hash, status, answer)
    values (${scope}, ${key}, ${requestHash}, ${status}, ${answer})`,
)

/** Stores the answer in the transaction of its effect, on the way of its commit: after a crash either both are there or neither. */
export const keepAnswer = (
  tx: Tx,
  actor: Actor,
  {
    call,
    keyRing: [key],
    about: { answer, audit },
  }: { call: IdempotentCall; keyRing: KeyRing; about: { answer: unknown; audit: AuditEntry } },
): void => {
  const stored = call.encode(answer)
  const kept = keep(tx, {
    scope: scopeOf(actor, call),
    key: call.key,
    requestHash: restingHash(key, call),
    status: stored.status,
    // Answers hold health data and fresh tokens.
    answer: seal(key, JSON.stringify({ stored, audit } satisfies KeptAnswer)),
  })
  withCommit(tx, kept, (error) => {
    throw error
  })
}
