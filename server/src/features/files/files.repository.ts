import type { FileKind, FileState } from '@ulna/contract/files/files'
import type { RecordFile } from '@ulna/contract/records/records'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Json, joinWire, type WireRow, wire, wireObject } from '../../platform/database/wire.ts'
import type { StorageType } from '../../platform/files/file-store.ts'

/** `f` the file, `d` its author. */
const fileWire = wireObject<RecordFile>({
  id: wire.number('f.id'),
  uid: wire.plain('f.uid'),
  recordId: wire.number('f.record_id'),
  author: sql.ref('d.wire_author'),
  fileName: wire.text('f.file_name'),
  contentType: wire.plain('f.content_type'),
  kind: wire.plain('f.kind'),
  size: wire.number('f.byte_size'),
  sha256: wire.optionalPlain('f.sha256'),
  width: wire.optionalNumber('f.width'),
  height: wire.optionalNumber('f.height'),
  state: wire.plain('f.state'),
  problem: wire.optionalPlain('f.problem'),
  dicom: wire.optionalJson('f.dicom'),
  storageType: wire.plain('f.storage_type'),
  rawStoragePath: wire.plain('f.storage_key'),
  version: sql`2`,
  createdAt: wire.instant('f.created_at'),
})

/** A file with what decides over its bytes. */
export interface FileRow extends WireRow<RecordFile> {
  readonly id: number
  readonly recordId: number
  readonly patientId: number
  readonly authorId: number
  readonly fileName: string
  readonly contentType: string
  readonly kind: FileKind
  readonly state: FileState
  readonly storageKey: string
  readonly removed: boolean
  /** Whether there is a small picture of it. */
  readonly hasPicture: boolean
  /** Whether the viewer reads something else in place of a DICOM file. */
  readonly isUnpacked: boolean
}

const columns = sql`f.id, f.record_id as "recordId", f.patient_id as "patientId", f.author_id as "authorId",
  f.file_name as "fileName", f.content_type as "contentType", f.kind, f.state, f.storage_key as "storageKey",
  f.removed_at is not null as removed, f.width is not null as "hasPicture",
  coalesce((f.dicom ->> 'isUnpacked')::boolean, false) as "isUnpacked", ${fileWire} as wire`

