import type { BackupFault } from '@ulna/contract/backups/backups'
import type { Language } from '@ulna/contract/record-class/record-class'
import { reading, type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { EveryMinute } from '../../platform/jobs/jobs.minutes.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import { textsOf } from '../../platform/locale-texts.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Database } from '../../platform/use-case.ts'
import { endAlert, raiseAlert } from '../../platform/watching/operator-alerts.ts'
import { alarmAfterHours, isBackupDue, isMissing } from './backups.due.ts'
import { findRecoveryKey } from './backups.repository.ts'
import { readStand } from './backups.stand.repository.ts'

export interface BackupJobDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly language: Language
  /** Addresses of whoever runs the installation. */
  readonly operators: readonly string[]
  /** Whether `BACKUP_RECIPIENTS` names a key; one that was printed counts as well. */
  readonly hasRecipients: boolean
  /** Begins a backup in a process of its own, and does not wait for it; undefined where this process makes none. */
  readonly startBackup: (() => void) | undefined
}

const nightly = 'backups.nightly'
const watch = 'backups.watch'
const mail = 'backups.mail'

export const backupsEveryMinute: EveryMinute = [nightly, watch]

const alert = 'backup_missing'

/** Begins the backup of this night, or of today where the machine was off: in an installation that is used, and that somebody has a key of. */
const beginDue = async ({ db, hasRecipients, startBackup }: BackupJobDependencies): Promise<void> => {
  if (!startBackup) return
  const { stand, isOpenable } = await reading(db.queries, installationScope, async (tx) => ({
    stand: await readStand(tx),
    isOpenable: hasRecipients || (await findRecoveryKey(tx)) !== undefined,
  }))
  const { now, inUseSince, lastGood, lastBegun } = stand
  if (inUseSince === null || !isOpenable) return
  const localHour = new Date().getHours()
  if (isBackupDue({ now, localHour, lastGood: lastGood ?? undefined, lastBegun: lastBegun ?? undefined }))
    startBackup()
}

const tell = async (
  tx: Tx,
  { operators }: BackupJobDependencies,
  news: Record<string, string>,
): Promise<void> => {
  for (const to of operators) await enqueue(tx, mail, { to, ...news })
}

/** Tells operators once that backups are missing, again every week while they are, and once that they are there again. */
const watchBackups = (dependencies: BackupJobDependencies): Promise<void> =>
  transaction(dependencies.db.queries, installationScope, 'read write', async (tx) => {
    const stand = await readStand(tx)
    if (!isMissing(stand)) {
      if (await endAlert(tx, alert)) await tell(tx, dependencies, { about: 'again' })
      return
    }
    if (await raiseAlert(tx, alert))
      await tell(tx, dependencies, {
        about: 'missing',
        ...(stand.lastGood === null ? {} : { last: new Date(stand.lastGood).toISOString() }),
        fault: stand.lastFault ?? ('backup_without_key' satisfies BackupFault),
      })
  })

/** Day and minute, in the time of this machine. */
const inWords = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))

const send = (
  { mailer, language }: BackupJobDependencies,
  id: string,
  { to, about, last, fault }: Record<string, string>,
): Promise<void> => {
  const content =
    about === 'again'
      ? composeMail(language, 'backupsAgain', {})
      : composeMail(language, 'backupMissing', {
          last: last === undefined ? null : inWords(last, language),
          hours: alarmAfterHours,
          reason: textsOf(language, 'backups')(`fault.${fault}`),
        })
  return mailer.send({ id, to: String(to), ...content })
}

export const backupJobs = (dependencies: BackupJobDependencies): JobHandlers => ({
  [nightly]: () => beginDue(dependencies),
  [watch]: () => watchBackups(dependencies),
  [mail]: (payload, { jobId }) => send(dependencies, `job-${jobId}`, payload as Record<string, string>),
})
