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

/**
 * Chains of a practice. Each row goes into one that nobody else holds, so writes of one practice do not wait for each
 * other (docs/decisions/0007-audit-strands.md). More may be added; fewer never.
 */
export const strandCount = 16

/** The first link of a strand. Strand 0 is the chain from before there were several. */
export const chainStart = (key: Buffer, practiceId: number, strand: number): Buffer =>
  createHmac('sha256', key)
    .update(`ulna audit chain of practice ${practiceId}${strand === 0 ? '' : ` strand ${strand}`}`)
    .digest()

/**
 * `mac = HMAC(key, previous mac + canonical row)`. The canonical row is a JSON array in the order of the columns; its
 * strand is in the first link.
 */
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
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
  readonly at: string
}

const headColumns = sql`strand, seq, mac, iso(clock_timestamp()::timestamptz(3)) as at`

const lockFreeHead = prepared<Head, [practiceId: number]>(
  (practiceId) => sql`
    select ${headColumns} from audit_heads where practice_id = ${practiceId} order by strand limit 1 for update skip locked`,
)

const lockOneHead = prepared<Head, [practiceId: number, strand: number]>(
  (practiceId, strand) => sql`
    select ${headColumns} from audit_heads where practice_id = ${practiceId} and strand = ${strand} for update`,
)

const openStrands = async (tx: Tx, key: Buffer, practiceId: number): Promise<void> => {
  const starts = Array.from({ length: strandCount }, (_, strand) => ({
    practice_id: practiceId,
    strand,
    seq: 0,
    mac: chainStart(key, practiceId, strand),
  }))
  await tx
    .insertInto('audit_heads')
    .values(starts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface LockedHead {
  readonly practiceId: number
  readonly heads: Promise<readonly Head[]>
}

const lockedHeads = new TransactionLocal<LockedHead>()

/**
 * Locks a strand of a practice along with the statement that was sent last, which saves a round trip later. Nothing
 * that may wait for another transaction comes after it.
 */
export const lockTrail = (tx: Tx, practiceId: number): void => {
  const heads = lockFreeHead(tx, practiceId)
  // Whoever appends hears of the error; what else was sent in between fails before.
  heads.catch((error: unknown) => noteFailure(tx, error))
  lockedHeads.set(tx, { practiceId, heads })
}

const freeHead = async (tx: Tx, practiceId: number): Promise<Head | undefined> => {
  const locked = lockedHeads.get(tx)
  const [head] = await (locked?.practiceId === practiceId ? locked.heads : lockFreeHead(tx, practiceId))
  return head
}

/** The head of a strand that is ours until the transaction ends: a free one, else the next that gets free. */
const lockHead = async (tx: Tx, key: Buffer, practiceId: number): Promise<Head> => {
  const free = await freeHead(tx, practiceId)
  if (free) return free
  await openStrands(tx, key, practiceId)
  const [head] = await lockOneHead(tx, practiceId, Math.floor(Math.random() * strandCount))
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
const appendRows = prepared<
  never,
  [practiceId: number, strand: number, seq: number, mac: Buffer, rows: string]
>(
  (practiceId, strand, seq, mac, rows) => sql`
    with head as (update audit_heads set seq = ${seq}, mac = ${mac} where practice_id = ${practiceId} and strand = ${strand})
    insert into audit_events (practice_id, strand, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id,
      detail, request_id, ip, mac)
    select practice_id, ${strand}, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id, detail,
      request_id, ip, decode(mac, 'hex')
    from json_to_recordset(${rows}::json) as r (practice_id bigint, seq bigint, at timestamptz, action text, user_id bigint,
      session_id bigint, patient_id bigint, subject_type text, subject_id bigint, detail text, request_id text, ip text, mac text)`,
)

/**
 * Appends rows to a strand of one practice. Its head stays locked until the transaction ends, so this is the last
 * thing a transaction does.
 */
export const appendAudit = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
  events: readonly AuditEvent[],
): Promise<void> => {
  const head = await lockHead(tx, key, practiceId)
  let mac = head.mac
  const rows = events.map(({ actor, entry }, index) => {
    const row = toRow(actor, entry, practiceId, head.seq + 1 + index, head.at)
    mac = linkMac(key, mac, row)
    return { ...row, mac: mac.toString('hex') }
  })
  const appended = appendRows(tx, practiceId, head.strand, head.seq + rows.length, mac, JSON.stringify(rows))
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

/** How long a row waits for those of reads that have begun, so that they share one insert. Milliseconds. */
const patienceMs = 2
const largestBatch = 500

/** Reads of one practice. */
class Queue {
  waiting: Waiting[] = []
  /** Reads that have begun and whose row will come. */
  expected = 0
  underway = false
  timer: NodeJS.Timeout | undefined
}

/**
 * Rows for reads. Those of one practice that come at about the same time go into the trail with one insert; the
 * promise resolves when that is committed, so no answer leaves before its row stands.
 */
export class ReadAudit {
  private readonly queries: Queries
  private readonly key: Buffer
  private readonly queues = new Map<number, Queue>()

  constructor(queries: Queries, key: Buffer) {
    this.queries = queries
    this.key = key
  }

  private queueOf(practiceId: number): Queue {
    const known = this.queues.get(practiceId)
    if (known) return known
    const queue = new Queue()
    this.queues.set(practiceId, queue)
    return queue
  }

  /** Runs a read whose row is about to come: others wait a moment for it. */
  async expecting<T>(practiceId: number, read: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(practiceId)
    queue.expected += 1
    try {
      return await read()
    } finally {
      queue.expected -= 1
      setImmediate(() => this.dispatch(practiceId, queue, false))
    }
  }

  record(event: AuditEvent): Promise<void> {
    const practiceId = event.actor.practiceId
    const queue = this.queueOf(practiceId)
    return new Promise((resolve, reject) => {
      queue.waiting.push({ ...event, resolve, reject })
      setImmediate(() => this.dispatch(practiceId, queue, false))
    })
  }

  private dispatch(practiceId: number, queue: Queue, impatient: boolean): void {
    if (queue.underway) return
    if (queue.waiting.length === 0) {
      if (queue.expected === 0) this.queues.delete(practiceId)
      return
    }
    if (queue.expected > 0 && !impatient) {
      queue.timer ??= setTimeout(() => this.dispatch(practiceId, queue, true), patienceMs)
      return
    }
    clearTimeout(queue.timer)
    queue.timer = undefined
    queue.underway = true
    void this.write(practiceId, queue.waiting.splice(0, largestBatch)).then(() => {
      queue.underway = false
      this.dispatch(practiceId, queue, false)
    })
  }

  private async write(practiceId: number, batch: readonly Waiting[]): Promise<void> {
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
