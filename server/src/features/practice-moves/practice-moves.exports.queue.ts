import { exportLifetimes } from '@ulna/contract/practice-moves/practice-moves'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { ExportKey } from './practice-moves.exports.repository.ts'

/** Makes an archive. */
export const exportJob = 'practice_moves.export'
/** Looks whether whoever makes it is still there. */
export const watchExportJob = 'practice_moves.watch'
/** Reads a ready archive back. */
export const verifyExportJob = 'practice_moves.verify'
/** Removes an archive whose time is over, and the bytes of one that was removed. */
export const expireExportJob = 'practice_moves.expire'
export const removeArchiveJob = 'practice_moves.remove_file'

const watchedEvery = 60_000
const dayMs = 86_400_000
const hourMs = 3_600_000

const payloadOf = ({ practiceId, exportId }: ExportKey) => ({ practiceId, exportId })

export const queueExport = (tx: Tx, key: ExportKey): Promise<void> => enqueue(tx, exportJob, payloadOf(key))

export const queueExportWatch = async (tx: Tx, key: ExportKey): Promise<void> =>
  enqueue(tx, watchExportJob, payloadOf(key), { runAt: new Date((await databaseNow(tx)) + watchedEvery) })

export const queueVerification = (tx: Tx, key: ExportKey): Promise<void> =>
  enqueue(tx, verifyExportJob, payloadOf(key))

const whenOver = async (tx: Tx, later = 0): Promise<Date> =>
  new Date((await databaseNow(tx)) + exportLifetimes.archiveDays * dayMs + later)

export const queueExpiry = async (tx: Tx, key: ExportKey): Promise<void> =>
  enqueue(tx, expireExportJob, payloadOf(key), { runAt: await whenOver(tx) })

export const queueArchiveRemoval = (tx: Tx, storageKey: string): Promise<void> =>
  enqueue(tx, removeArchiveJob, { storageKey })

/**
 * Queued before there are bytes: they go when their time is surely over, also where whoever wrote them was killed before
 * a row named them.
 */
export const queueLateRemoval = async (tx: Tx, storageKey: string): Promise<void> =>
  enqueue(tx, removeArchiveJob, { storageKey }, { runAt: await whenOver(tx, hourMs) })
