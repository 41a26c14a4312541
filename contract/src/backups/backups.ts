/** Why no good backup came of a run. */
export const backupFaults = [
  'backup_without_key',
  'backup_under_way',
  'backup_full',
  'backup_target_away',
  'backup_target_foreign',
  'backup_target_changed',
  'backup_incomplete',
  'backup_unverified',
  'backup_drill_failed',
  'backup_killed',
  'backup_failed',
] as const
export type BackupFault = (typeof backupFaults)[number]
