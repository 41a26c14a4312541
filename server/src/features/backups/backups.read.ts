import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveFaultError, ArchiveFile } from '../../platform/files/archive-reader.ts'
import type { ArchivedFile } from '../../platform/files/archive-writer.ts'
import {
  type BackupIndex,
  type BackupManifest,
  type BackupSecrets,
  backupFormat,
  backupNames,
  fileOfTable,
  sealedNames,
} from './backups.format.ts'

/** Why a backup is not restored, in a sentence for whoever asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const mostBytes = 1024 * 1024 * 1024

/** What is said of a backup without a key. */
export const readIndex = async (folder: string): Promise<BackupIndex> => {
  const file = path.join(folder, backupNames.index)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`${folder} is no backup: it holds no ${backupNames.index}.`)
  })
  let index: BackupIndex
  try {
    index = JSON.parse(text) as BackupIndex
  } catch {
    throw new BackupError(`${file} is damaged: it cannot be read.`)
  }
  if (!(index.format <= backupFormat))
    throw new BackupError(
      `This backup was made by Ulna ${index.product}, which is newer than this one: update first, then restore.`,
    )
  return index
}

/** Whether a file is what was said of it. */
const isSame = async (file: string, { sha256, size }: ArchivedFile): Promise<boolean> => {
  const hash = createHash('sha256')
  const stream = createReadStream(file)
  try {
    await pipeline(stream, hash)
  } catch {
    return false
  }
  return stream.bytesRead === size && hash.digest('hex') === sha256
}

/** Looks at every byte that lies there, without any key: refuses what is missing, cut off or changed. */
export const checkSealed = async (folder: string, { database, parts }: BackupIndex): Promise<void> => {
  if (!(await isSame(path.join(folder, backupNames.database), database)))
    throw new BackupError(`${backupNames.database} of ${folder} is missing, cut off or changed.`)
  for (const part of parts)
    if (!(await isSame(path.join(folder, '..', backupNames.files, part.name), part)))
      throw new BackupError(`The part ${part.name} of ${folder} is missing, cut off or changed.`)
}

const words: Partial<Record<ArchiveFaultError['fault'], string>> = {
  locked: 'It is encrypted: name the file of a key that opens it in BACKUP_IDENTITY_FILE.',
  other_key: 'The key does not open it: it is encrypted for another one.',
}

const openSealed = async (
  folder: string,
  scratch: string,
  identities: readonly string[],
): Promise<ArchiveFile> => {
  try {
    return await ArchiveFile.open(path.join(folder, backupNames.database), scratch, identities)
  } catch (error) {
    if (!(error instanceof ArchiveFaultError)) throw error
    throw new BackupError(words[error.fault] ?? `${folder} is damaged.`, { cause: error })
  }
}

/** A backup whose every byte was looked at, open to be read. */
export interface OpenBackup {
  readonly archive: ArchiveFile
  readonly manifest: BackupManifest
  readonly secrets: BackupSecrets
}

/** Opens the sealed part, whole and compared with what was said of it when it was made. */
export const openBackup = async (
  folder: string,
  scratch: string,
  identities: readonly string[],
): Promise<OpenBackup> => {
  const archive = await openSealed(folder, scratch, identities)
  try {
    const json = async (name: string): Promise<unknown> =>
      JSON.parse((await archive.bytes(name, mostBytes)).toString())
    const manifest = (await json(sealedNames.manifest)) as BackupManifest
    for (const table of manifest.tables) await archive.requireSame(fileOfTable(table), table)
    return { archive, manifest, secrets: (await json(sealedNames.secrets)) as BackupSecrets }
  } catch (error) {
    await archive.close()
    if (error instanceof ArchiveFaultError)
      throw new BackupError(`${folder} is damaged: ${error.entry}.`, { cause: error })
    throw error
  }
}
