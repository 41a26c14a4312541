import type { Tx } from '../../platform/database.ts'
import { databaseNow } from '../../platform/database-clock.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs.ts'

/** Removes the bytes of a paper; what proves it stays. */
const removePaperJob = 'papers.remove'
const keptMs = 24 * 3_600_000

/** Queued before the bytes are there: whatever happens then, they do not stay. */
export const queueRemoval = async (tx: Tx, key: string): Promise<void> =>
  enqueue(tx, removePaperJob, { key }, { runAt: new Date((await databaseNow(tx)) + keptMs) })

export const paperJobs = ({ files }: { readonly files: FileStore }): JobHandlers => ({
  [removePaperJob]: ({ key }) => files.remove(String(key)),
})
