import type { FileVariant, UploadedFile } from '@ulna/contract/files/files'
import { AppError } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { Answer, FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, view } from '../../platform/use-case.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { authorize, openRecord } from '../records/records.open.service.ts'
import { patientOfRecord } from '../records/records.service.ts'
import type { FileDependencies } from './files.dependencies.ts'
import { hasVariant, variantKey } from './files.keys.ts'
import { readLinkToken, withLinks } from './files.links.ts'
import { type FileRow, findFile, findRecordFiles, markRemoved } from './files.repository.ts'

type Page = { readonly total: number; readonly limit: number; readonly offset: number }

export const listFiles = (
  { db, links }: FileDependencies,
  actor: PracticeActor,
  recordId: number,
): Promise<Answer<UploadedFile[], Page>> =>
  view(db, actor, async (tx) => {
    const patientId = await patientOfRecord(tx, actor, recordId)
    const [rows, now] = await Promise.all([findRecordFiles(tx, actor.practiceId, recordId), databaseNow(tx)])
    const total = rows.length
    return audited(
      { action: 'file.list', patientId, subject: { type: 'record', id: recordId }, detail: { files: total } },
      new Answer(
        rows.map((row) => withLinks(links, actor, row, now)),
        { total, limit: total, offset: 0 },
      ),
    )
  })

const requireFile = async (tx: Tx, actor: PracticeActor, id: number): Promise<FileRow> => {
  const file = await findFile(tx, actor.practiceId, id)
  if (!file || file.removed) throw new AppError('not_found')
  return file
}

const subjectOf = ({ id }: FileRow) => ({ type: 'file', id })

export const readFile = (
  { db, links }: FileDependencies,
  actor: PracticeActor,
  id: number,
): Promise<UploadedFile> =>
  view(db, actor, async (tx) => {
    const file = await requireFile(tx, actor, id)
    const now = await databaseNow(tx)
    return audited(
      { action: 'file.read', patientId: file.patientId, subject: subjectOf(file) },
      withLinks(links, actor, file, now),
    )
  })

interface Wanted {
  readonly file: FileRow
  readonly variant: FileVariant
  readonly key: string
}

const requireBytes = async (
  tx: Tx,
  actor: PracticeActor,
  fileId: number,
  variant: FileVariant,
): Promise<Wanted> => {
  const file = await findFile(tx, actor.practiceId, fileId)
  const key = file && variantKey(file.storageKey, file.kind, variant)
  const isThere = file && key && !file.removed && file.state === 'ready' && hasVariant(file, variant)
  if (!isThere) throw new AppError('file_not_found')
  return { file, variant, key }
}

const auditedBytes = (wanted: Wanted) => {
  const { file, variant } = wanted
  return audited(
    { action: 'file.read', patientId: file.patientId, subject: subjectOf(file), detail: { variant } },
    wanted,
  )
}

/** A smaller picture is a WebP, whatever the original is; what DICOM is unpacked to is DICOM. */
const typeOf = ({ kind, contentType }: FileRow, variant: FileVariant): string =>
  variant === 'original' || (kind === 'dicom' && variant === 'screen') ? contentType : 'image/webp'

const nameOf = (file: FileRow, variant: FileVariant): string => {
  const { fileName } = file
  return typeOf(file, variant) === file.contentType
    ? fileName
    : `${fileName.slice(0, fileName.lastIndexOf('.'))}.webp`
}

/** Never inline: what a browser would run of it, it must not (promises.md F5). */
const send = async ({ files }: FileDependencies, { file, variant, key }: Wanted): Promise<FileAnswer> => {
  const { size, bytes } = await files.open(key)
  return new FileAnswer(bytes, typeOf(file, variant), {
    'content-length': String(size),
    'content-disposition': attachment(nameOf(file, variant)),
  })
}

export const readBytesOf = async (
  dependencies: FileDependencies,
  actor: PracticeActor,
  id: number,
  variant: FileVariant,
): Promise<FileAnswer> => {
  const wanted = await view(dependencies.db, actor, async (tx) =>
    auditedBytes(await requireBytes(tx, actor, id, variant)),
  )
  return send(dependencies, wanted)
}

/** file_not_found for whatever is wrong with a link: who made it for whom is nobody's to learn. */
export const readLinkedBytes = async (
  dependencies: FileDependencies,
  actor: PracticeActor,
  token: string,
): Promise<FileAnswer> => {
  const { db, links } = dependencies
  const wanted = await view(db, actor, async (tx) => {
    const linked = readLinkToken(links, actor, token, await databaseNow(tx))
    if (linked === null) throw new AppError('file_not_found')
    return auditedBytes(await requireBytes(tx, actor, linked.fileId, linked.variant))
  })
  return send(dependencies, wanted)
}

/** Takes a file out of a record that may still be changed; its bytes stay as long as the record does. */
export const removeFile = (
  { db }: FileDependencies,
  actor: PracticeActor,
  id: number,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const found = await requireFile(tx, actor, id)
    authorize(actor, 'edit', await openRecord(tx, actor, found.recordId))
    // The record is held by now, so the second of two who remove it at once finds nothing.
    const file = authorized(await requireFile(tx, actor, id))
    await markRemoved(tx, actor.practiceId, file, actor.doctorId)
    await tellPatientFile(tx, actor, file.patientId)
    const detail = { record: file.recordId }
    return audited(
      { action: 'file.remove', patientId: file.patientId, subject: subjectOf(file), detail },
      { id },
    )
  })
