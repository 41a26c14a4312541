import { writeFile } from 'node:fs/promises'
import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { bytesOf, type FileStore } from '../../../platform/files/file-store.ts'
import { counted, decryptedWith } from '../../../platform/files/sealed-bytes.ts'
import { type BackedUpFile, type BackupSecrets, placeOfPart } from '../backups.format.ts'
import { contentsOf, isWithoutAccounts, loadSchema } from './backups.load.ts'
import {
  BackupError,
  type BackupPlace,
  checkSealed,
  nameOfPlace,
  type OpenBackup,
  openBackup,
  readIndex,
} from './backups.read.ts'

export interface RestoreOrder {
  readonly place: BackupPlace
  /** Keys of age that may open it. */
  readonly identities: readonly string[]
  /** File for what is decrypted, taken away again. */
  readonly scratch: string
  readonly files: FileStore
  /** Where files lie that go beside the database, by their name in the backup; what is there already stays. */
  readonly beside: Readonly<Record<string, string>>
  /** Starts or reaches the database, once the backup is known to be whole: as the role that owns the tables. */
  reach(): Promise<ConnectionSettings>
  /** Whether a migration is one of ours. */
  isKnown(migration: string): Promise<boolean>
  /** Takes the secrets of the backup over; throws where that may not be. */
  settleSecrets(secrets: BackupSecrets): Promise<void>
  /** Brings schema and queue to where the backup was made; answers how the application's role is reached. */
  prepare(secret: string, migration: string): Promise<ConnectionSettings>
}

export interface Restored {
  /** Instant of the snapshot. */
  readonly at: string
  readonly secret: string
  readonly rows: number
  readonly files: number
}

const restoreFile = async (
  { files, place, identities }: RestoreOrder,
  { key, part, size, sha256 }: BackedUpFile,
): Promise<void> => {
  const plain = counted(await decryptedWith(identities, await place.target.open(placeOfPart(part))))
  await files.put(key, { size, bytes: plain.bytes })
  if (plain.about().sha256 !== sha256)
    throw new BackupError(`The part ${part} of ${nameOfPlace(place)} does not hold what it should.`)
}

/** What lay beside the database, where nothing newer lies. */
const putBeside = async ({ beside }: RestoreOrder, { archive }: OpenBackup): Promise<void> => {
  for (const [name, file] of Object.entries(beside))
    if (archive.names.includes(name))
      await writeFile(file, await bytesOf(await archive.read(name)), { flag: 'wx', mode: 0o600 }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
}

/** Rows last: before they are committed the database is without accounts, and whoever was killed does all of it again. */
const putBack = async (
  order: RestoreOrder,
  owner: ConnectionSettings,
  migration: string,
  backup: OpenBackup,
): Promise<void> => {
  const { archive, manifest, secrets } = backup
  await order.settleSecrets(secrets)
  const app = await order.prepare(secrets.secret, migration)
  for (const file of manifest.files) await restoreFile(order, file)
  await putBeside(order, backup)
  await loadSchema(app, 'graphile_worker', contentsOf(archive, manifest))
  await loadSchema(owner, 'public', contentsOf(archive, manifest))
}

/**
 * Puts a backup into a database without accounts. Every byte of it is looked at before anything is touched. Rejects with a
 * `BackupError` where it is not whole, is of a newer version, no key opens it, or the database has accounts.
 */
export const restoreBackup = async (order: RestoreOrder): Promise<Restored> => {
  const { place, scratch, identities } = order
  const index = await readIndex(place)
  if (!(await order.isKnown(index.migration)))
    throw new BackupError(
      `This backup was made by Ulna ${index.product}, which is newer than this one: update first, then restore.`,
    )
  await checkSealed(place, index)
  const backup = await openBackup(place, scratch, identities)
  try {
    const owner = await order.reach()
    if (!(await isWithoutAccounts(owner)))
      throw new BackupError('This database has accounts: a backup is restored into one without any.')
    await putBack(order, owner, index.migration, backup)
    const { tables, files } = backup.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { at: index.at, secret: backup.secrets.secret, rows, files: files.length }
  } finally {
    await backup.archive.close()
  }
}
