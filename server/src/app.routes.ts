import { type AppDependencies, secretsOf, watchedPlaceOf } from './app.dependencies.ts'
import type { AccountDependencies } from './features/accounts/accounts.dependencies.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { identityRoutes } from './features/accounts/identity/accounts.identity.routes.ts'
import { accountSettingsRoutes } from './features/accounts/settings/accounts.settings.routes.ts'
import { appointmentRoutes } from './features/appointments/appointments.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { backupRoutes } from './features/backups/backups.routes.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/calendar-feeds.routes.ts'
import { contactRoutes } from './features/contact/contact.routes.ts'
import { sheetKeysOf } from './features/day-sheets/day-sheets.dependencies.ts'
import { daySheetRoutes } from './features/day-sheets/day-sheets.routes.ts'
import { draftRoutes } from './features/drafts/drafts.routes.ts'
import { proofOfErasurePaper } from './features/erasures/certificates/erasures.papers.service.ts'
import type { ErasureDependencies } from './features/erasures/erasures.dependencies.ts'
import { erasureRoutes } from './features/erasures/erasures.routes.ts'
import { fhirRoutes } from './features/fhir/fhir.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { filesGoAlong } from './features/files/files.service.ts'
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts'
import { handOverRoutes } from './features/hand-overs/hand-overs.routes.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { installationRoutes } from './features/installation/installation.routes.ts'
import { moduleRoutes } from './features/modules/modules.routes.ts'
import { RecordClasses } from './features/modules/modules.service.ts'
import { monitoringRoutes } from './features/monitoring/monitoring.routes.ts'
import { newsRoutes } from './features/news/news.routes.ts'
import type { PaperDependencies } from './features/papers/papers.dependencies.ts'
import { paperRoutes, sheetRoutes } from './features/papers/papers.routes.ts'
import { patientArchiveRoutes } from './features/patient-archive/patient-archive.routes.ts'
import { patientConsentRoutes } from './features/patient-consents/patient-consents.routes.ts'
import { patientCopyRoutes } from './features/patient-copies/patient-copies.routes.ts'
import { patientFileRoutes } from './features/patient-file/patient-file.routes.ts'
import { patientMergeRoutes } from './features/patient-merges/patient-merges.routes.ts'
import { patientRoutes } from './features/patients/patients.routes.ts'
import { findLastPaper } from './features/practice-deletions/practice-deletions.proof.service.ts'
import { practiceDeletionRoutes } from './features/practice-deletions/practice-deletions.routes.ts'
import { practiceKeyRoutes } from './features/practice-keys/practice-keys.routes.ts'
import { practiceMoveRoutes } from './features/practice-moves/practice-moves.routes.ts'
import { practiceRoutes } from './features/practices/practices.routes.ts'
import { practitionerCopyRoutes } from './features/practitioner-copies/practitioner-copies.routes.ts'
import { receiptRoutes } from './features/receipts/receipts.routes.ts'
import { recordRoutes } from './features/records/records.routes.ts'
import { reminderRoutes } from './features/reminders/reminders.routes.ts'
import { retentionRoutes } from './features/retention/retention.routes.ts'
import { scheduleRoutes } from './features/schedules/schedules.routes.ts'
import { sessionPackageRoutes } from './features/session-packages/session-packages.routes.ts'
import { signatureRoutes } from './features/signatures/signatures.routes.ts'
import { snippetRoutes } from './features/snippets/snippets.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { waitListRoutes } from './features/wait-list/wait-list.routes.ts'
import type { Route } from './platform/http/route.ts'
import type { NewsStreams } from './platform/news/news.streams.ts'
import { Operators } from './platform/sessions/operators.ts'
import { deriveKey } from './platform/tokens.ts'

const megabyte = 1024 * 1024

