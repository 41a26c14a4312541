import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PartialFile } from '../../platform/files/file-store.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** Scans, renders and hashes what was uploaded. */
export const processFileJob = 'files.process'
/** Removes what an upload left, unless it became a file. */
export const endUploadJob = 'files.end_upload'
/** Removes bytes whose row is gone. */
export const removeBytesJob = 'files.remove_bytes'
/** Removes what killed processes left in the file store. */
export const tidyStoreJob = 'files.tidy'

const minute = 60_000
const day = 1440 * minute

const at = async (tx: Tx, ms: number): Promise<{ runAt: Date }> => ({
  runAt: new Date((await databaseNow(tx)) + ms),
})

export const queueProcessing = async (
  tx: Tx,
  practiceId: number,
  fileId: number,
  afterMs = 0,
): Promise<void> =>
  enqueue(tx, processFileJob, { practiceId, fileId }, afterMs === 0 ? {} : await at(tx, afterMs))

/** `day`: an upload that can be taken up again; `hour`: one that comes in one piece. */
export const queueEndOfUpload = async (
  tx: Tx,
  practiceId: number,
  {
    storageKey,
    partialFile: { key, upload },
    after,
  }: { storageKey: string; partialFile: PartialFile; after: 'hour' | 'day' },
): Promise<void> =>
  enqueue(
    tx,
    endUploadJob,
    { practiceId, storageKey, key, upload },
    await at(tx, after === 'day' ? day : 60 * minute),
  )

export const queueRemoval = (tx: Tx, practiceId: number, key: string): Promise<void> =>
  enqueue(tx, removeBytesJob, { practiceId, key })
