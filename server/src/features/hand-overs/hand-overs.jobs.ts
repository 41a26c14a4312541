import { type Tx, transaction } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { isFileHere } from '../files/files.brought.service.ts'
import { forgetKeysJob, removeHandOverJob, tidyFilesJob } from './hand-overs.queue.ts'
import { deleteFormerKeys } from './keys/hand-overs.keys.repository.ts'
import { forgetWaiting } from './receiving/hand-overs.received.repository.ts'
import { writeGone } from './sending/hand-overs.sent.repository.ts'

interface JobDependencies {
  readonly db: Database
  readonly files: FileStore
}

const within = <T>(
  { db }: JobDependencies,
  { practiceId }: JobPayload,
  work: (tx: Tx, practiceId: number) => Promise<T>,
): Promise<T> =>
  transaction(db.queries, { practiceId: Number(practiceId), userId: 0 }, 'read write', (tx) =>
    work(tx, Number(practiceId)),
  )

export const handOverJobs = (dependencies: JobDependencies): JobHandlers => ({
  [removeHandOverJob]: async (payload) => {
    const storageKey = String(payload.storageKey)
    await within(dependencies, payload, async (tx, practiceId) => {
      await writeGone(tx, practiceId, storageKey)
      await forgetWaiting(tx, practiceId, storageKey)
    })
    await dependencies.files.remove(storageKey)
  },
  [tidyFilesJob]: async (payload) => {
    const storageKey = String(payload.storageKey)
    const isHere = await within(dependencies, payload, (tx, practiceId) =>
      isFileHere(tx, practiceId, storageKey),
    )
    if (!isHere) await dependencies.files.remove(storageKey)
  },
  [forgetKeysJob]: (payload) => within(dependencies, payload, deleteFormerKeys),
})
