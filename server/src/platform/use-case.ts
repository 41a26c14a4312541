import type { AppError } from './app-error.ts'
import { ReadAudit } from './audit/audit.reads.ts'
import { auditWrite } from './audit/audit.strands.ts'
import type { AuditEntry } from './audit/audit.ts'
import { refuseBlocked, refuseBlockedWithCommit } from './blocked-patients.ts'
import {
  type Pool,
  type Queries,
  reading,
  readingShortly,
  retrying,
  type Tx,
  transaction,
  wasCutOff,
} from './database/database.ts'
import type { Scope } from './database/entering.ts'
import { isRetryable } from './database/postgres-errors.ts'
import { AnsweredBefore, claimAnswer, keepAnswer } from './idempotency.ts'
import { type Actor, auditActor, practiceOf } from './sessions/actor.ts'
import type { KeyRing } from './tokens.ts'

/** What services work on: the connection pool and the keys of trail and stored answers. */
export interface Database {
  /** Cross-practice tables, outside any practice. */
  readonly queries: Queries
  readonly auditKey: Buffer
  readonly answerKeys: KeyRing
  readonly reads: ReadAudit
}

export const openDatabase = (pool: Pool, keys: { audit: Buffer; answers: KeyRing }): Database => ({
  queries: pool.queries,
  auditKey: keys.audit,
  answerKeys: keys.answers,
  reads: new ReadAudit(pool.queries, keys.audit),
})

/** What a use case answers, with its one row for the audit trail. */
export interface Audited<T> {
  readonly answer: T
  readonly audit: AuditEntry
  readonly inSight?: true
}

export const audited = <T>(audit: AuditEntry, answer: T): Audited<T> => ({ answer, audit })

/**
 * Of a read whose last statement found the patient's own row, which a policy keeps from everybody once they are blocked or
 * their file became part of another: it need not be asked whether they are.
 */
export const auditedInSight = <T>(audit: AuditEntry, answer: T): Audited<T> => ({
  answer,
  audit,
  inSight: true,
})

/** Thrown once what was written before it is committed: a refusal whose traces stay. */
class Refusal {
  readonly error: AppError
  constructor(error: AppError) {
    this.error = error
  }
}

/**
 * The end of a change that writes and refuses: what it wrote stays, the caller gets the error. It is no answer to an
 * Idempotency-Key, so the call may be made again.
 */
export const refused = (audit: AuditEntry, error: AppError): Audited<never> => ({
  answer: new Refusal(error) as never,
  audit,
})

/** What is done for erasing, or for whom the law still lets read a blocked file, sees it. */
const seesBlocked = (actor: Actor): boolean => actor.kind === 'member' && actor.seesBlocked === true

const scopeOf = (actor: Actor): Scope => ({
  practiceId: practiceOf(actor),
  userId: actor.kind === 'anonymous' ? 0 : actor.userId,
  ...(seesBlocked(actor) && { seesBlocked: true }),
})

const viewBy = async <T>(
  read: typeof reading,
  db: Database,
  actor: Actor,
  work: (tx: Tx) => Promise<Audited<T>>,
): Promise<T> => {
  const { answer, audit } = await db.reads.expecting(practiceOf(actor), () =>
    read(db.queries, scopeOf(actor), async (tx) => {
      const found = await work(tx)
      if (!seesBlocked(actor) && !found.inSight) await refuseBlocked(tx, practiceOf(actor), found.audit)
      return found
    }),
  )
  await db.reads.record({ actor: auditActor(actor), entry: audit })
  return answer
}

/** A read of personal data: a read-only transaction, then its audit row, then the answer. */
export const view = <T>(db: Database, actor: Actor, work: (tx: Tx) => Promise<Audited<T>>): Promise<T> =>
  viewBy(reading, db, actor, work)

/** The same for a few rows that are looked up by their keys: such reads go to the database together. */
export const viewShortly = <T>(
  db: Database,
  actor: Actor,
  work: (tx: Tx) => Promise<Audited<T>>,
): Promise<T> => viewBy(readingShortly, db, actor, work)

/** A read of what is no personal data: no audit row. */
export const lookUp = <T>(db: Database, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  reading(db.queries, scopeOf(actor), work)

const isWorthRepeating = (error: unknown): boolean => isRetryable(error) || wasCutOff(error)

/**
 * A write: one transaction with the change, its audit row and, for a call with an Idempotency-Key, its answer.
 * Serialisation failures, deadlocks and what a broken connection cut off before its commit are tried again, at most
 * three times in all.
 */
export const change = async <T>(
  db: Database,
  actor: Actor,
  work: (tx: Tx) => Promise<Audited<T>>,
): Promise<T> => {
  const answer: unknown = await retrying(isWorthRepeating, () =>
    transaction(db.queries, scopeOf(actor), 'read write', async (tx) => {
      const { idempotent } = actor.call
      if (idempotent) await claimAnswer(tx, actor, idempotent, db.answerKeys)
      const { answer, audit } = await work(tx)
      if (!seesBlocked(actor)) refuseBlockedWithCommit(tx, practiceOf(actor), audit)
      if (idempotent && !((answer as unknown) instanceof Refusal))
        keepAnswer(tx, actor, { call: idempotent, keyRing: db.answerKeys, about: { answer, audit } })
      await auditWrite(tx, db.auditKey, { actor: auditActor(actor), entry: audit })
      return answer
    }),
  ).catch((error: unknown) => noteRepetition(db, actor, error))
  if (answer instanceof Refusal) throw answer.error
  return answer as T
}

/** An answer that is given again tells the same personal data again, so it leaves its row before it goes out. */
const noteRepetition = async (db: Database, actor: Actor, error: unknown): Promise<never> => {
  if (error instanceof AnsweredBefore) {
    const { practiceId = practiceOf(actor) } = error.audit
    await reading(db.queries, scopeOf(actor), (tx) => refuseBlocked(tx, practiceId, error.audit))
    await db.reads.record({ actor: { ...auditActor(actor), practiceId }, entry: error.audit })
  }
  throw error
}
