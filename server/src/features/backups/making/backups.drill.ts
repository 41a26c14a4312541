import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { BackupRunError } from '../backups.faults.ts'
import { contentsOf, loadSchema } from '../restoring/backups.load.ts'
import type { OpenBackup } from '../restoring/backups.read.ts'

/** An installation that is there for one try: a database of its own, with our tables and nobody's rows. */
export interface ScratchInstallation {
  /** As the role that owns the tables. */
  readonly owner: ConnectionSettings
  /** As the application's role. */
  readonly app: ConnectionSettings
  /** Chains and seals of what was restored, verified: what is wrong, in words for the log; none where all is well. */
  verify(secrets: OpenBackup['secrets']): Promise<readonly string[]>
  /** Takes all of it away. */
  close(): Promise<void>
}

/**
 * Restores a backup into a database of its own, as one would in need: rows are counted, rules hold again, chains and seals
 * verify. Rejects with backup_drill_failed.
 */
export const drillBackup = async (
  backup: OpenBackup,
  openScratch: (migration: string) => Promise<ScratchInstallation>,
): Promise<void> => {
  const { archive, manifest, secrets } = backup
  let faults: readonly string[]
  try {
    const scratch = await openScratch(manifest.migration)
    try {
      await loadSchema(scratch.app, 'graphile_worker', contentsOf(archive, manifest))
      await loadSchema(scratch.owner, 'public', contentsOf(archive, manifest))
      faults = await scratch.verify(secrets)
    } finally {
      await scratch.close()
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new BackupRunError('backup_drill_failed', `The backup could not be restored: ${cause}`, {
      cause: error,
    })
  }
  if (faults.length > 0)
    throw new BackupRunError('backup_drill_failed', `What was restored does not verify: ${faults.join('; ')}`)
}
