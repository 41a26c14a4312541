import {
  type FileHandOverInput,
  type HandOver,
  handOverLifetimes,
} from '@ulna/contract/hand-overs/hand-overs'
import { type RawBuilder, sql } from 'kysely'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { ageFingerprint } from '../../../platform/files/age-keys.ts'
import { fileOf, isOfFile } from '../../../platform/patient-aliases.ts'
import {
  followOneTimeLink,
  isStillMember,
  type LinkedRows,
} from '../../../platform/sessions/one-time-links.ts'

export interface SentKey {
  readonly practiceId: number
  readonly handOverId: number
}

type SentRow = Omit<HandOver, 'fingerprint'>

const ownFile = (practiceId: number): RawBuilder<unknown> => fileOf(practiceId, sql`h.patient_id`)

const columns = (
  practiceId: number,
): RawBuilder<unknown> => sql`h.id, ${ownFile(practiceId)} as "patientId", h.recipient_name as "recipientName", h.recipient, h.ground,
  h.ground_note as "groundNote", h.kept_back as "keptBack", h.records, h.files, h.size, h.sha256,
  u.first_name || ' ' || u.last_name as by, iso(h.made_at) as "madeAt", iso(h.fetched_at) as "fetchedAt",
  case when h.storage_key is not null then iso(h.ready_until) end as "readyUntil"`

const toldOf = (row: SentRow): HandOver => ({ ...row, fingerprint: ageFingerprint(row.recipient) })

/** How many are told at most. */
const mostTold = 200

export const findHandOvers = async (tx: Tx, practiceId: number, patientId: number): Promise<HandOver[]> => {
  const { rows } = await sql<SentRow>`
    select ${columns(practiceId)} from hand_overs h join users u on u.id = h.made_by
    where h.practice_id = ${practiceId} and ${isOfFile(sql`h.patient_id`, practiceId, patientId)} order by h.id desc limit ${mostTold}`.execute(
    tx,
  )
  return rows.map(toldOf)
}

export const findHandOver = async (tx: Tx, { practiceId, handOverId }: SentKey): Promise<HandOver> => {
  const { rows } = await sql<SentRow>`
    select ${columns(practiceId)} from hand_overs h join users u on u.id = h.made_by
    where h.practice_id = ${practiceId} and h.id = ${handOverId}`.execute(tx)
  if (!rows[0]) throw new Error('the hand-over was not found')
  return toldOf(rows[0])
}

export interface NewHandOver extends Omit<FileHandOverInput, 'language'> {
  readonly uid: string
  readonly patientId: number
  readonly records: number
  readonly files: number
  readonly size: number
  readonly sha256: string
  readonly storageKey: string
  readonly userId: number
}

export const insertHandOver = async (tx: Tx, practiceId: number, one: NewHandOver): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into hand_overs (practice_id, uid, patient_id, recipient_name, recipient, ground, ground_note, kept_back,
      records, files, size, sha256, made_by, storage_key, ready_until)
    values (${practiceId}, ${one.uid}, ${one.patientId}, ${one.recipientName}, ${one.recipient}, ${one.ground},
      ${one.groundNote || null}, ${[...one.keptBack]}::text[], ${one.records}, ${one.files}, ${one.size}, ${one.sha256},
      ${one.userId}, ${one.storageKey}, now() + make_interval(days => ${handOverLifetimes.readyDays}))
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the hand-over was not stored')
  return id
}

export interface SentState extends SentKey {
  readonly patientId: number
  readonly storageKey: string | null
}

/** Nobody sees a blocked patient, so that what was made of one is not found either. */
const ofSeenPatient = (practiceId: number): RawBuilder<unknown> => sql`exists (select from patients p
  where p.practice_id = ${practiceId} and p.id = ${ownFile(practiceId)})`

/** A hand-over, which nobody else changes until the transaction ends; undefined for none. */
export const lockHandOver = async (
  tx: Tx,
  { practiceId, handOverId }: SentKey,
): Promise<Authorized<SentState> | undefined> => {
  const { rows } = await sql<SentState>`
    select practice_id as "practiceId", id as "handOverId", ${ownFile(practiceId)} as "patientId", storage_key as "storageKey"
    from hand_overs h where practice_id = ${practiceId} and id = ${handOverId} and ${ofSeenPatient(practiceId)} for update`.execute(
    tx,
  )
  return rows[0] && authorized(rows[0])
}

export const linkedHandOvers: LinkedRows = {
  table: 'hand_overs',
  number: 'link_number',
  by: 'link_by',
  until: 'link_until',
}

export interface FetchedHandOver {
  readonly patientId: number
  readonly storageKey: string
  readonly size: number
}

/** Of the row that a link leads to. */
const linkedFile = (practiceId: number): RawBuilder<unknown> => fileOf(practiceId, sql`r.patient_id`)

/**
 * Follows a link to the bytes: it ends with it, and so does their time here. Undefined when it is over, or whoever asked for
 * it may read records no more.
 */
export const followLink = async (
  tx: Tx,
  { practiceId, handOverId, number }: SentKey & { readonly number: number },
): Promise<FetchedHandOver | undefined> => {
  const key = { practiceId, id: handOverId, number }
  const found = await followOneTimeLink<FetchedHandOver>(tx, {
    ...{ rows: linkedHandOvers, key },
    answer: sql`${linkedFile(practiceId)} as "patientId", r.storage_key as "storageKey", r.size`,
    where: sql`r.storage_key is not null and ${isStillMember(practiceId, sql`m.clinical`)}
      and exists (select from patients p where p.practice_id = ${practiceId} and p.id = ${linkedFile(practiceId)})`,
  })
  if (found)
    await sql`update hand_overs set storage_key = null, fetched_at = now()
      where practice_id = ${practiceId} and id = ${handOverId}`.execute(tx)
  return found
}

/** The bytes are gone. */
export const writeGone = async (tx: Tx, practiceId: number, storageKey: string): Promise<void> => {
  await sql`update hand_overs set storage_key = null, link_until = null
    where practice_id = ${practiceId} and storage_key = ${storageKey}`.execute(tx)
}
