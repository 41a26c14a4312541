import { randomUUID } from 'node:crypto'
import { type FileType, fileLimits, fileTypes, type Upload } from '@ulna/contract/files/files'
import { cleanFileName, fileTypeOf, keptType, partCount, partLength } from '@ulna/contract/files/files.rules'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { reading, type Tx } from '../../../platform/database/database.ts'
import type { FileStore, PartialFile, StoredPart } from '../../../platform/files/file-store.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../../platform/use-case.ts'
import { refuseArchived } from '../../patients/patients.service.ts'
import type { FileDependencies } from '../files.dependencies.ts'
import { receivedKey, storageKeyOf } from '../files.keys.ts'
import { queueEndOfUpload } from '../files.queue.ts'
import { requireRoom } from './files.accept.service.ts'
import {
  deleteUpload,
  findUpload,
  findUploadPlace,
  insertUpload,
  type UploadRow,
} from './files.uploads.repository.ts'

/** What somebody wants to upload, as they call it. */
export interface Announced {
  readonly fileName: string
  readonly contentType: string
  readonly size: number
}

/** Where it will lie, and as what. */
export interface Planned {
  readonly uid: string
  readonly type: FileType
  readonly fileName: string
  readonly patientId: number
  readonly storageKey: string
  readonly file: PartialFile
}

const scopeOf = ({ practiceId, userId }: PracticeActor) => ({ practiceId, userId })

/** Seconds that a link for one part is good for. */
const partLinkSeconds = 900

/** Begins an upload in the file store; not_found for a record that is not here. Nothing is known of it yet but there. */
export const planUpload = async (
  { db, files }: Pick<FileDependencies, 'db' | 'files'>,
  actor: PracticeActor,
  recordId: number,
  { fileName, contentType, size }: Announced,
): Promise<Planned> => {
  const type = fileTypeOf(fileName, contentType)
  if (type === undefined) throw new AppError('file_type_unsupported')
  const place = await reading(db.queries, scopeOf(actor), (tx) =>
    findUploadPlace(tx, actor.practiceId, recordId),
  )
  if (place === undefined) throw new AppError('not_found')
  const { kind, extension } = fileTypes[keptType(type)]
  const uid = randomUUID()
  const storageKey = storageKeyOf({ ...place, uid }, { kind, extension, recordId, at: Date.now() })
  const file = await files.parts.begin(receivedKey(storageKey, kind), { contentType: type, size })
  return { uid, type, fileName: cleanFileName(fileName, type), patientId: place.patientId, storageKey, file }
}

export const typeOf = ({ contentType }: Pick<UploadRow, 'contentType'>): FileType => contentType as FileType

export const partialOf = (row: UploadRow): PartialFile => ({
  key: receivedKey(row.storageKey, fileTypes[typeOf(row)].kind),
  upload: row.storeUpload,
})

const linksOf = async (
  files: FileStore,
  row: UploadRow,
  received: readonly number[],
): Promise<Upload['direct']> => {
  const numbers = Array.from({ length: partCount(row.size) }, (_, index) => index + 1)
  const missing = numbers.filter((part) => !received.includes(part))
  const links: { part: number; url: string }[] = []
  for (const part of missing) {
    const url = await files.parts.presign(partialOf(row), part, partLinkSeconds)
    if (url === null) return null
    links.push({ part, url })
  }
  return links
}

/** Parts that are as long as they should be: a direct link takes any number of bytes. */
export const wholeParts = (row: UploadRow, stored: readonly StoredPart[]): number[] =>
  stored.filter(({ part, size }) => size === partLength(row.size, part)).map(({ part }) => part)

const wireOf = async (files: FileStore, row: UploadRow, received: readonly number[]): Promise<Upload> => ({
  id: row.id,
  recordId: row.recordId,
  fileName: row.fileName,
  contentType: row.contentType,
  size: row.size,
  partSize: fileLimits.partBytes,
  received: [...received],
  direct: await linksOf(files, row, received),
  expiresAt: row.expiresAt.toISOString(),
})

