import { sql } from 'kysely'
import { enterScope, noteFailure, TransactionLocal, type Tx, withCommit } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { hmacSha256 } from '../tokens.ts'
import { type AuditActor, type AuditEntry, refuseUnavailable, type UnchainedRow } from './audit.ts'

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
  /** The key of the practice that the call came with. */
  readonly practice_key_id: number | null
}

/**
 * Chains of a practice. Each row goes into one that nobody else holds, so writes of one practice do not wait for each
 * other (docs/decisions/0007-audit-strands.md). More may be added; fewer never.
 */
export const strandCount = 16

/** The first link of a strand. Strand 0 is the chain from before there were several. */
export const chainStart = (key: Buffer, practiceId: number, strand: number): Buffer =>
  hmacSha256(key)
    .update(`ulna audit chain of practice ${practiceId}${strand === 0 ? '' : ` strand ${strand}`}`)
    .digest()

/**
 * A row in the one way of writing it: a JSON array in the order of the columns; its strand is in the first link. A key
 * of the practice is its last place, which rows without one do not have: those from before there were keys are written
 * alike.
 */
export const rowText = (row: AuditRow): string =>
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
    ...(row.practice_key_id === null ? [] : [row.practice_key_id]),
  ])

/** `mac = HMAC(key, previous mac + canonical row)`. */
export const linkMac = (key: Buffer, previous: Buffer, row: AuditRow): Buffer =>
  hmacSha256(key).update(previous).update(rowText(row)).digest()

interface Head {
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
  readonly at: string
}

const headColumns = sql`strand, seq, mac, iso(clock_timestamp()::timestamptz(3)) as at`

const lockFreeHead = prepared<Head, { readonly practiceId: number }>(
  ({ practiceId }) => sql`
    select ${headColumns} from audit_heads where practice_id = ${practiceId} order by strand limit 1 for update skip locked`,
)

const lockOneHead = prepared<Head, { readonly practiceId: number; readonly strand: number }>(
  ({ practiceId, strand }) => sql`
    select ${headColumns} from audit_heads where practice_id = ${practiceId} and strand = ${strand} for update`,
)

/** Writes the heads of a practice that has none yet. */
export const openStrands = async (tx: Tx, key: Buffer, practiceId: number): Promise<void> => {
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
  const heads = lockFreeHead(tx, { practiceId })
  // Whoever appends hears of the error; what else was sent in between fails before.
  heads.catch((error: unknown) => noteFailure(tx, error))
  lockedHeads.set(tx, { practiceId, heads })
}

const freeHead = async (tx: Tx, practiceId: number): Promise<Head | undefined> => {
  const locked = lockedHeads.get(tx)
  const [head] = await (locked?.practiceId === practiceId ? locked.heads : lockFreeHead(tx, { practiceId }))
  return head
}

/** The head of a strand that is ours until the transaction ends: a free one, else the next that gets free. */
const lockHead = async (tx: Tx, key: Buffer, practiceId: number): Promise<Head> => {
  const free = await freeHead(tx, practiceId)
  if (free) return free
  await openStrands(tx, key, practiceId)
  const [head] = await lockOneHead(tx, { practiceId, strand: Math.floor(Math.random() * strandCount) })
  if (!head) throw new Error(`practice ${practiceId} has no audit chain`)
  return head
}

const toRow = (
  actor: AuditActor,
  { entry, practiceId, seq, at }: { entry: AuditEntry; practiceId: number; seq: number; at: string },
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
  practice_key_id: actor.practiceKeyId ?? null,
})

/** What a write appends: one row. */
const appendRow = prepared<never, AuditRow & { readonly strand: number; readonly mac: Buffer }>(
  (row) => sql`
    with head as (
      update audit_heads set seq = ${row.seq}, mac = ${row.mac}
      where practice_id = ${row.practice_id} and strand = ${row.strand}
    )
    insert into audit_events (practice_id, strand, seq, mac, at, action, user_id, session_id, patient_id, subject_type,
      subject_id, detail, request_id, ip, practice_key_id)
    values (${row.practice_id}, ${row.strand}, ${row.seq}, ${row.mac}, ${row.at}, ${row.action}, ${row.user_id},
      ${row.session_id}, ${row.patient_id}, ${row.subject_type}, ${row.subject_id}, ${row.detail}, ${row.request_id},
      ${row.ip}, ${row.practice_key_id})`,
)

/** One statement for any number of rows: they come as a JSON array, which keeps texts byte for byte. */
const appendRows = prepared<
  never,
  {
    readonly practiceId: number
    readonly strand: number
    readonly seq: number
    readonly mac: Buffer
    readonly rows: string
  }
>(
  ({ practiceId, strand, seq, mac, rows }) => sql`
    with head as (update audit_heads set seq = ${seq}, mac = ${mac} where practice_id = ${practiceId} and strand = ${strand})
    insert into audit_events (practice_id, strand, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id,
      detail, request_id, ip, practice_key_id, mac)
    select practice_id, ${strand}, seq, at, action, user_id, session_id, patient_id, subject_type, subject_id, detail,
      request_id, ip, practice_key_id, decode(mac, 'hex')
    from json_to_recordset(${rows}::json) as r (practice_id bigint, seq bigint, at timestamptz, action text, user_id bigint,
      session_id bigint, patient_id bigint, subject_type text, subject_id bigint, detail text, request_id text, ip text,
      practice_key_id bigint, mac text) returning 1`,
)

const jsonOf = (rows: readonly (AuditRow & { mac: Buffer })[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, mac: row.mac.toString('hex') })))

/**
 * Appends rows to a strand of one practice. Its head stays locked until the transaction ends, so this is the last
 * thing a transaction does.
 */
export const appendAudit = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
  unchained: readonly UnchainedRow[],
): Promise<void> => {
  const { strand, ...head } = await lockHead(tx, key, practiceId)
  let { seq, mac } = head
  const rows = unchained.map(({ actor, entry }) => {
    seq += 1
    const row = toRow(actor, { entry, practiceId, seq, at: head.at })
    mac = linkMac(key, mac, row)
    return { ...row, mac }
  })
  const [first, ...others] = rows
  const appended =
    first && others.length === 0
      ? appendRow(tx, { ...first, strand })
      : appendRows(tx, { practiceId, strand, seq, mac, rows: jsonOf(rows) })
  withCommit(tx, appended, refuseUnavailable)
}

/** One row inside the transaction of the write that it tells of. */
export const auditWrite = async (tx: Tx, key: Buffer, { actor, entry }: UnchainedRow): Promise<void> => {
  const practiceId = entry.practiceId ?? actor.practiceId
  if (practiceId !== actor.practiceId) await enterScope(tx, { practiceId, userId: actor.userId ?? 0 })
  await appendAudit(tx, key, practiceId, [{ actor, entry }]).catch(refuseUnavailable)
}
