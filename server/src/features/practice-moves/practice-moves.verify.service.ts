import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Database } from '../../platform/use-case.ts'
import { ArchiveError, ArchiveReader } from './arriving/practice-moves.reader.ts'
import { spendingOf } from './practice-moves.exports.allowance.ts'
import { queueArchiveRemoval } from './practice-moves.exports.queue.ts'
import { type ExportKey, lockExport, writeRemoved } from './practice-moves.exports.repository.ts'
import { dataFileOf, type Manifest } from './practice-moves.format.ts'

export interface VerifyDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly rateLimits: RateLimits
  /** Where an archive is laid while it is read. */
  readonly workDirectory: string
}

const within = <T>(
  { db }: VerifyDependencies,
  { practiceId }: ExportKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => transaction(db.queries, { practiceId, userId: 0 }, 'read write', work)

const requireRows = async (archive: ArchiveReader, { tables }: Manifest): Promise<void> => {
  for (const [table, { rows }] of Object.entries(tables)) {
    let found = 0
    for await (const _ of archive.lines(dataFileOf(table))) found += 1
    if (found !== rows) throw new ArchiveError(`${table} has ${found} rows where the manifest says ${rows}.`)
  }
}

/** Refuses with an ArchiveError what is not whole: the signature, every digest, every row that the manifest counts. */
const checkWhole = async (file: string, practiceId: number): Promise<void> => {
  const archive = await ArchiveReader.open(file, `${file}.plain`, undefined)
  try {
    const { manifest } = await archive.check(() => undefined)
    if (manifest.practice.id !== practiceId) throw new ArchiveError('The archive is of another practice.')
    await requireRows(archive, manifest)
  } finally {
    await archive.close()
  }
}

const noteVerified = async (tx: Tx, { practiceId, exportId }: ExportKey): Promise<void> => {
  await sql`
    update practice_exports set verified_at = now()
    where practice_id = ${practiceId} and id = ${exportId} and state = 'ready'`.execute(tx)
}

/** An archive that is not as it was written is none: nobody shall rely on it. */
const discard = async (dependencies: VerifyDependencies, key: ExportKey): Promise<void> => {
  const isDiscarded = await within(dependencies, key, async (tx) => {
    const found = await lockExport(tx, key)
    if (found?.state !== 'ready' || found.storageKey === null) return false
    await writeRemoved(tx, authorized(found))
    await queueArchiveRemoval(tx, found.storageKey)
    return true
  })
  if (isDiscarded) await dependencies.rateLimits.giveBack(spendingOf(key.practiceId))
}

/** Reads a ready archive back from the store, whole, and notes that it was found as it was written. */
export const verifyExport = async (dependencies: VerifyDependencies, key: ExportKey): Promise<void> => {
  const { files, workDirectory } = dependencies
  const found = await within(dependencies, key, (tx) => lockExport(tx, key))
  if (found?.state !== 'ready' || found.storageKey === null || found.recipient !== null) return
  // Another run may still be at it: what it reads is its own.
  const folder = path.join(workDirectory, `verify-${randomUUID()}`)
  const file = path.join(folder, 'archive.zip')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const { bytes } = await files.open(found.storageKey)
    await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
    await checkWhole(file, key.practiceId)
    await within(dependencies, key, (tx) => noteVerified(tx, key))
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    await discard(dependencies, key)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
