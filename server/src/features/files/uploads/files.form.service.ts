import { createHash } from 'node:crypto'
import { errorCatalogue } from '@ulna/contract/errors'
import { fileLimits, type UploadedFile } from '@ulna/contract/files/files'
import { AppError } from '../../../platform/app-error.ts'
import { transaction } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import type { FileStore, PartialFile } from '../../../platform/files/file-store.ts'
import { type FormFile, withContent } from '../../../platform/http/bodies/upload-body.ts'
import { AnsweredBefore } from '../../../platform/idempotency.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change } from '../../../platform/use-case.ts'
import type { FileDependencies } from '../files.dependencies.ts'
import { withLinks } from '../files.links.ts'
import { queueEndOfUpload } from '../files.queue.ts'
import { inspect } from '../inspection/files.inspection.ts'
import { acceptFile } from './files.accept.service.ts'
import { type Planned, planUpload } from './files.upload.service.ts'

/** The pieces as they come, in parts as the store wants them. */
async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (let piece of pieces) {
    while (size + piece.length >= fileLimits.partBytes) {
      const missing = fileLimits.partBytes - size
      yield Buffer.concat([...held, piece.subarray(0, missing)])
      piece = piece.subarray(missing)
      held = []
      size = 0
    }
    held.push(piece)
    size += piece.length
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Stores a stream whole and answers its digest. */
const receive = async (
  files: FileStore,
  file: PartialFile,
  pieces: AsyncIterable<Buffer>,
): Promise<string> => {
  const hash = createHash('sha256')
  let count = 0
  for await (const part of inParts(pieces)) {
    count += 1
    hash.update(part)
    await files.parts.put(file, count, part)
  }
  if (count === 0) throw new AppError('file_damaged')
  await files.parts.complete(file, count)
  return hash.digest('hex')
}

const acceptForm = async (
  { db, files, links, quotaBytes }: FileDependencies,
  actor: PracticeActor,
  {
    recordId,
    planned: { file, ...planned },
    pieces,
  }: { recordId: number; planned: Planned; pieces: AsyncIterable<Buffer> },
): Promise<UploadedFile> => {
  const digest = await receive(files, file, pieces)
  const inspection = await inspect(files, file.key, planned.type)
  return change(db, withContent(actor, digest), async (tx) => {
    const arrived = { ...planned, ...inspection, id: null, recordId, storageType: files.type }
    const stored = await acceptFile(tx, actor, quotaBytes, arrived)
    const subject = { type: 'record', id: recordId }
    return audited(
      { action: 'file.upload', patientId: stored.patientId, subject, detail: { file: stored.id } },
      withLinks(links, actor, stored, await databaseNow(tx)),
    )
  })
}

/** Whether nothing was written for sure. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AnsweredBefore || (error instanceof AppError && errorCatalogue[error.key].status < 500)

/** A file that comes in one piece, as multipart/form-data. What is refused, or breaks off, leaves nothing. */
export const uploadForm = async (
  dependencies: FileDependencies,
  actor: PracticeActor,
  recordId: number,
  form: FormFile,
): Promise<UploadedFile> => {
  const { db, files } = dependencies
  const planned = await planUpload({ db, files }, actor, recordId, { ...form, size: 0 })
  const { file, storageKey } = planned
  try {
    // Queued before the bytes come: whatever happens to this process, they do not stay without a row.
    await transaction(db.queries, actor, 'read write', (tx) =>
      queueEndOfUpload(tx, actor.practiceId, { storageKey, partialFile: file, after: 'hour' }),
    )
    return await acceptForm(dependencies, actor, { recordId, planned, pieces: form.pieces })
  } catch (error) {
    // Nobody knows after another fault whether the row was written: the job that ends the upload asks.
    if (isRefusal(error)) await Promise.allSettled([files.remove(file.key)])
    throw error
  } finally {
    await Promise.allSettled([files.parts.abort(file)])
  }
}
