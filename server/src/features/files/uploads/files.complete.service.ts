import type { UploadedFile } from '@ulna/contract/files/files'
import { partCount } from '@ulna/contract/files/files.rules'
import { AppError } from '../../../platform/app-error.ts'
import { reading, type Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database, refused } from '../../../platform/use-case.ts'
import type { FileDependencies } from '../files.dependencies.ts'
import { withLinks } from '../files.links.ts'
import { type FileRow, findFile } from '../files.repository.ts'
import { type Inspection, inspect } from '../inspection/files.inspection.ts'
import { acceptFile } from './files.accept.service.ts'
import { partialOf, typeOf, wholeParts } from './files.upload.service.ts'
import { deleteUpload, findUpload, type UploadRow } from './files.uploads.repository.ts'

/** The file that an upload became, for who did not hear the answer. */
const findCompleted = async (tx: Tx, actor: PracticeActor, id: number): Promise<FileRow | undefined> => {
  const file = await findFile(tx, actor.practiceId, id)
  return file?.authorId === actor.doctorId && !file.removed ? file : undefined
}

/** Puts the parts together, unless a call before did and was not heard; upload_incomplete when some are missing. */
const assemble = async (files: FileStore, row: UploadRow): Promise<void> => {
  const file = partialOf(row)
  if ((await files.sizeOf(file.key)) === row.size) return
  const count = partCount(row.size)
  const parts = wholeParts(row, await files.parts.list(file))
  if (parts.length !== count) throw new AppError('upload_incomplete')
  await files.parts.complete(file, count)
}

/** The job that ends the upload does what cannot be done now. */
const forget = async (files: FileStore, row: UploadRow): Promise<void> => {
  await Promise.allSettled([files.parts.abort(partialOf(row)), files.remove(partialOf(row).key)])
}

/** What cannot be a file: the upload ends with it. */
const refuse = async (
  { db, files }: FileDependencies,
  actor: PracticeActor,
  row: UploadRow,
  error: AppError,
): Promise<never> => {
  const subject = { type: 'record', id: row.recordId }
  const detail = { refused: error.key }
  const refusing = change(db, actor, async (tx) => {
    await deleteUpload(tx, actor.practiceId, row.storageKey)
    return refused({ action: 'file.upload', patientId: row.patientId, subject, detail }, error)
  })
  await refusing.catch(async (reason: unknown) => {
    if (reason === error) await forget(files, row)
    throw reason
  })
  throw error
}

const findOwn = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<readonly [UploadRow | undefined, FileRow | undefined]> =>
  reading(db.queries, actor, (tx) =>
    Promise.all([findUpload(tx, actor.practiceId, actor.userId, id), findCompleted(tx, actor, id)]),
  )

const answer = async (
  { links }: FileDependencies,
  tx: Tx,
  actor: PracticeActor,
  file: FileRow,
): Promise<UploadedFile> => withLinks(links, actor, file, await databaseNow(tx))

const fileOfUpload = async (
  { files, quotaBytes }: FileDependencies,
  tx: Tx,
  actor: PracticeActor,
  { row, inspection }: { row: UploadRow; inspection: Inspection },
): Promise<FileRow> => {
  const existing = await findCompleted(tx, actor, row.id)
  if (existing) return existing
  const file = await acceptFile(tx, actor, quotaBytes, {
    ...inspection,
    id: row.id,
    uid: row.uid,
    recordId: row.recordId,
    fileName: row.fileName,
    type: typeOf(row),
    storageType: files.type,
    storageKey: row.storageKey,
  })
  await deleteUpload(tx, actor.practiceId, row.storageKey)
  return file
}

/** The parts of an upload become a file of its record. Called again it answers the file that there is. */
export const completeUpload = async (
  dependencies: FileDependencies,
  actor: PracticeActor,
  id: number,
): Promise<UploadedFile> => {
  const { db, files } = dependencies
  const [row, done] = await findOwn(db, actor, id)
  if (row === undefined && done === undefined) throw new AppError('not_found')
  if (row) await assemble(files, row)
  const inspection =
    row &&
    (await inspect(files, partialOf(row).key, typeOf(row)).catch((error: unknown) => {
      const isRefusal =
        error instanceof AppError && ['file_damaged', 'file_type_unsupported'].includes(error.key)
      if (isRefusal) return refuse(dependencies, actor, row, error)
      throw error
    }))
  const uploaded = await change(db, actor, async (tx) => {
    const file = row && inspection ? await fileOfUpload(dependencies, tx, actor, { row, inspection }) : done
    if (file === undefined) throw new AppError('not_found')
    const subject = { type: 'record', id: file.recordId }
    return audited(
      { action: 'file.upload', patientId: file.patientId, subject, detail: { file: file.id } },
      await answer(dependencies, tx, actor, file),
    )
  })
  // The job that ends the upload does what cannot be done now.
  if (row) await Promise.allSettled([files.parts.abort(partialOf(row))])
  return uploaded
}
