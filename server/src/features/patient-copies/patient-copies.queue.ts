import { copyLifetimes } from '@ulna/contract/patient-copies/patient-copies'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { CopyKey } from './patient-copies.repository.ts'

/** Removes the bytes of a copy, and notes that they are gone. */
export const removeCopyJob = 'patient_copies.remove'

const dayMs = 86_400_000

/** Queued before there are bytes: they go when their time is over, whatever happens to whoever writes them. */
export const queueCopyRemoval = async (
  tx: Tx,
  key: CopyKey,
  storageKey: string,
  inDays: number = copyLifetimes.readyDays,
): Promise<void> =>
  enqueue(
    tx,
    removeCopyJob,
    { practiceId: key.practiceId, copyId: key.copyId, storageKey },
    { runAt: new Date((await databaseNow(tx)) + inDays * dayMs) },
  )
