import { transaction } from '../../platform/database/database.ts'
import type { EveryMinute } from '../../platform/jobs/jobs.minutes.ts'
import type { JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import { endUploadJob, processFileJob, removeBytesJob, tidyStoreJob } from './files.queue.ts'
import { isStored } from './files.repository.ts'
import { type ProcessingDependencies, processFile } from './inspection/files.process.ts'
import { deleteUpload } from './uploads/files.uploads.repository.ts'

export const filesEveryMinute: EveryMinute = [tidyStoreJob]

/** Ends an upload that did not become a file: parts, bytes and row. */
const endUpload = async ({ db, files }: ProcessingDependencies, payload: JobPayload): Promise<void> => {
  const practiceId = Number(payload.practiceId)
  const storageKey = String(payload.storageKey)
  const file = { key: String(payload.key), upload: String(payload.upload) }
  const stored = await transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    await deleteUpload(tx, practiceId, storageKey)
    return isStored(tx, practiceId, storageKey)
  })
  await files.parts.abort(file)
  if (!stored) await files.remove(file.key)
}

export const fileJobs = (dependencies: ProcessingDependencies): JobHandlers => ({
  [processFileJob]: ({ practiceId, fileId }) => processFile(dependencies, Number(practiceId), Number(fileId)),
  [endUploadJob]: (payload) => endUpload(dependencies, payload),
  [removeBytesJob]: ({ key }) => dependencies.files.remove(String(key)),
  [tidyStoreJob]: () => dependencies.files.tidy(),
})
