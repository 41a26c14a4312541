import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConnectionSettings, Queries } from '../../../platform/database/database.ts'
import { newAgeKey } from '../../../platform/files/age-keys.ts'
import { onDisk } from '../../../platform/files/disk-errors.ts'
import { bytesOf } from '../../../platform/files/file-store.ts'
import { connectForLong } from '../backups.connection.ts'
import { BackupRunError, faultOf } from '../backups.faults.ts'
import { type BackupMade, backupNames } from '../backups.format.ts'
import {
  findParts,
  findRecoveryKey,
  forgetAllParts,
  forgetOldRuns,
  hasGoodAt,
  isDrillDue,
  noteCause,
  noteFailed,
  noteGood,
  noteMade,
  noteStart,
  type PartsKey,
  rememberParts,
} from '../backups.repository.ts'
import { nameOfPlace } from '../restoring/backups.read.ts'
import { drillBackup, type ScratchInstallation } from './backups.drill.ts'
import { type BackupOrder, makeBackup } from './backups.make.service.ts'
import { tidyBackups } from './backups.tidy.ts'
import { verifyBackup } from './backups.verify.service.ts'

export interface BackupRun extends Omit<BackupOrder, 'recipients' | 'known'> {
  readonly queries: Queries
  /** Public keys of age of `BACKUP_RECIPIENTS`; the printed one of the installation comes with them. */
  readonly recipients: readonly string[]
  /** Folder for what is read again in the clear, taken away again. */
  readonly scratch: string
  /** An installation of its own that the week's backup is restored into. */
  openScratch(migration: string): Promise<ScratchInstallation>
  /** Takes away what a drill left that was killed; called while no other can go on. */
  removeScratch(): Promise<void>
  /** Begins in a folder that holds none of the backups that were made there. */
  readonly isAnew: boolean
}

export interface BackupDone extends BackupMade {
  /** What `npm run restore` is given. */
  readonly path: string
  readonly isDrilled: boolean
  /** What went wrong behind the backup, which is good all the same; in words for the log. */
  readonly behind: string | undefined
}

/** Of the whole database: one backup of an installation is made at a time, and a process that was killed holds nothing up. */
const lock = 5_071_866

const alone = async <T>(connection: ConnectionSettings, work: () => Promise<T>): Promise<T> => {
  const client = await connectForLong(connection, 'ulna backup')
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock])
    if (!rows[0]?.got)
      throw new BackupRunError('backup_under_way', 'Another backup is being made at this moment.')
    return await work()
  } finally {
    await client.end()
  }
}

const recipientsOf = async ({ queries, recipients }: BackupRun): Promise<readonly string[]> => {
  const printed = (await findRecoveryKey(queries))?.recipient
  const all = [...new Set([...recipients, ...(printed === undefined ? [] : [printed])])].sort()
  if (all.length === 0)
    throw new BackupRunError(
      'backup_without_key',
      'Nobody could open a backup: no recovery key was made, and BACKUP_RECIPIENTS names no key (age1…). None was made.',
    )
  return all
}

/** What was written and not finished, by whoever was killed. */
const emptyStaging = async ({ to, scratch, removeScratch }: BackupRun): Promise<void> => {
  await removeScratch()
  for (const folder of [to.staging, scratch])
    await onDisk(async () => {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    })
}

const { installation: marker } = backupNames

/** A disk that is not there, or somebody else's folder, must not be written to as if it were ours. Answers whether it says so already. */
const requireOurs = async ({ to, queries, isAnew }: BackupRun, installation: string): Promise<boolean> => {
  if ((await to.sizeOf(marker)) !== undefined) {
    const said = (await bytesOf(await to.open(marker))).toString().trim()
    if (said === installation) return true
    throw new BackupRunError(
      'backup_target_foreign',
      `${to.address} holds the backups of another installation.`,
    )
  }
  if (!isAnew && (await hasGoodAt(queries, to.address)))
    throw new BackupRunError(
      'backup_target_changed',
      `${to.address} holds none of the backups that were made there: is the disk there? "npm run backup -- --anew" begins again in it.`,
    )
  return false
}

/** From now on a target says whose it is, and holds nothing of ours that was known before. */
const takeOver = async ({ to, queries }: BackupRun, installation: string): Promise<void> => {
  await forgetAllParts(queries, to.address)
  const staged = path.join(to.staging, marker)
  await onDisk(() => writeFile(staged, `${installation}\n`, { mode: 0o600, flush: true }))
  await to.put(marker, staged)
}

const findInstallation = async (queries: Queries): Promise<string> =>
  (await queries.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id

/** Makes a backup and reads it again to its last byte; the week's is restored too. The key for that is nowhere but here. */
const makeAndVerify = async (
  run: BackupRun,
  id: number,
  recipients: readonly string[],
): Promise<BackupDone> => {
  const { queries, to, scratch } = run
  const key: PartsKey = {
    target: to.address,
    recipients: createHash('sha256').update(recipients.join()).digest('hex'),
  }
  const { identity, recipient } = await newAgeKey()
  const made = await makeBackup({
    ...run,
    recipients: [...recipients, recipient],
    known: await findParts(queries, key),
  })
  await noteMade(queries, id, made)
  const place = { target: to, name: made.name }
  const plain = path.join(scratch, 'plain')
  const backup = await verifyBackup(place, { identity, fresh: made.fresh, scratch: plain })
  const isDrilled = await isDrillDue(queries)
  try {
    if (isDrilled) await drillBackup(backup, run.openScratch)
  } finally {
    await backup.archive.close()
  }
  await rememberParts(queries, key, made.fresh)
  await noteGood(queries, id, { isDrilled })
  return { ...made, isDrilled, path: nameOfPlace(place), behind: undefined }
}

const fail = async ({ queries, to }: BackupRun, id: number, error: unknown): Promise<never> => {
  const fault = faultOf(error)
  await noteFailed(queries, id, { fault, cause: error instanceof Error ? error.message : String(error) })
  // A part that is not what it was is sealed anew the next time.
  if (fault === 'backup_unverified') await forgetAllParts(queries, to.address)
  throw error
}

/** Removes what need not be kept; that it could not be does the backup no harm. */
const tidy = async ({ queries, to }: BackupRun, id: number): Promise<string | undefined> => {
  try {
    await tidyBackups(queries, to, Date.now())
    await forgetOldRuns(queries)
    return undefined
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    await noteCause(queries, id, cause)
    return cause
  }
}

/**
 * Makes a backup, reads it again, tries the week's out, and removes what need not be kept: alone, whoever else wants to.
 * What becomes of it stands in `backups`. Rejects with the reason, of which `faultOf` says the key.
 */
export const runBackup = (run: BackupRun): Promise<BackupDone> =>
  alone(run.roles.app, async () => {
    const id = await noteStart(run.queries, run.to.address)
    try {
      const recipients = await recipientsOf(run)
      const installation = await findInstallation(run.queries)
      const isKnown = await requireOurs(run, installation)
      await emptyStaging(run)
      if (!isKnown) await takeOver(run, installation)
      const done = await makeAndVerify(run, id, recipients)
      return { ...done, behind: await tidy(run, id) }
    } catch (error) {
      return await fail(run, id, error)
    } finally {
      await rm(run.scratch, { recursive: true, force: true })
    }
  })
