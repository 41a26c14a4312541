import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../platform/app-error.ts'
import { type ArchivedFile, ArchiveWriter } from '../../platform/files/archive-writer.ts'
import { onDisk } from '../../platform/files/disk-errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { counted, encryptedFor } from '../../platform/files/sealed-bytes.ts'
import type { Secrets } from '../../platform/tokens.ts'
import { namedKeys } from './backups.files.ts'
import {
  type BackedUpFile,
  type BackedUpTable,
  type BackupIndex,
  type BackupManifest,
  type BackupSecrets,
  backupFormat,
  backupNames,
  fileOfTable,
  type SealedPart,
  sealedNames,
} from './backups.format.ts'
import { DatabaseSnapshot, type SnapshotRoles } from './backups.snapshot.ts'

export interface BackupOrder {
  readonly roles: SnapshotRoles
  readonly files: FileStore
  readonly secrets: Secrets
  /** Files of `DATA_DIR` that go with it, by the name they get in it; one that is not there is left out. */
  readonly beside: Readonly<Record<string, string>>
  /** Folder that backups are kept in. */
  readonly to: string
  /** Public keys of age; at least one. */
  readonly recipients: readonly string[]
  readonly product: string
}

export interface BackupMade {
  readonly path: string
  /** Instant. */
  readonly at: string
  readonly rows: number
  readonly files: number
  /** Named by a row and not in the store. */
  readonly missing: number
}

/** What is read as backups are is less than what practices see of it: it would hold less than there is. */
export class IncompleteBackupError extends Error {
  constructor(table: string, copied: number, seen: number) {
    super(`Of ${table} ${copied} rows would be in the backup, and practices see ${seen}: no backup was made.`)
  }
}

const copyTables = async (
  snapshot: DatabaseSnapshot,
  archive: ArchiveWriter,
): Promise<readonly BackedUpTable[]> => {
  const seen = await snapshot.countAsPractices()
  const tables: BackedUpTable[] = []
  for (const table of await snapshot.tables()) {
    let rowCount = () => 0
    const about = await archive.add(fileOfTable(table), async () => {
      const copied = snapshot.copy(table)
      rowCount = copied.rowCount
      return copied.bytes
    })
    const rows = rowCount()
    const least = table.schema === 'public' ? (seen.get(table.name) ?? 0) : 0
    if (rows < least) throw new IncompleteBackupError(table.name, rows, least)
    tables.push({ ...table, ...about, rows })
  }
  return tables
}

/** Writes a file that nobody sees under its name before it is whole and on the disk. */
const writeWhole = (file: string, bytes: Readable): Promise<void> =>
  onDisk(async () => {
    const part = `${file}.part`
    await pipeline(bytes, createWriteStream(part, { mode: 0o600 }))
    const handle = await open(part, 'r')
    await handle.sync().finally(() => handle.close())
    await rename(part, file)
  })

interface Sealed {
  readonly file: BackedUpFile
  readonly part: SealedPart
}

/** One file of the store, sealed under a name that says nothing; undefined where there is none. */
const sealFile = async ({ files, to, recipients }: BackupOrder, key: string): Promise<Sealed | undefined> => {
  const stored = await files.open(key).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'file_not_found') return undefined
    throw error
  })
  if (!stored) return undefined
  const name = `${randomBytes(16).toString('hex')}.age`
  const plain = counted(stored.bytes)
  const sealed = counted(await encryptedFor(recipients, plain.bytes))
  await writeWhole(path.join(to, backupNames.files, name), sealed.bytes)
  return { file: { key, part: name, ...plain.about() }, part: { name, ...sealed.about() } }
}

const sealFiles = async (order: BackupOrder, keys: readonly string[]) => {
  const sealed: Sealed[] = []
  const missing: string[] = []
  for (const key of keys) {
    const one = await sealFile(order, key)
    if (one) sealed.push(one)
    else missing.push(key)
  }
  return { sealed, missing }
}

const addBeside = async (archive: ArchiveWriter, { beside, secrets }: BackupOrder): Promise<void> => {
  const [secret, ...former] = secrets
  await archive.addText(sealedNames.secrets, JSON.stringify({ secret, former } satisfies BackupSecrets))
  for (const [name, file] of Object.entries(beside)) {
    const text = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text) await archive.addText(name, text)
  }
}

const digestOf = async (file: string): Promise<ArchivedFile> => {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(file, 'r')
  for await (const piece of handle.createReadStream()) {
    hash.update(piece as Buffer)
    size += (piece as Buffer).length
  }
  return { sha256: hash.digest('hex'), size }
}

const writeBackup = async (order: BackupOrder, snapshot: DatabaseSnapshot, folder: string) => {
  const database = path.join(folder, backupNames.database)
  const archive = new ArchiveWriter(database, snapshot.at, order.recipients)
  try {
    const tables = await copyTables(snapshot, archive)
    const { sealed, missing } = await sealFiles(order, await namedKeys(snapshot))
    const manifest: BackupManifest = {
      ...{ at: snapshot.at, tables, missing, sequences: await snapshot.sequences() },
      files: sealed.map(({ file }) => file),
    }
    await addBeside(archive, order)
    await archive.addText(sealedNames.manifest, JSON.stringify(manifest))
    await archive.finish()
    const index: BackupIndex = {
      ...{ format: backupFormat, at: snapshot.at, product: order.product },
      migration: await snapshot.migration(),
      database: await digestOf(database),
      parts: sealed.map(({ part }) => part),
    }
    await writeFile(path.join(folder, backupNames.index), JSON.stringify(index), { mode: 0o600, flush: true })
    return manifest
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/** The folder of a backup: the moment of its snapshot, as names of files may be. */
const folderOf = (at: string): string => at.replaceAll(':', '-')

/**
 * Backs everything up as it was in one moment: the whole database, the files that it names, and the secrets without which
 * neither proves anything. Nobody sees it under its name before it is whole. Rejects with storage_full where there is no
 * room, and with an `IncompleteBackupError` where not all rows are read.
 */
export const makeBackup = async (order: BackupOrder): Promise<BackupMade> => {
  await mkdir(path.join(order.to, backupNames.files), { recursive: true, mode: 0o700 })
  const snapshot = await DatabaseSnapshot.open(order.roles)
  try {
    const target = path.join(order.to, folderOf(snapshot.at))
    const folder = `${target}.part`
    await mkdir(folder, { mode: 0o700 })
    try {
      const { at, tables, files, missing } = await writeBackup(order, snapshot, folder)
      await rename(folder, target)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      return { path: target, at, rows, files: files.length, missing: missing.length }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  } finally {
    await snapshot.close()
  }
}
