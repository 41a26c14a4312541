import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArchivedFile, ArchiveWriter } from '../../../platform/files/archive-writer.ts'
import { onDisk } from '../../../platform/files/disk-errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openStored } from '../../../platform/files/open-stored.ts'
import { counted, encryptedFor } from '../../../platform/files/sealed-bytes.ts'
import type { Secrets } from '../../../platform/tokens.ts'
import {
  type BackedUpTable,
  type BackupIndex,
  type BackupMade,
  type BackupManifest,
  type BackupSecrets,
  backupFormat,
  backupNames,
  fileOfTable,
  folderOf,
  type KnownPart,
  placeOfPart,
  sealedNames,
} from '../backups.format.ts'
import type { BackupTarget } from '../targets/backups.target.ts'
import { type NamedKeys, namedKeys } from './backups.files.ts'
import { DatabaseSnapshot, type SnapshotRoles } from './backups.snapshot.ts'

export interface BackupOrder {
  readonly roles: SnapshotRoles
  readonly files: FileStore
  readonly secrets: Secrets
  /** Files of `DATA_DIR` that go with it, by the name they get in it; one that is not there is left out. */
  readonly beside: Readonly<Record<string, string>>
  readonly to: BackupTarget
  /** Public keys of age; at least one. */
  readonly recipients: readonly string[]
  /** Files that lie at the target already, sealed for whoever is to open them, by their key in the store. */
  readonly known: ReadonlyMap<string, KnownPart>
  readonly product: string
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
  to: BackupTarget,
): Promise<readonly BackedUpTable[]> => {
  const seen = await snapshot.countAsPractices()
  const tables: BackedUpTable[] = []
  for (const table of await snapshot.tables()) {
    await to.requireRoom(0)
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

/** Writes a file and forces it to the disk. */
const writeStaged = (file: string, bytes: Readable): Promise<void> =>
  onDisk(async () => {
    await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
    const handle = await open(file, 'r')
    await handle.sync().finally(() => handle.close())
  })

/** One file of the store, sealed under a name that says nothing; undefined where there is none. */
const sealFile = async (
  { files, to, recipients }: BackupOrder,
  key: string,
): Promise<KnownPart | undefined> => {
  const stored = await openStored(files, key)
  if (!stored) return undefined
  await to.requireRoom(stored.size)
  const name = `${randomBytes(16).toString('hex')}.age`
  const staged = path.join(to.staging, name)
  const plain = counted(stored.bytes)
  const sealed = counted(await encryptedFor(recipients, plain.bytes))
  await writeStaged(staged, sealed.bytes)
  await to.put(placeOfPart(name), staged)
  return { file: { key, part: name, ...plain.about() }, part: { name, ...sealed.about() } }
}

interface SealedFiles {
  readonly parts: readonly KnownPart[]
  readonly fresh: readonly KnownPart[]
  readonly missing: readonly string[]
}

const sealFiles = async (order: BackupOrder, { needed, others }: NamedKeys): Promise<SealedFiles> => {
  const there = new Set(await order.to.names(backupNames.files))
  const parts: KnownPart[] = []
  const fresh: KnownPart[] = []
  const missing: string[] = []
  const seal = async (key: string): Promise<boolean> => {
    const known = order.known.get(key)
    const one = known && there.has(known.part.name) ? known : await sealFile(order, key)
    if (one) parts.push(one)
    if (one && one !== known) fresh.push(one)
    return one !== undefined
  }
  for (const key of needed) if (!(await seal(key))) missing.push(key)
  for (const key of others) await seal(key)
  return { parts, fresh, missing }
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
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex'), size: (await stat(file)).size }
}

/** The rows, and what else only a key opens, in one file of the staging folder. */
const writeDatabase = async (
  order: BackupOrder,
  snapshot: DatabaseSnapshot,
  file: string,
): Promise<{ readonly manifest: BackupManifest; readonly sealed: SealedFiles }> => {
  const archive = new ArchiveWriter(file, snapshot.at, order.recipients)
  try {
    const tables = await copyTables(snapshot, archive, order.to)
    const sealed = await sealFiles(order, await namedKeys(snapshot))
    const manifest: BackupManifest = {
      ...{ at: snapshot.at, tables, missing: sealed.missing, sequences: await snapshot.sequences() },
      migration: await snapshot.migration(),
      files: sealed.parts.map((one) => one.file),
    }
    await addBeside(archive, order)
    await archive.addText(sealedNames.manifest, JSON.stringify(manifest))
    await archive.finish()
    return { manifest, sealed }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

const putIndex = async ({ to }: BackupOrder, name: string, index: BackupIndex): Promise<number> => {
  const staged = path.join(to.staging, backupNames.index)
  const text = JSON.stringify(index)
  await onDisk(() => writeFile(staged, text, { mode: 0o600, flush: true }))
  await to.put(`${name}/${backupNames.index}`, staged)
  return Buffer.byteLength(text)
}

const write = async (order: BackupOrder, snapshot: DatabaseSnapshot): Promise<BackupMade> => {
  const { at } = snapshot
  const name = folderOf(at)
  const staged = path.join(order.to.staging, backupNames.database)
  const { manifest, sealed } = await writeDatabase(order, snapshot, staged)
  const database = await digestOf(staged)
  await order.to.put(`${name}/${backupNames.database}`, staged)
  // Last: what has no index is no backup yet.
  const indexSize = await putIndex(order, name, {
    ...{ format: backupFormat, at, product: order.product, database },
    installation: await snapshot.installation(),
    migration: await snapshot.migration(),
    parts: sealed.parts.map((one) => one.part),
  })
  return {
    ...{ name, at, files: sealed.parts.length, missing: sealed.missing.length, fresh: sealed.fresh },
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    size: sealed.fresh.reduce((sum, { part }) => sum + part.size, database.size + indexSize),
  }
}

/**
 * Backs everything up as it was in one moment: the whole database, the files that it names, and the secrets without which
 * neither proves anything. It is a backup once its index lies there, which comes last. Rejects with storage_full where there
 * is no room, and with an `IncompleteBackupError` where not all rows are read.
 */
export const makeBackup = async (order: BackupOrder): Promise<BackupMade> => {
  const snapshot = await DatabaseSnapshot.open(order.roles)
  try {
    await order.to.requireRoom(0)
    return await write(order, snapshot)
  } finally {
    await snapshot.close()
  }
}
