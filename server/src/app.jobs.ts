import {
  type AppDependencies,
  alertDependencies,
  deletionDependencies,
  secretsOf,
} from './app.dependencies.ts'
import type { AccountDependencies } from './features/accounts/accounts.dependencies.ts'
import { accountJobs } from './features/accounts/accounts.jobs.ts'
import { undoJobs } from './features/appointments/undo/appointments.undo.jobs.ts'
import { auditJobs } from './features/audit/audit.jobs.ts'
import { backupJobs } from './features/backups/backups.jobs.ts'
import { contactJobs } from './features/contact/contact.jobs.ts'
import { sheetKeysOf } from './features/day-sheets/day-sheets.dependencies.ts'
import { daySheetJobs } from './features/day-sheets/day-sheets.jobs.ts'
import type { ErasurePaperDependencies } from './features/erasures/certificates/erasures.papers.service.ts'
import type { ErasureDependencies } from './features/erasures/erasures.dependencies.ts'
import { erasureJobs } from './features/erasures/erasures.jobs.ts'
import { fileJobs } from './features/files/files.jobs.ts'
import { filesGoAlong } from './features/files/files.service.ts'
import { handOverJobs } from './features/hand-overs/hand-overs.jobs.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { RecordClasses } from './features/modules/modules.service.ts'
import { monitoringJobs } from './features/monitoring/monitoring.jobs.ts'
import { paperJobs } from './features/papers/papers.jobs.ts'
import { patientCopyJobs } from './features/patient-copies/patient-copies.jobs.ts'
import { pictureJobs } from './features/patients/patients.image.ts'
import { practiceDeletionJobs } from './features/practice-deletions/practice-deletions.jobs.ts'
import { practiceKeyJobs } from './features/practice-keys/practice-keys.mail.service.ts'
import { practiceMoveJobs } from './features/practice-moves/practice-moves.jobs.ts'
import { memberJobs } from './features/practices/practices.jobs.ts'
import { logoJobs } from './features/practices/practices.logo.jobs.ts'
import { practitionerCopyJobs } from './features/practitioner-copies/practitioner-copies.jobs.ts'
import { recordJobs } from './features/records/records.expiry.service.ts'
import { reminderJobs } from './features/reminders/reminders.jobs.ts'
import { packageJobs } from './features/session-packages/session-packages.jobs.ts'
import { clamdScan } from './platform/files/virus-scan.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import { deriveKeys } from './platform/tokens.ts'

/** Background work of all features, by name. */
export const allJobs = (
  dependencies: AppDependencies,
  accounts: AccountDependencies,
  erasures: ErasureDependencies & ErasurePaperDependencies,
): JobHandlers => {
  const { mailer, files, clamdUrl, logger, contactEmail, defaultLanguage, appUrl } = dependencies
  const { version, workDirectory, operators = [], backups } = dependencies
  const { db, links, rateLimits } = accounts
  const secrets = secretsOf(dependencies)
  return {
    ...accountJobs(accounts),
    ...auditJobs({ db, mailer, appUrl }),
    ...pictureJobs({ db, files }),
    ...memberJobs({ db, links, mailer, appUrl }),
    ...practiceKeyJobs({ db, mailer, appUrl }),
    ...logoJobs({ db, files }),
    ...recordJobs({ db, goesAlong: filesGoAlong }),
    ...importJobs({ db, files, classes: new RecordClasses(), erasedKeys: erasures.digestKeys }),
    ...practiceMoveJobs({ db, files, rateLimits, secrets, product: version, appUrl, workDirectory }),
    ...practitionerCopyJobs({ db, files, classes: new RecordClasses(), secrets, appUrl, workDirectory }),
    ...erasureJobs(erasures),
    ...practiceDeletionJobs(deletionDependencies(dependencies, erasures)),
    ...fileJobs({
      db,
      files,
      scan: clamdUrl === undefined ? undefined : clamdScan(clamdUrl),
      warn: (message) => logger.warn(message),
    }),
    ...paperJobs({ db, files, mailer, appUrl }),
    ...patientCopyJobs({ db, files }),
    ...handOverJobs({ db, files }),
    ...undoJobs({ db }),
    ...packageJobs({ db }),
    ...daySheetJobs({ db, classes: new RecordClasses(), keys: sheetKeysOf(dependencies.secret) }),
    ...reminderJobs({ db, links, mailer, appUrl }),
    ...contactJobs({ db, mailer, contactEmail, language: defaultLanguage }),
    ...backupJobs({
      ...{ db, mailer, operators, language: defaultLanguage },
      hasRecipients: (backups?.recipients ?? 0) > 0,
      startBackup: backups?.start,
    }),
    ...monitoringJobs({
      ...alertDependencies(dependencies, db),
      trailKeys: deriveKeys(secrets, 'audit chain'),
    }),
  }
}
