import { handOverLifetimes, type ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import { type RawBuilder, sql } from 'kysely'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fileOf } from '../../../platform/patient-aliases.ts'
import type { HandedStatement } from './hand-overs.archive.ts'

/** What is told of a file that came, as it was read out of it once. */
export type Preview = Pick<
  ReceivedFile,
  'by' | 'ground' | 'fingerprint' | 'patient' | 'counts' | 'keptBack' | 'visits' | 'packages' | 'summary'
>

export interface ReceivedState {
  readonly practiceId: number
  readonly id: number
  readonly uid: string
  readonly state: ReceivedFile['state']
  readonly storageKey: string | null
  readonly sha256: string
  readonly practice: string
  readonly origin: string
  readonly preview: string
  readonly patientId: number | null
  readonly created: boolean
  readonly spared: number
  readonly receivedBy: string
  /** Instants. */
  readonly madeAt: string
  readonly receivedAt: string
  readonly takenAt: string | null
  readonly undoneAt: string | null
  readonly undoUntil: string | null
  readonly canUndo: boolean
}

const undoDays = sql`make_interval(days => ${handOverLifetimes.undoDays})`

/** Of whom it became a file; of one whose file became part of another, whose that is. */
const ownFile = (practiceId: number): RawBuilder<unknown> => fileOf(practiceId, sql`h.patient_id`)

const columns = (
  practiceId: number,
): RawBuilder<unknown> => sql`h.practice_id as "practiceId", h.id, h.uid, h.state, h.storage_key as "storageKey", h.sha256,
  h.origin_practice as practice, h.origin, h.preview, ${ownFile(practiceId)} as "patientId", h.created, h.spared,
  (select u.first_name || ' ' || u.last_name from users u where u.id = h.received_by) as "receivedBy",
  iso(h.made_at) as "madeAt", iso(h.received_at) as "receivedAt", iso(h.taken_at) as "takenAt",
  iso(h.undone_at) as "undoneAt", case when h.state = 'taken' then iso(h.taken_at + ${undoDays}) end as "undoUntil",
  h.state = 'taken' and h.taken_at + ${undoDays} > now() as "canUndo"`

/** Nobody sees a blocked patient, so that what came of one is not found either. */
const ofSeenPatient = (
  practiceId: number,
): RawBuilder<unknown> => sql`(h.patient_id is null or exists (select from patients p
  where p.practice_id = ${practiceId} and p.id = ${ownFile(practiceId)}))`

const find = async (tx: Tx, practiceId: number, where: RawBuilder<unknown>): Promise<ReceivedState[]> => {
  const { rows } = await sql<ReceivedState>`
    select ${columns(practiceId)} from received_hand_overs h
    where h.practice_id = ${practiceId} and ${where} and ${ofSeenPatient(practiceId)} order by h.id desc limit 200`.execute(
    tx,
  )
  return rows
}

/** Files that came, newest first. */
export const findReceived = (tx: Tx, practiceId: number): Promise<ReceivedState[]> =>
  find(tx, practiceId, sql`true`)

/** How many files wait until somebody decides. */
export const countWaiting = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from received_hand_overs
    where practice_id = ${practiceId} and state = 'looked'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A hand-over that came before: one that was taken in, or the same bytes that wait. */
export const findKnown = async (
  tx: Tx,
  practiceId: number,
  { uid, sha256 }: { readonly uid: string; readonly sha256: string },
): Promise<ReceivedState | undefined> =>
  (
    await find(
      tx,
      practiceId,
      sql`h.uid = ${uid}
        and (h.state = 'taken' or h.state = 'looked' and h.sha256 = ${sha256})`,
    )
  )[0]

/** A file that came, which nobody else changes until the transaction ends; undefined for none. */
export const lockReceived = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Authorized<ReceivedState> | undefined> => {
  // Whom it became is looked up once nobody else writes it: a moment before, that patient was not there yet.
  await sql`
    select from received_hand_overs where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  const found = await findReceivedById(tx, practiceId, id)
  return found && authorized(found)
}

export const findReceivedById = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<ReceivedState | undefined> => (await find(tx, practiceId, sql`h.id = ${id}`))[0]

export interface NewReceived extends HandedStatement {
  readonly uid: string
  readonly storageKey: string
  readonly sha256: string
  readonly origin: string
  readonly practice: string
  readonly madeAt: string
  readonly preview: Preview
  readonly userId: number
}

export const insertReceived = async (tx: Tx, practiceId: number, one: NewReceived): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into received_hand_overs (practice_id, uid, storage_key, sha256, origin, origin_practice, made_at, preview,
      manifest, seals, signature, certificate, received_by)
    values (${practiceId}, ${one.uid}, ${one.storageKey}, ${one.sha256}, ${one.origin}, ${one.practice},
      ${one.madeAt}::timestamptz, ${JSON.stringify(one.preview)}, ${one.manifest}, ${one.seals}, ${one.signature},
      ${one.certificate}, ${one.userId})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the file that came was not stored')
  return id
}

export const writeTaken = async (
  tx: Tx,
  { practiceId, id }: Authorized<ReceivedState>,
  { patientId, created, userId }: { patientId: number; created: boolean; userId: number },
): Promise<void> => {
  await sql`
    update received_hand_overs set state = 'taken', storage_key = null, patient_id = ${patientId}, created = ${created},
      taken_by = ${userId}, taken_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Takes a file back but for records that were worked on; answers which went, and where bytes of their files lie. */
export const takeBack = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ReceivedState>,
): Promise<{ readonly records: number; readonly files: readonly { storageKey: string; kind: string }[] }> => {
  const { rows } = await sql<{ storageKey: string | null; kind: string | null }>`
    select storage_key as "storageKey", kind from take_back_received(${practiceId}, ${id})`.execute(tx)
  return {
    records: rows.filter(({ storageKey }) => storageKey === null).length,
    files: rows.flatMap(({ storageKey, kind }) =>
      storageKey === null || kind === null ? [] : [{ storageKey, kind }],
    ),
  }
}

