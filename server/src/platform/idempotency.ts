import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Actor, type IdempotentCall, practiceOf, type StoredAnswer } from './actor.ts'
import { AppError } from './app-error.ts'
import type { AuditEntry } from './audit.ts'
import type { Tx } from './database.ts'

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

/** Keys of one user in one practice never meet those of another. */
const scopeOf = (actor: Actor): string =>
  actor.kind === 'anonymous' ? 'public' : `user ${actor.userId} practice ${practiceOf(actor)}`

// Answers hold health data and fresh tokens, so they rest encrypted: AES-256-GCM, nonce and tag in front.
const seal = (key: Buffer, kept: KeptAnswer): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(kept), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

const open = (key: Buffer, sealed: Buffer): KeptAnswer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  return JSON.parse(text) as KeptAnswer
}

/**
 * Takes the key for this transaction. A call that was answered leaves through `AnsweredBefore`; the same key with
 * another body is idempotency_mismatch; one that is still running elsewhere is idempotency_in_flight.
 */
export const claimAnswer = async (tx: Tx, actor: Actor, call: IdempotentCall, key: Buffer): Promise<void> => {
  const scope = scopeOf(actor)
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${call.key}`}, 7)) as claimed`.execute(tx)
  if (!rows[0]?.claimed) throw new AppError('idempotency_in_flight', { retryAfter: 1 })
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!stored) return
  if (!stored.request_hash.equals(call.requestHash)) throw new AppError('idempotency_mismatch')
  throw new AnsweredBefore(open(key, stored.answer))
}

/** Stores the answer in the transaction of its effect: after a crash either both are there or neither. */
export const keepAnswer = async (
  tx: Tx,
  actor: Actor,
  call: IdempotentCall,
  key: Buffer,
  { answer, audit }: { answer: unknown; audit: AuditEntry },
): Promise<void> => {
  const stored = call.encode(answer)
  await tx
    .insertInto('idempotency_keys')
    .values({
      scope: scopeOf(actor),
      key: call.key,
      request_hash: call.requestHash,
      status: stored.status,
      answer: seal(key, { stored, audit }),
    })
    .execute()
}
