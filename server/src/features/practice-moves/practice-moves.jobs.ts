import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { measureFile } from '../../platform/files/measure-file.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import { makeClaimed, whileAlive } from '../../platform/jobs/made-in-background.ts'
import type { Secrets } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import { spendingOf } from './practice-moves.exports.allowance.ts'
import {
  expireExportJob,
  exportJob,
  queueArchiveRemoval,
  queueExport,
  queueExportWatch,
  queueLateRemoval,
  queueVerification,
  removeArchiveJob,
  verifyExportJob,
  watchExportJob,
} from './practice-moves.exports.queue.ts'
import {
  claimExport,
  type ExportKey,
  type ExportState,
  isBeingMade,
  lockExport,
  noteFailed,
  noteProgress,
  noteReady,
  writeRemoved,
} from './practice-moves.exports.repository.ts'
import type { Departed } from './practice-moves.format.ts'
import { leaveWith } from './practice-moves.leave.service.ts'
import { verifyExport } from './practice-moves.verify.service.ts'

export interface MoveJobDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly rateLimits: RateLimits
  readonly secrets: Secrets
  readonly product: string
  readonly appUrl: () => string
  /** Where an archive is put together before it goes into the store. */
  readonly workDirectory: string
}

const keyOf = ({ practiceId, exportId }: JobPayload): ExportKey => ({
  practiceId: Number(practiceId),
  exportId: Number(exportId),
})

const within = <T>(
  { db }: MoveJobDependencies,
  { practiceId }: ExportKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => transaction(db.queries, { practiceId, userId: 0 }, 'read write', work)

interface Progress {
  done: number
  of: number
}

/** Tables first, then files: who waits sees one number that grows. */
const makeArchive = async (
  dependencies: MoveJobDependencies,
  { practiceId, recipient, madeBy }: ExportState,
  target: string,
  progress: Progress,
): Promise<Departed> =>
  leaveWith({
    queries: dependencies.db.queries,
    files: dependencies.files,
    secrets: dependencies.secrets,
    practiceId,
    product: dependencies.product,
    origin: dependencies.appUrl(),
    target,
    folder: `${target}.work`,
    recipients: recipient === null ? [] : [recipient],
    userId: madeBy,
    tell: (stage, done, of) => {
      progress.done = stage === 'files' ? done : 0
      progress.of = stage === 'files' ? of : Math.max(progress.of, 1)
    },
  })

const keep = async (
  dependencies: MoveJobDependencies,
  claimed: ExportState,
  target: string,
  departed: Departed,
): Promise<void> => {
  const { size, sha256 } = await measureFile(target)
  const storageKey = `practice-${claimed.practiceId}/exports/${randomUUID()}.zip`
  await within(dependencies, claimed, (tx) => queueLateRemoval(tx, storageKey))
  await dependencies.files.put(storageKey, { size, bytes: createReadStream(target) })
  const isWanted = await within(dependencies, claimed, async (tx) => {
    const isNoted = await noteReady(tx, claimed, { storageKey, size, sha256, departed })
    // What is encrypted opens for nobody here.
    if (isNoted && claimed.recipient === null) await queueVerification(tx, claimed)
    return isNoted
  })
  if (!isWanted) await dependencies.files.remove(storageKey)
}

const carryOut = async (dependencies: MoveJobDependencies, claimed: ExportState): Promise<void> => {
  const folder = path.join(dependencies.workDirectory, String(claimed.exportId))
  const target = path.join(folder, 'archive.zip')
  const progress: Progress = { done: 0, of: 1 }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const say = () => within(dependencies, claimed, (tx) => noteProgress(tx, claimed, progress))
  try {
    await rm(target, { force: true })
    await whileAlive(say, async () => {
      const departed = await makeArchive(dependencies, claimed, target, progress)
      await keep(dependencies, claimed, target, departed)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whoever asked for it need not wait for tomorrow. */
const tellFailed = async (dependencies: MoveJobDependencies, key: ExportKey): Promise<void> => {
  const isFailed = await within(dependencies, key, (tx) => noteFailed(tx, key))
  if (isFailed) await dependencies.rateLimits.giveBack(spendingOf(key.practiceId))
}

/** Makes an archive that somebody asked for. */
const makeExport = (dependencies: MoveJobDependencies, key: ExportKey): Promise<void> =>
  makeClaimed(
    () => within(dependencies, key, (tx) => claimExport(tx, key)),
    (claimed) => carryOut(dependencies, claimed),
    () => tellFailed(dependencies, key),
  )

/** Who was killed over an archive is followed by another within three minutes. */
const watch = (dependencies: MoveJobDependencies, key: ExportKey): Promise<void> =>
  within(dependencies, key, async (tx) => {
    if (!(await isBeingMade(tx, key))) return
    await queueExport(tx, key)
    await queueExportWatch(tx, key)
  })

const expire = (dependencies: MoveJobDependencies, key: ExportKey): Promise<void> =>
  within(dependencies, key, async (tx) => {
    const found = await lockExport(tx, key)
    if (found?.state !== 'ready') return
    await writeRemoved(tx, authorized(found))
    if (found.storageKey !== null) await queueArchiveRemoval(tx, found.storageKey)
  })

/** Archives that owners ask for on the page. */
export const practiceMoveJobs = (dependencies: MoveJobDependencies): JobHandlers => ({
  [exportJob]: (payload) => makeExport(dependencies, keyOf(payload)),
  [watchExportJob]: (payload) => watch(dependencies, keyOf(payload)),
  [expireExportJob]: (payload) => expire(dependencies, keyOf(payload)),
  [verifyExportJob]: (payload) => verifyExport(dependencies, keyOf(payload)),
  [removeArchiveJob]: ({ storageKey }) => dependencies.files.remove(String(storageKey)),
})
