import { createHmac } from 'node:crypto'
import type { AuditAction } from '@ulna/contract/audit'
import { sql } from 'kysely'
import { AppError } from './app-error.ts'
import {
  enterScope,
  noteFailure,
  type Queries,
  TransactionLocal,
  type Tx,
  transaction,
  withCommit,
} from './database.ts'
import { isRetryable } from './postgres-errors.ts'
import { prepared } from './prepared.ts'

/** What was done, to what. `detail` names fields and counts, never clinical content. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly patientId?: number | null
  readonly subject?: { readonly type: string; readonly id: number }
  readonly detail?: Readonly<Record<string, unknown>>
  /** Where the row belongs when it is not the actor's practice: the practice just created or chosen. */
  readonly practiceId?: number
}

/** Who did it, from where. */
export interface AuditActor {
  readonly practiceId: number
  readonly userId: number | null
  readonly sessionId: number | null
  readonly requestId: string
  readonly ip: string | null
}

export interface AuditRow {
  readonly practice_id: number
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly user_id: number | null
  readonly session_id: number | null
  readonly patient_id: number | null
  readonly subject_type: string | null
  readonly subject_id: number | null
  readonly detail: string
  readonly request_id: string
  readonly ip: string | null
}

/** The first link of a practice's chain. */
export const chainStart = (key: Buffer, practiceId: number): Buffer =>
  createHmac('sha256', key).update(`ulna audit chain of practice ${practiceId}`).digest()

/** `mac = HMAC(key, previous mac + canonical row)`. The canonical row is a JSON array in the order of the columns. */
export const linkMac = (key: Buffer, previous: Buffer, row: AuditRow): Buffer =>
  createHmac('sha256', key)
    .update(previous)
    .update(
      JSON.stringify([
        row.practice_id,
        row.seq,
        row.at,
        row.action,
        row.user_id,
        row.session_id,
        row.patient_id,
        row.subject_type,
        row.subject_id,
        row.detail,
        row.request_id,
        row.ip,
      ]),
    )
    .digest()

interface Head {
  readonly seq: number
  readonly mac: Buffer
  readonly at: string
}

const readHead = prepared<Head, [practiceId: number]>(
  (practiceId) => sql`
    select seq, mac, iso(clock_timestamp()::timestamptz(3)) as at from audit_heads
    where practice_id = ${practiceId} for update`,
)

const lockHead = async (tx: Tx, practiceId: number): Promise<Head | undefined> =>
  (await readHead(tx, practiceId))[0]

interface LockedHead {
  readonly practiceId: number
  readonly head: Promise<Head | undefined>
}

const lockedHeads = new TransactionLocal<LockedHead>()

/**
 * Locks the trail of a practice along with the statement that was sent last, which saves a round trip later. Nothing
 * that may wait for another transaction comes after it.
 */
export const lockTrail = (tx: Tx, practiceId: number): void => {
  const head = lockHead(tx, practiceId)
  // Whoever appends hears of the error; what else was sent in between fails before.
  head.catch((error: unknown) => noteFailure(tx, error))
  lockedHeads.set(tx, { practiceId, head })
}

const headOf = (tx: Tx, practiceId: number): Promise<Head | undefined> => {
  const locked = lockedHeads.get(tx)
  return locked?.practiceId === practiceId ? locked.head : lockHead(tx, practiceId)
}

const openChain = async (tx: Tx, key: Buffer, practiceId: number): Promise<Head> => {
  await sql`insert into audit_heads (practice_id, seq, mac) values (${practiceId}, 0, ${chainStart(key, practiceId)})
    on conflict do nothing`.execute(tx)
  const head = await lockHead(tx, practiceId)
  if (!head) throw new Error(`practice ${practiceId} has no audit chain`)
  return head
}

const toRow = (
  actor: AuditActor,
  entry: AuditEntry,
  practiceId: number,
  seq: number,
  at: string,
): AuditRow => ({
  practice_id: practiceId,
  seq,
  at,
  action: entry.action,
  user_id: actor.userId,
  session_id: actor.sessionId,
  patient_id: entry.patientId ?? null,
  subject_type: entry.subject?.type ?? null,
  subject_id: entry.subject?.id ?? null,
  detail: JSON.stringify(entry.detail ?? {}),
  request_id: actor.requestId,
  ip: actor.ip,
})

