import type { BackupFault } from '@ulna/contract/backups/backups'
import { AppError } from '../../platform/app-error.ts'
import { IncompleteBackupError } from './making/backups.make.service.ts'
import { BackupError } from './restoring/backups.read.ts'

/** Why no good backup came of a run, as its page and mails say it; the message is for the log and the command. */
export class BackupRunError extends Error {
  override readonly name = 'BackupRunError'
  readonly fault: BackupFault

  constructor(fault: BackupFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

const faultOfKey: Readonly<Record<string, BackupFault>> = {
  storage_full: 'backup_full',
  service_unavailable: 'backup_target_away',
  file_not_found: 'backup_target_away',
}

/** Which fault of the catalogue an error is. */
export const faultOf = (error: unknown): BackupFault => {
  if (error instanceof BackupRunError) return error.fault
  if (error instanceof IncompleteBackupError) return 'backup_incomplete'
  if (error instanceof BackupError) return 'backup_unverified'
  return (error instanceof AppError ? faultOfKey[error.key] : undefined) ?? 'backup_failed'
}
