import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id } from '../http/page.ts'
import { line } from '../http/text.ts'

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

export const backupStates = ['running', 'good', 'failed'] as const

/** One run of a backup. */
export const backup = z.object({
  id,
  state: z.enum(backupStates),
  fault: z.nullable(z.enum(backupFaults)),
  /** What went wrong, in the words of whatever did; for whoever runs the installation. */
  cause: z.nullable(z.string()),
  /** Instant that it is of. */
  at: z.nullable(z.string()),
  /** Instants. */
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  files: z.nullable(z.int()),
  /** Named by a row and not in the store. */
  missing: z.nullable(z.int()),
  /** Bytes that were written for it: earlier ones may hold the rest. */
  size: z.nullable(z.int()),
  /** When it was restored into a database of its own and verified there; null where it was only read again. */
  drilledAt: z.nullable(z.string()),
  /** When its time was over. */
  removedAt: z.nullable(z.string()),
})
export type Backup = z.output<typeof backup>

/** What whoever runs an installation is to know of its backups at once, the gravest first. */
export const backupNotices = ['no_key', 'missing', 'same_disk'] as const
export type BackupNotice = (typeof backupNotices)[number]

export const backupStand = z.object({
  notice: z.nullable(z.enum(backupNotices)),
  /** Folder or bucket that they are kept in. */
  target: z.string(),
  sameDisk: z.boolean(),
  /** The printed key: its fingerprint, and the instant it was made; null while there is none. */
  recoveryKey: z.nullable(z.object({ fingerprint: z.string(), madeAt: z.string() })),
  /** Keys that `BACKUP_RECIPIENTS` names. */
  otherKeys: z.int(),
  /** Instants: of the last good one, and of the last that was restored to try it. */
  lastGoodAt: z.nullable(z.string()),
  lastDrillAt: z.nullable(z.string()),
  /** The last runs, newest first. */
  runs: z.array(backup),
})
export type BackupStand = z.output<typeof backupStand>

/** How many runs are told. */
export const runsTold = 30

export const recoveryKeyInput = z.object({
  /** Public half of a key of age (https://age-encryption.org); the secret half never leaves the browser. */
  recipient: z.string().check(z.maxLength(200), z.regex(/^age1[0-9a-z]+$/)),
})
export type RecoveryKeyInput = z.output<typeof recoveryKeyInput>

/** Letters and figures that are not taken for each other, in two groups. */
export const restoreCodeLength = 8

export const restoreInput = z.object({
  /** That the log of the start shows, and nobody but whoever can read it. */
  code: line(20),
  /** Folder or bucket that backups are kept in, or one of them. */
  path: line(1000),
  /** The secret half of a key that opens it. */
  key: line(200),
})
export type RestoreInput = z.output<typeof restoreInput>

/** Backups of the installation (decision 0066), for whoever runs it. */
export const backupEndpoints = {
  standing: endpoint({
    method: 'GET',
    path: '/installation/standing',
    summary: 'Whether the caller runs the installation, and what is to be known then',
    access: 'signed-in',
    audit: null,
    returns: z.object({ operator: z.boolean(), notice: z.nullable(z.enum(backupNotices)) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/installation/backups',
    summary: 'Backups of the installation: where they lie, who could open them, the last runs',
    access: 'operator',
    audit: null,
    returns: backupStand,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/installation/backups',
    summary: 'Begins a backup in the background, unless one is being made',
    access: 'operator',
    fresh: true,
    audit: 'backup.begin',
    returns: backupStand,
  }),
  keepRecoveryKey: endpoint({
    method: 'POST',
    path: '/installation/recovery-key',
    summary: 'Has backups from the next one on sealed for a printed key, in place of the one before',
    access: 'operator',
    fresh: true,
    audit: 'recovery_key.made',
    body: recoveryKeyInput,
    returns: backupStand,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/installation/restore',
    summary:
      'Restores a backup on a first visit: the server stops for it and starts again. Only while nobody has an account',
    access: 'public',
    // What it would stand in is replaced.
    audit: null,
    body: restoreInput,
    returns: z.object({ accepted: z.literal(true) }),
    errors: ['already_exists', 'invalid_code', 'rate_limited'],
  }),
  keepFirstRecoveryKey: endpoint({
    method: 'POST',
    path: '/installation/recovery-key/first',
    summary: 'The same on a first visit: while nobody has an account, and no key was made',
    access: 'public',
    audit: 'recovery_key.made',
    body: recoveryKeyInput,
    returns: z.object({ fingerprint: z.string() }),
    status: 201,
    errors: ['already_exists'],
  }),
}
