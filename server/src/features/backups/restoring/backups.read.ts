import { finished } from 'node:stream/promises'
import { ArchiveFaultError, ArchiveFile } from '../../../platform/files/archive-reader.ts'
import type { ArchivedFile } from '../../../platform/files/archive-writer.ts'
import { bytesOf } from '../../../platform/files/file-store.ts'
import { counted } from '../../../platform/files/sealed-bytes.ts'
import {
  type BackupIndex,
  type BackupManifest,
  type BackupSecrets,
  backupFormat,
  backupNames,
  fileOfTable,
  isBackupName,
  placeOfPart,
  sealedNames,
} from '../backups.format.ts'
import type { BackupTarget } from '../targets/backups.target.ts'

/** Why a backup is not restored, in a sentence for whoever asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** A backup, and where it lies. */
export interface BackupPlace {
  readonly target: BackupTarget
  /** Its folder at the target. */
  readonly name: string
}

/** A backup as `npm run restore` is given it. */
export const nameOfPlace = ({ target, name }: BackupPlace): string => `${target.address}/${name}`

/** The newest backup of a target; undefined where it has none, or cannot be looked into. */
export const findNewest = async (target: BackupTarget): Promise<string | undefined> => {
  const names = (await target.names('').catch(() => [])).filter(isBackupName).sort().reverse()
  for (const name of names) if ((await target.names(name)).includes(backupNames.index)) return name
  return undefined
}

const mostBytes = 1024 * 1024 * 1024

/** What is said of a backup without a key. */
export const readIndex = async (place: BackupPlace): Promise<BackupIndex> => {
  const { target, name } = place
  const text = await target
    .open(`${name}/${backupNames.index}`)
    .then(bytesOf)
    .catch(() => {
      throw new BackupError(`${nameOfPlace(place)} is no backup: it holds no ${backupNames.index}.`)
    })
  let index: BackupIndex
  try {
    index = JSON.parse(text.toString()) as BackupIndex
  } catch {
    throw new BackupError(`${backupNames.index} of ${nameOfPlace(place)} is damaged: it cannot be read.`)
  }
  if (!(index.format <= backupFormat))
    throw new BackupError(
      `This backup was made by Ulna ${index.product}, which is newer than this one: update first, then restore.`,
    )
  return index
}

/** Whether a file of a target is what was said of it. */
const isSame = async (
  target: BackupTarget,
  name: string,
  { sha256, size }: ArchivedFile,
): Promise<boolean> => {
  try {
    const { bytes, about } = counted(await target.open(name))
    // Nobody wants the bytes, only what they were.
    await finished(bytes.resume())
    const found = about()
    return found.size === size && found.sha256 === sha256
  } catch {
    return false
  }
}

/** Looks at every byte that lies there, without any key: refuses what is missing, cut off or changed. */
export const checkSealed = async (place: BackupPlace, { database, parts }: BackupIndex): Promise<void> => {
  const { target, name } = place
  if (!(await isSame(target, `${name}/${backupNames.database}`, database)))
    throw new BackupError(`${backupNames.database} of ${nameOfPlace(place)} is missing, cut off or changed.`)
  for (const part of parts)
    if (!(await isSame(target, placeOfPart(part.name), part)))
      throw new BackupError(`The part ${part.name} of ${nameOfPlace(place)} is missing, cut off or changed.`)
}

const words: Partial<Record<ArchiveFaultError['fault'], string>> = {
  locked: 'It is encrypted: name the file of a key that opens it in BACKUP_IDENTITY_FILE.',
  other_key: 'The key does not open it: it is encrypted for another one.',
}

const openSealed = async (
  place: BackupPlace,
  scratch: string,
  identities: readonly string[],
): Promise<ArchiveFile> => {
  const { file, release } = await place.target.near(`${place.name}/${backupNames.database}`)
  try {
    return await ArchiveFile.open(file, scratch, identities)
  } catch (error) {
    if (!(error instanceof ArchiveFaultError)) throw error
    throw new BackupError(words[error.fault] ?? `${nameOfPlace(place)} is damaged.`, { cause: error })
  } finally {
    await release()
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
  place: BackupPlace,
  scratch: string,
  identities: readonly string[],
): Promise<OpenBackup> => {
  const archive = await openSealed(place, scratch, identities)
  try {
    const json = async (name: string): Promise<unknown> =>
      JSON.parse((await archive.bytes(name, mostBytes)).toString())
    const manifest = (await json(sealedNames.manifest)) as BackupManifest
    for (const table of manifest.tables) await archive.requireSame(fileOfTable(table), table)
    return { archive, manifest, secrets: (await json(sealedNames.secrets)) as BackupSecrets }
  } catch (error) {
    await archive.close()
    if (error instanceof ArchiveFaultError)
      throw new BackupError(`${nameOfPlace(place)} is damaged: ${error.entry}.`, { cause: error })
    throw error
  }
}
