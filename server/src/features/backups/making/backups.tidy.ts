import type { Queries } from '../../../platform/database/database.ts'
import { backupNames, isBackupName, placeOfPart } from '../backups.format.ts'
import { staying } from '../backups.keep.ts'
import { findFailedNames, forgetParts, noteRemoved } from '../backups.repository.ts'
import { readIndex } from '../restoring/backups.read.ts'
import type { BackupTarget } from '../targets/backups.target.ts'

interface Kept {
  readonly name: string
  readonly at: string
  readonly parts: readonly string[]
}

/** Backups of a target, without what was never finished. */
const findWhole = async (target: BackupTarget, failed: ReadonlySet<string>): Promise<readonly Kept[]> => {
  const whole: Kept[] = []
  for (const name of (await target.names('')).filter(isBackupName)) {
    if (failed.has(name) || !(await target.names(name)).includes(backupNames.index)) continue
    const { at, parts } = await readIndex({ target, name })
    whole.push({ name, at, parts: parts.map((part) => part.name) })
  }
  return whole
}

const removeBackup = async (target: BackupTarget, name: string): Promise<void> => {
  // First: what has no index is no backup any more.
  await target.remove(`${name}/${backupNames.index}`)
  await target.remove(`${name}/${backupNames.database}`)
  await target.removeFolder(name)
}

/**
 * Removes the backups of a target whose time is over, those that did not become good, and the files that none of the others
 * names. Nothing goes where one of those that stay cannot be read: its files would not be known. To be called by whoever
 * makes backups there, alone, behind a good one.
 */
export const tidyBackups = async (queries: Queries, target: BackupTarget, now: number): Promise<void> => {
  const whole = await findWhole(target, await findFailedNames(queries, target.address))
  const instants = staying(
    whole.map(({ at }) => at),
    now,
  )
  const stay = whole.filter(({ at }) => instants.has(at))
  const names = new Set(stay.map(({ name }) => name))
  for (const name of (await target.names('')).filter(isBackupName))
    if (!names.has(name)) {
      await removeBackup(target, name)
      await noteRemoved(queries, target.address, name)
    }
  const parts = new Set(stay.flatMap((one) => one.parts))
  await forgetParts(queries, target.address, [...parts])
  for (const part of await target.names(backupNames.files))
    if (!parts.has(part)) await target.remove(placeOfPart(part))
}
