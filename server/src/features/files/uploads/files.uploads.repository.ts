import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { RecordForFiles } from '../files.repository.ts'

/** Where an upload to a record will lie. */
export interface UploadPlace {
  readonly patientId: number
  readonly practiceUid: string
  readonly patientUid: string
}

const readPlace = prepared<UploadPlace, { readonly practiceId: number; readonly recordId: number }>(
  ({ practiceId, recordId }) => sql`
    select r.patient_id as "patientId", c.uid as "practiceUid", p.uid as "patientUid"
    from records r
    join patients p on p.practice_id = ${practiceId} and p.id = r.patient_id
    join practices c on c.id = r.practice_id
    where r.practice_id = ${practiceId} and r.id = ${recordId}`,
)

/** Finds where an upload goes; undefined when there is no such record in the practice. */
export const findUploadPlace = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<UploadPlace | undefined> => (await readPlace(tx, { practiceId, recordId }))[0]

export interface UploadRow {
  readonly id: number
  readonly uid: string
  readonly recordId: number
  readonly patientId: number
  readonly fileName: string
  readonly contentType: string
  readonly size: number
  readonly storageKey: string
  readonly storeUpload: string
  readonly expiresAt: Date
}

const columns = sql`id, uid, record_id as "recordId", patient_id as "patientId", file_name as "fileName",
  content_type as "contentType", byte_size as size, storage_key as "storageKey", store_upload as "storeUpload",
  expires_at as "expiresAt"`

const readUpload = prepared<
  UploadRow,
  { readonly practiceId: number; readonly userId: number; readonly id: number }
>(
  ({ practiceId, userId, id }) => sql`
    select ${columns} from uploads
    where practice_id = ${practiceId} and user_id = ${userId} and id = ${id} and expires_at > now()`,
)

/** An upload of this user that goes on. */
export const findUpload = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  id: number,
): Promise<UploadRow | undefined> => (await readUpload(tx, { practiceId, userId, id }))[0]

export interface NewUpload extends Omit<UploadRow, 'id' | 'expiresAt' | 'recordId' | 'patientId'> {
  readonly record: RecordForFiles
  readonly practiceId: number
  readonly userId: number
}

export const insertUpload = async (tx: Tx, upload: NewUpload): Promise<UploadRow> => {
  const { rows } = await sql<UploadRow>`
    insert into uploads (practice_id, uid, user_id, record_id, patient_id, file_name, content_type, byte_size, storage_key,
      store_upload)
    values (${upload.practiceId}, ${upload.uid}, ${upload.userId}, ${upload.record.id}, ${upload.record.patientId},
      ${upload.fileName}, ${upload.contentType}, ${upload.size}, ${upload.storageKey}, ${upload.storeUpload})
    returning ${columns}`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('the upload was not stored')
  return written
}

/** Whether there was one. */
export const deleteUpload = async (tx: Tx, practiceId: number, storageKey: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from uploads where practice_id = ${practiceId} and storage_key = ${storageKey} returning id`.execute(
    tx,
  )
  return rows.length > 0
}

export interface Usage {
  /** Bytes of all files of the practice, and of all that are on their way. */
  readonly kept: number
  /** Files of one record, and those on their way to it. */
  readonly ofRecord: number
}

/**
 * What a practice and one of its records keep already, without the upload at `storageKey`. Whoever asks is alone with
 * the answer until the transaction ends.
 */
export const lockUsage = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
  storageKey: string,
): Promise<Usage> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(concat('files of practice ', ${practiceId}::text), 0))`.execute(
    tx,
  )
  const { rows } = await sql<Usage>`
    select
      (select coalesce(sum(byte_size), 0)::bigint from files where practice_id = ${practiceId} and state <> 'refused')
        + (select coalesce(sum(byte_size), 0)::bigint from uploads
          where practice_id = ${practiceId} and storage_key <> ${storageKey} and expires_at > now()) as kept,
      (select count(*)::int from files
        where practice_id = ${practiceId} and record_id = ${recordId} and removed_at is null and state <> 'refused')
        + (select count(*)::int from uploads where practice_id = ${practiceId} and record_id = ${recordId}
          and storage_key <> ${storageKey} and expires_at > now()) as "ofRecord"`.execute(tx)
  return rows[0] ?? { kept: 0, ofRecord: 0 }
}
