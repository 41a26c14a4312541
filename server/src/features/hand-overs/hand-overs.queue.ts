import { handOverLifetimes } from '@ulna/contract/hand-overs/hand-overs'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** Removes the bytes of what was made or came, and notes that they are gone. */
export const removeHandOverJob = 'hand_overs.remove'
/** Removes bytes of files that a file which was not taken in after all has left. */
export const tidyFilesJob = 'hand_overs.tidy_files'

/** Forgets keys that open nothing any more. */
export const forgetKeysJob = 'hand_overs.forget_keys'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

const at = async (tx: Tx, ms: number): Promise<{ runAt: Date }> => ({
  runAt: new Date((await databaseNow(tx)) + ms),
})

/** Queued before there are bytes: they go when their time is over, whatever happens to whoever writes them. */
export const queueRemoval = async (
  tx: Tx,
  practiceId: number,
  storageKey: string,
  when: 'ready' | 'waiting' | 'fetched' | 'now',
): Promise<void> => {
  const { readyDays, waitingDays } = handOverLifetimes
  const ms = { ready: readyDays * dayMs, waiting: waitingDays * dayMs, fetched: 15 * minuteMs, now: 0 }[when]
  await enqueue(tx, removeHandOverJob, { practiceId, storageKey }, ms === 0 ? {} : await at(tx, ms))
}

/** A day later: taking in a large file may take its time, and its bytes are not to go meanwhile. */
export const queueTidying = async (tx: Tx, practiceId: number, storageKey: string): Promise<void> =>
  enqueue(tx, tidyFilesJob, { practiceId, storageKey }, await at(tx, dayMs))

/** When the key that was replaced a moment ago has had its time. */
export const queueForgettingKeys = async (tx: Tx, practiceId: number): Promise<void> =>
  enqueue(tx, forgetKeysJob, { practiceId }, await at(tx, handOverLifetimes.formerKeyDays * dayMs + minuteMs))
