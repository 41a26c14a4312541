import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import {
  type KeyMailDependencies,
  keyEndingJob,
  keyEndingMail,
  sendKeyEnding,
  tellKeyEnding,
} from './keys/papers.key-ending.service.ts'

/** Removes the bytes of a paper; what proves it stays. */
const removePaperJob = 'papers.remove'
const keptMs = 24 * 3_600_000

/** Queued before the bytes are there: whatever happens then, they do not stay. */
export const queueRemoval = async (tx: Tx, key: string): Promise<void> =>
  enqueue(tx, removePaperJob, { key }, { runAt: new Date((await databaseNow(tx)) + keptMs) })

export const paperJobs = (
  dependencies: KeyMailDependencies & { readonly files: FileStore },
): JobHandlers => ({
  [removePaperJob]: ({ key }) => dependencies.files.remove(String(key)),
  [keyEndingJob]: ({ practiceId, keyId, days }) =>
    tellKeyEnding(dependencies.db, Number(practiceId), Number(keyId), Number(days)),
  [keyEndingMail]: ({ practiceId, keyId, userId }, { jobId }) =>
    sendKeyEnding(dependencies, {
      id: `job-${jobId}`,
      practiceId: Number(practiceId),
      keyId: Number(keyId),
      userId: Number(userId),
    }),
})