/** Every route of the API. */
export const allRoutes = (
  dependencies: AppDependencies,
  accounts: AccountDependencies,
  erasures: ErasureDependencies,
  news: NewsStreams,
): Route[] => {
  const { pool, files, secret, defaultLanguage, appUrl } = dependencies
  const { db, links, captcha, rateLimits } = accounts
  const classes = new RecordClasses()
  const { sealKeys } = erasures
  const papers: PaperDependencies = {
    ...{ db, files, classes, rateLimits, appUrl },
    signingKeys: deriveKey(secret, 'keys that papers are signed with'),
    sealKeys,
    otherPaper: async (tx, practiceId, code) =>
      (await proofOfErasurePaper(tx, practiceId, code)) ?? findLastPaper(tx, practiceId, code),
  }
  const stored = { db, files, links, quotaBytes: megabyte * (dependencies.fileQuotaMb ?? 20_480) }
  const { workDirectory } = dependencies
  const copies = {
    ...{ db, files, classes, links, rateLimits, appUrl, papers, workDirectory },
    codeKey: deriveKey(secret, 'codes of copies'),
  }
  return [
    ...installationRoutes({
      ...{ pool, defaultLanguage, version: dependencies.version },
      restoreFault: dependencies.restoreFault ?? null,
      isStopping: dependencies.isStopping ?? (() => false),
      // Few ever load it, so a start does not read it.
      loadDemo: async (actor) => {
        const { loadDemoAndSignIn } = await import('./demo-practice/load-demo.ts')
        const warn = (message: string) => dependencies.logger.warn(message)
        const signing = { db, classes, keys: sealKeys }
        return loadDemoAndSignIn({ ...signing, passwords: accounts.passwords, files: stored, warn }, actor)
      },
    }),
    ...monitoringRoutes({ db, place: watchedPlaceOf(dependencies) }),
    ...backupRoutes({
      ...{ db, operators: new Operators(pool.queries, dependencies.operators ?? []) },
      place: dependencies.backups,
      firstVisit: dependencies.firstVisit,
    }),
    ...accountRoutes(accounts),
    ...identityRoutes(accounts),
    ...accountSettingsRoutes(accounts),
    ...practiceRoutes({ db, files, links, rateLimits: accounts.rateLimits }),
    ...practiceKeyRoutes({ db }),
    ...practiceMoveRoutes({
      ...{ db, files, links, rateLimits },
      warn: (error) => dependencies.logger.warn({ err: error }, 'that an archive was fetched was not noted'),
    }),
    ...practiceDeletionRoutes({ db }),
    ...patientRoutes({ db, files }),
    ...patientFileRoutes({ db, classes }),
    ...patientArchiveRoutes({ db }),
    ...patientMergeRoutes({ db, classes }),
    ...retentionRoutes({ db }),
    ...erasureRoutes(erasures),
    ...recordRoutes({ db, classes, goesAlong: filesGoAlong }),
    ...paperRoutes(papers),
    ...patientCopyRoutes(copies),
    ...handOverRoutes({
      ...{ ...stored, rateLimits, appUrl, copies, workDirectory },
      seals: { keys: sealKeys, files },
      secrets: secretsOf(dependencies),
      product: dependencies.version,
    }),
    ...practitionerCopyRoutes({ db, files, links, rateLimits }),
    ...sheetRoutes(papers),
    ...signatureRoutes({ db, classes, keys: sealKeys, shortCodes: accounts }),
    ...patientConsentRoutes({ db }),
    ...fileRoutes({ ...stored, classes }),
    ...fhirRoutes({ ...stored, classes, sealKeys, appUrl, version: dependencies.version }),
    ...moduleRoutes({ db }),
    ...draftRoutes({ db, copies: deriveKey(secret, 'local copies of drafts') }),
    ...snippetRoutes({ db }),
    ...appointmentRoutes({ db }),
    ...todayRoutes({ db, classes }),
    ...daySheetRoutes({ db, classes, rateLimits, keys: sheetKeysOf(secret) }),
    ...firstStepsRoutes({ db }),
    ...sessionPackageRoutes({ db }),
    ...receiptRoutes({ db, rateLimits }),
    ...scheduleRoutes({ db }),
    ...newsRoutes({ news }),
    ...waitListRoutes({ db }),
    ...importRoutes({ db, files, classes, erasedKeys: erasures.digestKeys }),
    ...reminderRoutes({ db, links, rateLimits }),
    ...calendarFeedRoutes({ db, rateLimits, appUrl }),
    ...auditRoutes({ db, rateLimits: accounts.rateLimits }),
    ...contactRoutes({
      db,
      captcha,
      rateLimits: accounts.rateLimits,
      defaultLanguage,
      isMailed: dependencies.contactEmail !== undefined,
    }),
  ]
}
