import type { BackupNotice, BackupStand, RecoveryKeyInput } from '@ulna/contract/backups/backups'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { reading, type Tx } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { ageFingerprint, isAgeRecipient } from '../../platform/files/age-keys.ts'
import type { AnonymousActor, SignedInActor } from '../../platform/sessions/actor.ts'
import type { Operators } from '../../platform/sessions/operators.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { isMissing } from './backups.due.ts'
import { findRecoveryKey } from './backups.repository.ts'
import {
  findRuns,
  insertRecoveryKey,
  isDemo,
  isInUse,
  lockRecoveryKeys,
  readStand,
  replaceRecoveryKey,
} from './backups.stand.repository.ts'

/** Where this process has backups made, and by which keys they open. */
export interface BackupPlaceSettings {
  /** Keys that `BACKUP_RECIPIENTS` names. */
  readonly recipients: number
  /** Folder or bucket, as it was said. */
  readonly target: string
  /** Whether that is the disk that the data lies on. */
  isOnSameDisk(): Promise<boolean>
  /** Begins a backup in a process of its own, unless one goes on, and does not wait for it. */
  start(): void
}

export interface BackupDependencies {
  readonly db: Database
  readonly operators: Operators
  /** Undefined where this process makes none. */
  readonly place: BackupPlaceSettings | undefined
}

type Place = Pick<BackupPlaceSettings, 'recipients'> & { readonly isOnSameDisk: boolean }

const placeOf = async ({ place }: BackupDependencies): Promise<Place> => ({
  recipients: place?.recipients ?? 0,
  isOnSameDisk: (await place?.isOnSameDisk()) ?? false,
})

/** What is to be known at once; nothing before anybody works here. */
const noticeOf = async (tx: Tx, { recipients, isOnSameDisk }: Place): Promise<BackupNotice | null> => {
  if (recipients === 0 && !(await findRecoveryKey(tx))) return 'no_key'
  if (isMissing(await readStand(tx))) return 'missing'
  return isOnSameDisk ? 'same_disk' : null
}

/** Whether the caller runs the installation, and what of its backups they are to know. */
export const readStanding = async (
  dependencies: BackupDependencies,
  actor: SignedInActor,
): Promise<{ operator: boolean; notice: BackupNotice | null }> => {
  if (await dependencies.operators.obstacleOf(actor)) return { operator: false, notice: null }
  const place = await placeOf(dependencies)
  // Whoever tries out the demo practice has nothing to lose.
  const notice = await reading(dependencies.db.queries, installationScope, async (tx) =>
    (await isDemo(tx)) ? null : noticeOf(tx, place),
  )
  return { operator: true, notice }
}

const readAll = async (tx: Tx, target: string, place: Place): Promise<BackupStand> => {
  const [key, runs] = [await findRecoveryKey(tx), await findRuns(tx)]
  return {
    ...runs,
    ...{ target, sameDisk: place.isOnSameDisk, otherKeys: place.recipients },
    notice: await noticeOf(tx, place),
    recoveryKey: key ? { fingerprint: ageFingerprint(key.recipient), madeAt: key.madeAt } : null,
  }
}

/** Backups of the installation: where they lie, who could open them, the last runs. */
export const readBackups = async (dependencies: BackupDependencies): Promise<BackupStand> => {
  const place = await placeOf(dependencies)
  return reading(dependencies.db.queries, installationScope, (tx) =>
    readAll(tx, dependencies.place?.target ?? '', place),
  )
}

/** Begins a backup; its row is there once the process that makes it is. */
export const beginBackup = async (
  dependencies: BackupDependencies,
  actor: SignedInActor,
): Promise<BackupStand> => {
  const place = await placeOf(dependencies)
  const stand = await change(dependencies.db, actor, async (tx) =>
    audited({ action: 'backup.begin' }, await readAll(tx, dependencies.place?.target ?? '', place)),
  )
  dependencies.place?.start()
  return stand
}

const requireRecipient = (recipient: string): string => {
  if (!isAgeRecipient(recipient)) throw invalidField('recipient', 'field_age_key')
  return recipient
}

const madeKey = (recipient: string) => ({
  action: 'recovery_key.made' as const,
  detail: { fingerprint: ageFingerprint(recipient) },
})

/** Has backups sealed for a printed key from the next one on; earlier ones stay sealed for the one before. */
export const keepRecoveryKey = async (
  dependencies: BackupDependencies,
  actor: SignedInActor,
  { recipient }: RecoveryKeyInput,
): Promise<BackupStand> => {
  requireRecipient(recipient)
  const place = await placeOf(dependencies)
  return change(dependencies.db, actor, async (tx) => {
    await lockRecoveryKeys(tx)
    await replaceRecoveryKey(tx)
    await insertRecoveryKey(tx, recipient)
    return audited(madeKey(recipient), await readAll(tx, dependencies.place?.target ?? '', place))
  })
}

/** The same before anybody has an account; refuses with already_exists afterwards, and where a key was made. */
export const keepFirstRecoveryKey = (
  { db }: BackupDependencies,
  actor: AnonymousActor,
  { recipient }: RecoveryKeyInput,
): Promise<{ fingerprint: string }> => {
  requireRecipient(recipient)
  return change(db, actor, async (tx) => {
    await lockRecoveryKeys(tx)
    if ((await isInUse(tx)) || (await findRecoveryKey(tx))) throw new AppError('already_exists')
    await insertRecoveryKey(tx, recipient)
    return audited(madeKey(recipient), { fingerprint: ageFingerprint(recipient) })
  })
}
