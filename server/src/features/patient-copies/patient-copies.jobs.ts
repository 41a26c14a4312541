import { transaction } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { removeCopyJob } from './patient-copies.queue.ts'
import { writeGone } from './patient-copies.repository.ts'

export const patientCopyJobs = ({ db, files }: { db: Database; files: FileStore }): JobHandlers => ({
  [removeCopyJob]: async ({ practiceId, copyId, storageKey }) => {
    const key = { practiceId: Number(practiceId), copyId: Number(copyId) }
    const scope = { practiceId: key.practiceId, userId: 0 }
    await transaction(db.queries, scope, 'read write', (tx) => writeGone(tx, key, String(storageKey)))
    await files.remove(String(storageKey))
  },
})