const joined = (practiceId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`files f join doctors d on d.practice_id = ${practiceId} and d.id = f.author_id`

const findMany = (where: (id: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  prepared<FileRow, { readonly practiceId: number; readonly id: number }>(
    ({ practiceId, id }) => sql`
      select ${columns} from ${joined(practiceId)} where f.practice_id = ${practiceId} and ${where(id)} order by f.id`,
  )

const ofId = findMany((id) => sql`f.id = ${id}`)
const ofRecord = findMany((id) => sql`f.record_id = ${id} and f.removed_at is null`)

/** One file, also one that was taken out of its record; undefined when there is none in this practice. */
export const findFile = async (tx: Tx, practiceId: number, id: number): Promise<FileRow | undefined> =>
  (await ofId(tx, { practiceId, id }))[0]

/** The files of a record in the order they came. */
export const findRecordFiles = (tx: Tx, practiceId: number, recordId: number): Promise<FileRow[]> =>
  ofRecord(tx, { practiceId, id: recordId })

const ofPatient = prepared<WireRow<RecordFile>, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`
    select ${fileWire} as wire from ${joined(practiceId)}
    where f.practice_id = ${practiceId} and f.patient_id = ${patientId} and f.removed_at is null order by f.id`,
)

/** The files of all records of a patient, oldest first, as a wire array. */
export const findPatientFiles = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<RecordFile[]>> => joinWire(await ofPatient(tx, { practiceId, patientId }))

/** A record that files may join. */
export type RecordForFiles = Authorized<{ readonly id: number; readonly patientId: number }>

export interface NewFile {
  /** Id of the upload it came with; null where it came in one piece. */
  readonly id: number | null
  readonly practiceId: number
  readonly uid: string
  readonly record: RecordForFiles
  readonly authorId: number
  readonly fileName: string
  readonly contentType: string
  readonly kind: FileKind
  readonly size: number
  /** JSON text. */
  readonly dicom: string | null
  readonly storageType: StorageType
  readonly storageKey: string
}

/** Stores the row of a file whose bytes are there. */
export const insertFile = async (tx: Tx, file: NewFile): Promise<FileRow> => {
  const { rows } = await sql<FileRow>`
    with f as (
      insert into files (practice_id, id, uid, record_id, patient_id, author_id, file_name, content_type, kind, byte_size,
        dicom, storage_type, storage_key)
      values (${file.practiceId}, coalesce(${file.id}::bigint, nextval('global_id')), ${file.uid}, ${file.record.id},
        ${file.record.patientId}, ${file.authorId}, ${file.fileName}, ${file.contentType}, ${file.kind}, ${file.size},
        ${file.dicom}::json, ${file.storageType}, ${file.storageKey})
      returning *
    )
    select ${columns} from f join doctors d on d.practice_id = ${file.practiceId} and d.id = f.author_id`.execute(
    tx,
  )
  const [written] = rows
  if (!written) throw new Error('the file was not stored')
  return written
}

export interface ReadyFile {
  readonly size: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  /** JSON text; null leaves what there is. */
  readonly dicom: string | null
}

/** Marks a file that may be handed out from now on. */
export const markReady = async (tx: Tx, practiceId: number, id: number, ready: ReadyFile): Promise<void> => {
  await sql`
    update files set state = 'ready', byte_size = ${ready.size}, sha256 = ${ready.sha256}, width = ${ready.width},
      height = ${ready.height}, dicom = coalesce(${ready.dicom}::json, dicom)
    where practice_id = ${practiceId} and id = ${id} and state = 'processing'`.execute(tx)
}

/** The file will never be handed out; `problem` is a key of the error catalogue. */
export const markRefused = async (tx: Tx, practiceId: number, id: number, problem: string): Promise<void> => {
  await sql`
    update files set state = 'refused', problem = ${problem}
    where practice_id = ${practiceId} and id = ${id} and state = 'processing'`.execute(tx)
}

/** Takes the file out of its record; its bytes stay. */
export const markRemoved = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<FileRow>,
  doctorId: number,
): Promise<void> => {
  await sql`
    update files set removed_at = now(), removed_by = ${doctorId}
    where practice_id = ${practiceId} and id = ${id} and removed_at is null`.execute(tx)
}

/** Keys of the files of a record, also of those that were taken out of it. */
export const findStorageKeys = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<readonly Pick<FileRow, 'storageKey' | 'kind'>[]> => {
  const { rows } = await sql<Pick<FileRow, 'storageKey' | 'kind'>>`
    select storage_key as "storageKey", kind from files
    where practice_id = ${practiceId} and record_id = ${recordId}`.execute(tx)
  return rows
}

/** Whether a row of this practice says that the bytes at a key are a file's. */
export const isStored = async (tx: Tx, practiceId: number, storageKey: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from files where practice_id = ${practiceId} and storage_key = ${storageKey}`.execute(tx)
  return rows.length > 0
}

/** A file of a record as a signature seals it. */
export interface SealableFile {
  readonly id: number
  readonly name: string
  readonly size: number
  /** Digest of what is kept; null while it is being processed. */
  readonly sha256: string | null
  readonly storageKey: string
}

/** The files that stand in a record, in the order they came; refused ones are handed to nobody. */
export const findSealableFiles = async (
  tx: Tx,
  practiceId: number,
  recordId: number,
): Promise<readonly SealableFile[]> => {
  const { rows } = await sql<SealableFile>`
    select id, file_name as name, byte_size as size, sha256, storage_key as "storageKey" from files
    where practice_id = ${practiceId} and record_id = ${recordId} and removed_at is null and state <> 'refused'
    order by id`.execute(tx)
  return rows
}
