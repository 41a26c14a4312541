import { entriesLifetimes } from '@ulna/contract/practitioner-copies/practitioner-copies'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { EntriesKey } from './practitioner-copies.repository.ts'

/** Makes a copy. */
export const makeEntriesJob = 'practitioner_copies.make'
/** Looks whether whoever makes it is still there. */
export const watchEntriesJob = 'practitioner_copies.watch'
/** Removes a copy whose time is over, and the bytes of one that was removed. */
export const expireEntriesJob = 'practitioner_copies.expire'
export const removeEntriesJob = 'practitioner_copies.remove_file'

const watchedEvery = 60_000
const dayMs = 86_400_000
const hourMs = 3_600_000

const payloadOf = ({ practiceId, id }: EntriesKey) => ({ practiceId, id })

export const queueMaking = (tx: Tx, key: EntriesKey): Promise<void> =>
  enqueue(tx, makeEntriesJob, payloadOf(key))

export const queueWatch = async (tx: Tx, key: EntriesKey): Promise<void> =>
  enqueue(tx, watchEntriesJob, payloadOf(key), { runAt: new Date((await databaseNow(tx)) + watchedEvery) })

const whenOver = async (tx: Tx, later = 0): Promise<Date> =>
  new Date((await databaseNow(tx)) + entriesLifetimes.archiveDays * dayMs + later)

export const queueExpiry = async (tx: Tx, key: EntriesKey): Promise<void> =>
  enqueue(tx, expireEntriesJob, payloadOf(key), { runAt: await whenOver(tx) })

export const queueRemoval = (tx: Tx, storageKey: string): Promise<void> =>
  enqueue(tx, removeEntriesJob, { storageKey })

/**
 * Queued before there are bytes: they go when their time is surely over, also where whoever wrote them was killed before
 * a row named them.
 */
export const queueLateRemoval = async (tx: Tx, storageKey: string): Promise<void> =>
  enqueue(tx, removeEntriesJob, { storageKey }, { runAt: await whenOver(tx, hourMs) })