const stateOf = async (files: FileStore, row: UploadRow): Promise<Upload> =>
  wireOf(files, row, wholeParts(row, await files.parts.list(partialOf(row))))

const requireUpload = async (tx: Tx, actor: PracticeActor, id: number): Promise<UploadRow> => {
  const row = await findUpload(tx, actor.practiceId, actor.userId, id)
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** An upload of this actor that goes on; not_found for everybody else's. */
export const readOwnUpload = (db: Database, actor: PracticeActor, id: number): Promise<UploadRow> =>
  reading(db.queries, scopeOf(actor), (tx) => requireUpload(tx, actor, id))

export const startUpload = async (
  { db, files, quotaBytes }: FileDependencies,
  actor: PracticeActor,
  recordId: number,
  announced: Announced,
): Promise<Upload> => {
  if (announced.size > fileLimits.bytes) throw new AppError('payload_too_large')
  const { file, ...planned } = await planUpload({ db, files }, actor, recordId, announced)
  const { size } = announced
  return change(db, actor, async (tx) => {
    const record = await requireRoom(tx, actor, quotaBytes, { ...planned, recordId, size })
    const row = await insertUpload(tx, {
      ...planned,
      practiceId: actor.practiceId,
      userId: actor.userId,
      record,
      contentType: planned.type,
      size,
      storeUpload: file.upload,
    })
    await queueEndOfUpload(tx, actor.practiceId, {
      storageKey: row.storageKey,
      partialFile: file,
      after: 'day',
    })
    const subject = { type: 'record', id: recordId }
    return audited(
      { action: 'upload.start', patientId: record.patientId, subject, detail: { upload: row.id } },
      await wireOf(files, row, []),
    )
  }).catch(async (error: unknown) => {
    await Promise.allSettled([files.parts.abort(file)])
    throw error
  })
}

export const readUpload = async (
  { db, files }: FileDependencies,
  actor: PracticeActor,
  id: number,
): Promise<Upload> => {
  const row = await view(db, actor, async (tx) => {
    const found = await requireUpload(tx, actor, id)
    const subject = { type: 'upload', id }
    return audited({ action: 'upload.read', patientId: found.patientId, subject }, found)
  })
  return stateOf(files, row)
}

/** Bytes that a part has; a part that the file does not have is refused. */
export const lengthOfPart = ({ size }: UploadRow, part: number): number => {
  const length = partLength(size, part)
  if (length === 0) throw invalidField('part', 'field_max', { max: partCount(size) })
  return length
}

export const putPart = async (
  { db, files }: FileDependencies,
  actor: PracticeActor,
  { row, part, bytes }: { row: UploadRow; part: number; bytes: Buffer },
): Promise<Upload> => {
  if (bytes.length !== lengthOfPart(row, part)) throw new AppError('invalid_request')
  await files.parts.put(partialOf(row), part, bytes)
  await change(db, actor, async (tx) => {
    await requireUpload(tx, actor, row.id)
    await refuseArchived(tx, actor, row.patientId)
    const subject = { type: 'upload', id: row.id }
    return audited({ action: 'upload.part', patientId: row.patientId, subject, detail: { part } }, null)
  })
  return stateOf(files, row)
}

export const abortUpload = async (
  { db, files }: FileDependencies,
  actor: PracticeActor,
  id: number,
): Promise<{ id: number }> => {
  const row = await change(db, actor, async (tx) => {
    const found = await requireUpload(tx, actor, id)
    await deleteUpload(tx, actor.practiceId, found.storageKey)
    const subject = { type: 'upload', id }
    return audited({ action: 'upload.abort', patientId: found.patientId, subject }, found)
  })
  // The job that ends the upload does what cannot be done now.
  await Promise.allSettled([files.parts.abort(partialOf(row)), files.remove(partialOf(row).key)])
  return { id }
}
