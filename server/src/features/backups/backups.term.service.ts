import { reading } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { Database } from '../../platform/use-case.ts'
import { keptDays } from './backups.keep.ts'
import { findRecoveryKey } from './backups.repository.ts'

/** Days in which the backup that removes one may come later than the day on which its time is over. */
const graceDays = 2

/** For how many days backups hold what was destroyed since. */
export interface BackupTerm {
  /** What `BACKUP_KEEP_DAYS` says of backups that others make. */
  readonly saidDays: number | undefined
  /** Whether `BACKUP_RECIPIENTS` names a key. */
  readonly hasRecipients: boolean
}

/**
 * For how many days encrypted backups hold what is destroyed now: our own, those that the operator makes besides, whichever
 * is longer; undefined where we make none and nobody said.
 */
export const backupKeepDays = async (
  db: Database,
  { saidDays, hasRecipients }: BackupTerm,
): Promise<number | undefined> => {
  const isMade =
    hasRecipients || (await reading(db.queries, installationScope, (tx) => findRecoveryKey(tx))) !== undefined
  const days = [...(isMade ? [keptDays + graceDays] : []), ...(saidDays === undefined ? [] : [saidDays])]
  return days.length === 0 ? undefined : Math.max(...days)
}