export const countRecords = async (
  tx: Tx,
  { practiceId, id }: Pick<ReceivedState, 'practiceId' | 'id'>,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from received_records
    where practice_id = ${practiceId} and received_id = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const writeUndone = async (
  tx: Tx,
  { practiceId, id }: Authorized<ReceivedState>,
  { patientId, spared, userId }: { patientId: number | null; spared: number; userId: number },
): Promise<void> => {
  await sql`
    update received_hand_overs set state = 'undone', patient_id = ${patientId}, spared = ${spared},
      undone_by = ${userId}, undone_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Forgets whom a file was of that nothing is left of here: that it came stays. */
export const forgetPerson = async (
  tx: Tx,
  { practiceId, id, preview }: Authorized<ReceivedState>,
): Promise<void> => {
  const nobody: Preview = {
    ...(JSON.parse(preview) as Preview),
    patient: { firstName: '—', lastName: '', birthDate: null, socialId: null },
    ...{ keptBack: [], packages: [], summary: null },
  }
  await sql`
    update received_hand_overs set preview = ${JSON.stringify(nobody)}, manifest = '{}', seals = '[]'
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Nothing of the file names a patient any more, until it is said again. */
export const loosenPatient = async (tx: Tx, { practiceId, id }: Authorized<ReceivedState>): Promise<void> => {
  await sql`update received_hand_overs set patient_id = null
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export const deleteReceived = async (
  tx: Tx,
  { practiceId, id }: Authorized<ReceivedState>,
): Promise<void> => {
  await sql`delete from received_hand_overs
    where practice_id = ${practiceId} and id = ${id} and state = 'looked'`.execute(tx)
}

/** Forgets what came with these bytes and nobody took in. */
export const forgetWaiting = async (tx: Tx, practiceId: number, storageKey: string): Promise<void> => {
  await sql`delete from received_hand_overs
    where practice_id = ${practiceId} and storage_key = ${storageKey} and state = 'looked'`.execute(tx)
}

export interface RecordOfElsewhere {
  readonly recordId: number
  /** JSON text. */
  readonly about: string
}

export const insertReceivedRecords = async (
  tx: Tx,
  { practiceId, id }: Pick<ReceivedState, 'practiceId' | 'id'>,
  records: readonly RecordOfElsewhere[],
): Promise<void> => {
  await sql`
    insert into received_records (practice_id, record_id, received_id, about)
    select ${practiceId}, r."recordId", ${id}, r.about
    from json_to_recordset(${JSON.stringify(records)}::json) as r ("recordId" bigint, about text)
    returning 1`.execute(tx)
}

export interface FoundOrigin extends HandedStatement {
  readonly receivedId: number
  readonly practice: string
  readonly origin: string
  readonly madeAt: string
  readonly about: string
  readonly patientId: number
  readonly classId: string
  readonly classVersion: number
  readonly data: string
  /** JSON text: of each file of it, null of one that is looked at yet. */
  readonly digests: string
}

/** Where a record comes from, with what it says now; undefined where nobody handed it over. */
export const findOriginOf = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<FoundOrigin | undefined> => {
  const { rows } = await sql<FoundOrigin>`
    select h.id as "receivedId", h.origin_practice as practice, h.origin, iso(h.made_at) as "madeAt", o.about,
      r.patient_id as "patientId", r.class_id as "classId", r.class_version as "classVersion", r.data::text as data,
      h.manifest, h.seals, h.signature, h.certificate,
      coalesce((select json_agg(f.sha256 order by f.id) from files f
        where f.practice_id = ${practiceId} and f.record_id = r.id and f.removed_at is null), '[]')::text as digests
    from received_records o
    join received_hand_overs h on h.practice_id = ${practiceId} and h.id = o.received_id
    join records r on r.practice_id = ${practiceId} and r.id = o.record_id
    join patients p on p.practice_id = ${practiceId} and p.id = r.patient_id
    where o.practice_id = ${practiceId} and o.record_id = ${recordId}`.execute(tx)
  return rows[0]
}