export interface AuditEvent {
  readonly actor: AuditActor
  readonly entry: AuditEntry
}

/**
 * Without its row in the trail nothing is answered and nothing is written. Whatever kept the row out, the caller may
 * come back; what may go well when tried again at once goes on as it is.
 */
const unavailable = (cause: unknown): unknown =>
  isRetryable(cause)
    ? cause
    : Object.assign(new AppError('service_unavailable', { retryAfter: 2 }), { cause })

const refuseUnavailable = (error: unknown): never => {
  throw unavailable(error)
}

/** One statement for any number of rows: they come as a JSON array, which keeps texts byte for byte. */
const appendRows = prepared<never, [practiceId: number, seq: number, mac: Buffer, rows: string]>(
  (practiceId, seq, mac, rows) => sql`
    with head as (update audit_heads set seq = ${seq}, mac = ${mac} where practice_id = ${practiceId})
    insert into audit_events (practice_id, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id,
      detail, request_id, ip, mac)
    select practice_id, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id, detail, request_id, ip,
      decode(mac, 'hex')
    from json_to_recordset(${rows}::json) as r (practice_id bigint, seq bigint, at timestamptz, action text, user_id bigint,
      session_id bigint, patient_id bigint, subject_type text, subject_id bigint, detail text, request_id text, ip text, mac text)`,
)

/**
 * Appends rows to the chain of one practice. The head stays locked until the transaction ends, so this is the last
 * thing a transaction does.
 */
export const appendAudit = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
  events: readonly AuditEvent[],
): Promise<void> => {
  const head = (await headOf(tx, practiceId)) ?? (await openChain(tx, key, practiceId))
  let mac = head.mac
  const rows = events.map(({ actor, entry }, index) => {
    const row = toRow(actor, entry, practiceId, head.seq + 1 + index, head.at)
    mac = linkMac(key, mac, row)
    return { ...row, mac: mac.toString('hex') }
  })
  const appended = appendRows(tx, practiceId, head.seq + rows.length, mac, JSON.stringify(rows))
  withCommit(tx, appended, refuseUnavailable)
}

/** One row inside the transaction of the write that it tells of. */
export const auditWrite = async (tx: Tx, key: Buffer, { actor, entry }: AuditEvent): Promise<void> => {
  const practiceId = entry.practiceId ?? actor.practiceId
  if (practiceId !== actor.practiceId) await enterScope(tx, { practiceId, userId: actor.userId ?? 0 })
  await appendAudit(tx, key, practiceId, [{ actor, entry }]).catch(refuseUnavailable)
}

interface Waiting extends AuditEvent {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Rows for reads. Those that wait at the same time in one practice go into the chain with one insert; the promise
 * resolves when that is committed, so no answer leaves before its row stands.
 */
export class ReadAudit {
  private readonly queries: Queries
  private readonly key: Buffer
  private readonly waiting = new Map<number, Waiting[]>()

  constructor(queries: Queries, key: Buffer) {
    this.queries = queries
    this.key = key
  }

  record(event: AuditEvent): Promise<void> {
    const practiceId = event.actor.practiceId
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(practiceId)
      if (queue) {
        queue.push({ ...event, resolve, reject })
        return
      }
      this.waiting.set(practiceId, [{ ...event, resolve, reject }])
      setImmediate(() => void this.drain(practiceId))
    })
  }

  private async drain(practiceId: number): Promise<void> {
    for (;;) {
      const batch = this.waiting.get(practiceId) ?? []
      if (batch.length === 0) {
        this.waiting.delete(practiceId)
        return
      }
      this.waiting.set(practiceId, [])
      await this.write(practiceId, batch.slice(0, 500), batch.slice(500))
    }
  }

  private async write(
    practiceId: number,
    batch: readonly Waiting[],
    later: readonly Waiting[],
  ): Promise<void> {
    if (later.length > 0) this.waiting.get(practiceId)?.unshift(...later)
    try {
      await transaction(this.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
        appendAudit(tx, this.key, practiceId, batch),
      )
      for (const one of batch) one.resolve()
    } catch (error) {
      for (const one of batch) one.reject(unavailable(error))
    }
  }
}
