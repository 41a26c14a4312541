import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { bodyLimits, bodyLimitsOf, type EndpointShape } from '@ulna/contract/http/endpoint'
import type { Language } from '@ulna/contract/record-class/record-class'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type AccountDependencies, accountKeys } from './features/accounts/accounts.dependencies.ts'
import { accountJobs } from './features/accounts/accounts.jobs.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { identityRoutes } from './features/accounts/identity/accounts.identity.routes.ts'
import { accountSettingsRoutes } from './features/accounts/settings/accounts.settings.routes.ts'
import { appointmentRoutes } from './features/appointments/appointments.routes.ts'
import { undoJobs } from './features/appointments/undo/appointments.undo.jobs.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/calendar-feeds.routes.ts'
import { contactJobs } from './features/contact/contact.jobs.ts'
import { contactRoutes } from './features/contact/contact.routes.ts'
import { draftRoutes } from './features/drafts/drafts.routes.ts'
import type { ErasureDependencies } from './features/erasures/erasures.dependencies.ts'
import { erasureJobs } from './features/erasures/erasures.jobs.ts'
import { readErasureList } from './features/erasures/erasures.list.ts'
import { applyErasures } from './features/erasures/erasures.restore.service.ts'
import { erasureRoutes } from './features/erasures/erasures.routes.ts'
import { fhirRoutes } from './features/fhir/fhir.routes.ts'
import { fileJobs, filesEveryMinute } from './features/files/files.jobs.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { filesGoAlong } from './features/files/files.service.ts'
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts'
import { handOverJobs } from './features/hand-overs/hand-overs.jobs.ts'
import { handOverRoutes } from './features/hand-overs/hand-overs.routes.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { installationRoutes } from './features/installation/installation.routes.ts'
import { moduleRoutes } from './features/modules/modules.routes.ts'
import { RecordClasses } from './features/modules/modules.service.ts'
import { newsRoutes } from './features/news/news.routes.ts'
import type { PaperDependencies } from './features/papers/papers.dependencies.ts'
import { paperJobs } from './features/papers/papers.jobs.ts'
import { paperRoutes, sheetRoutes } from './features/papers/papers.routes.ts'
import { patientArchiveRoutes } from './features/patient-archive/patient-archive.routes.ts'
import { patientConsentRoutes } from './features/patient-consents/patient-consents.routes.ts'
import { patientCopyJobs } from './features/patient-copies/patient-copies.jobs.ts'
import { patientCopyRoutes } from './features/patient-copies/patient-copies.routes.ts'
import { patientFileRoutes } from './features/patient-file/patient-file.routes.ts'
import { patientMergeRoutes } from './features/patient-merges/patient-merges.routes.ts'
import { pictureJobs } from './features/patients/patients.image.ts'
import { patientRoutes } from './features/patients/patients.routes.ts'
import type { DeletionDependencies } from './features/practice-deletions/practice-deletions.dependencies.ts'
import { practiceDeletionJobs } from './features/practice-deletions/practice-deletions.jobs.ts'
import { findLastPaper } from './features/practice-deletions/practice-deletions.proof.service.ts'
import { applyDeletions } from './features/practice-deletions/practice-deletions.restore.service.ts'
import { practiceDeletionRoutes } from './features/practice-deletions/practice-deletions.routes.ts'
import { practiceKeyJobs } from './features/practice-keys/practice-keys.mail.service.ts'
import { practiceKeyRoutes } from './features/practice-keys/practice-keys.routes.ts'
import { practiceMoveJobs } from './features/practice-moves/practice-moves.jobs.ts'
import { practiceMoveRoutes } from './features/practice-moves/practice-moves.routes.ts'
import { memberJobs } from './features/practices/practices.jobs.ts'
import { logoJobs } from './features/practices/practices.logo.jobs.ts'
import { practiceRoutes } from './features/practices/practices.routes.ts'
import { practitionerCopyJobs } from './features/practitioner-copies/practitioner-copies.jobs.ts'
import { practitionerCopyRoutes } from './features/practitioner-copies/practitioner-copies.routes.ts'
import { receiptRoutes } from './features/receipts/receipts.routes.ts'
import { recordJobs } from './features/records/records.expiry.service.ts'
import { recordRoutes } from './features/records/records.routes.ts'
import { reminderJobs, remindersEveryMinute } from './features/reminders/reminders.jobs.ts'
import { reminderRoutes } from './features/reminders/reminders.routes.ts'
import { retentionRoutes } from './features/retention/retention.routes.ts'
import { scheduleRoutes } from './features/schedules/schedules.routes.ts'
import { packageJobs } from './features/session-packages/session-packages.jobs.ts'
import { sessionPackageRoutes } from './features/session-packages/session-packages.routes.ts'
import { signatureRoutes } from './features/signatures/signatures.routes.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import { snippetRoutes } from './features/snippets/snippets.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { waitListRoutes } from './features/wait-list/wait-list.routes.ts'
import type { Pool } from './platform/database/database.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { clamdScan } from './platform/files/virus-scan.ts'
import {
  type BodyPatience,
  BodyWatch,
  longestBodyMs,
  usualPatience,
} from './platform/http/bodies/body-watch.ts'
import { acceptOnlyJson } from './platform/http/bodies/json-body.ts'
import { clientErrorHandler, frameworkErrors, useErrorAnswers } from './platform/http/error-answers.ts'
import { believeOnlyAddresses } from './platform/http/forwarded-addresses.ts'
import { openApiDocument } from './platform/http/openapi/openapi.ts'
import { serveOpenApi } from './platform/http/openapi/openapi-page.ts'
import type { PageSettings } from './platform/http/pages/page-policy.ts'
import { useSecurityHeaders } from './platform/http/pages/security-headers.ts'
import { serveWebApp } from './platform/http/pages/web-app.ts'
import { createRateLimits, noRateLimits, useRateLimits } from './platform/http/rate-limits.ts'
import { noteRefusals } from './platform/http/refused-access.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import { allowedOrigins, useRequestGuards } from './platform/http/request-guards.ts'
import type { Route } from './platform/http/route.ts'
import { type StrangerLimits, Strangers } from './platform/http/strangers.ts'
import { createCaptcha } from './platform/identity/captcha.ts'
import type { IdentityService } from './platform/identity/identity.ts'
import type { Passwords } from './platform/identity/passwords.ts'
import type { EveryMinute } from './platform/jobs/jobs.minutes.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { NewsStreams } from './platform/news/news.streams.ts'
import { explainMissing } from './platform/patient-aliases.ts'
import { createLinkTokens, type LinkTokens } from './platform/sessions/link-tokens.ts'
import { KeyReader } from './platform/sessions/practice-keys.reading.ts'
import { SessionReader } from './platform/sessions/sessions.reading.ts'
import { deriveKey, deriveKeys, type Secrets } from './platform/tokens.ts'
import { type Database, openDatabase } from './platform/use-case.ts'

export interface AppDependencies {
  readonly pool: Pool
  readonly files: FileStore
  /** Megabytes of files that a practice may keep; 20 GB when nothing is said. */
  readonly fileQuotaMb?: number | undefined
  /** Address of ClamAV's daemon; files are not scanned when it is undefined. */
  readonly clamdUrl?: string | undefined
  readonly logger: FastifyBaseLogger
  /** Tokens, signed links and the audit chain derive their keys from it. */
  readonly secret: string
  /** Secrets it had before: what was sealed with them still verifies. */
  readonly formerSecrets?: readonly string[] | undefined
  readonly appUrl: () => string
  readonly defaultLanguage: Language
  readonly version: string
  /** Where archives of practices are put together before they go into the store. */
  readonly workDirectory: string
  readonly rateLimits: boolean
  /** Whether public forms ask for a solved captcha. */
  readonly captcha: boolean
  /** Whether an account counts only once the link in a mail was opened. */
  readonly activationByMail: boolean
  readonly mailer: Mailer
  readonly passwords: Passwords
  /** Where contact messages go besides the table. */
  readonly contactEmail?: string | undefined
  /** Undefined: the hosted identity service is off. */
  readonly identity?: IdentityService | undefined
  /** How many proxies in front are believed about the caller's address. */
  readonly trustedProxies: number
  /** Whether the process is about to stop; never when nothing is said. */
  readonly isStopping?: (() => boolean) | undefined
  /** How long bodies and headers are waited for; tests wait less. */
  readonly bodyPatience?: BodyPatience | undefined
  /** Connections of people who have not shown who they are; tests permit fewer. */
  readonly strangerLimits?: StrangerLimits | undefined
  /** Checks every answer against the contract: development and tests. */
  readonly strictAnswers: boolean
  /** For how many days encrypted backups hold what was destroyed; undefined where nobody said. */
  readonly backupKeepDays?: number | undefined
  /** Where erasures are noted outside the database; nowhere when it is undefined. */
  readonly erasuresFile?: string | undefined
  /** Folder of the built web app; without one only the API answers. */
  readonly webDirectory?: string | undefined
  /** What the page is told, and what third parties it may ask. */
  readonly pageSettings?: PageSettings | undefined
}

export interface App {
  readonly server: FastifyInstance
  readonly db: Database
  readonly endpoints: readonly EndpointShape[]
  /** Erases again who was erased before and is back, e.g. from an older backup; answers how many. */
  eraseAgain(): Promise<number>
  /** Deletes again practices that were deleted before and are back; answers how many. */
  deleteAgain(): Promise<number>
  /** Background work of all features, by name. */
  readonly jobs: JobHandlers
  /** Those of them that are done every minute. */
  readonly everyMinute: EveryMinute
}

/** Everything a process answers with, put together in one place. */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { pool, secret } = dependencies
  const secrets = secretsOf(dependencies)
  const db = openDatabase(pool, {
    audit: deriveKey(secret, 'audit chain'),
    answers: deriveKeys(secrets, 'stored answers'),
  })
  const links = createLinkTokens(...deriveKeys(secrets, 'links in mails'))
  const server = createServer(dependencies)
  const origins = () => allowedOrigins(dependencies.appUrl(), () => portOf(server))
  const accounts = accountDependencies(dependencies, db, links, origins)
  const news = new NewsStreams(pool.connection, (err) => server.log.warn({ err }, 'notices were not heard'))
  server.addHook('preClose', () => news.close())
  const erasures = erasureDependencies(dependencies, db)
  const routes = allRoutes(dependencies, accounts, erasures, news)
  const jobs = allJobs(dependencies, accounts, erasures)
  believeOnlyAddresses(server)
  useSecurityHeaders(server)
  await server.register(cookie)
  await server.register(compress, {
    // Bodies come as they are: one that is compressed could be a bomb.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  acceptOnlyJson(server)
  useRequestGuards(server, origins)
  useErrorAnswers(server, noteRefusals(server, accounts))
  if (dependencies.rateLimits) await useRateLimits(server)
  const endpoints = routes.map((route) => route.endpoint)
  registerRoutes(server, routes, {
    sessions: new SessionReader(pool.queries),
    keys: new KeyReader(pool.queries, (key) => accounts.rateLimits.take(['callsOfKey', key])),
    strangers: watchConnections(server, endpoints, dependencies),
    strictAnswers: dependencies.strictAnswers,
    explainMissing: explainMissing(pool.queries),
  })
  const { version, appUrl } = dependencies
  serveOpenApi(server, () => openApiDocument(endpoints, { version, appUrl: appUrl() }))
  const { webDirectory: directory, pageSettings = {} } = dependencies
  if (directory)
    await serveWebApp(server, {
      directory,
      pageSettings: { language: dependencies.defaultLanguage, ...pageSettings },
    })
  const everyMinute = [...remindersEveryMinute, ...filesEveryMinute]
  return {
    ...{ server, db, endpoints, jobs, everyMinute },
    eraseAgain: () => eraseAgain(dependencies, erasures),
    deleteAgain: async () => (erasures.list ? applyDeletions(db, erasures.list) : 0),
  }
}

const secretsOf = ({ secret, formerSecrets = [] }: AppDependencies): Secrets => [secret, ...formerSecrets]

const erasureDependencies = (dependencies: AppDependencies, db: Database): ErasureDependencies => {
  const { files, secret, formerSecrets, erasuresFile } = dependencies
  const secrets = secretsOf(dependencies)
  return {
    db,
    files,
    digestKeys: deriveKeys(secrets, 'digests of erased patients'),
    auditKeys: deriveKeys(secrets, 'audit chain'),
    sealKeys: createSealKeys(secret, formerSecrets),
    list:
      erasuresFile === undefined
        ? undefined
        : { path: erasuresFile, keys: deriveKeys(secrets, 'list of erasures') },
  }
}

const eraseAgain = async (
  { logger }: AppDependencies,
  { db, list }: ErasureDependencies,
): Promise<number> => {
  if (!list) return 0
  const { erasures, unproved } = await readErasureList(list)
  if (unproved > 0) logger.warn(`${list.path}: ${unproved} lines are not as they were written`)
  return applyErasures(db, erasures)
}

const deletionDependencies = (
  { mailer, files, appUrl, secret, workDirectory, backupKeepDays }: AppDependencies,
  { db, list }: ErasureDependencies,
): DeletionDependencies => ({
  ...{ db, files, mailer, appUrl, workDirectory, backupKeepDays, list },
  signingKeys: deriveKey(secret, 'keys that papers are signed with'),
})

const accountDependencies = (
  dependencies: AppDependencies,
  db: Database,
  links: LinkTokens,
  origins: () => ReadonlySet<string>,
): AccountDependencies => {
  const { pool, secret, mailer, identity, appUrl, defaultLanguage, activationByMail } = dependencies
  const limitKey = deriveKey(secret, 'rate limits')
  return {
    db,
    captcha: createCaptcha(deriveKey(secret, 'captcha'), dependencies.captcha),
    links,
    mailer,
    passwords: dependencies.passwords,
    rateLimits: dependencies.rateLimits ? createRateLimits(pool, limitKey) : noRateLimits,
    keys: accountKeys(secretsOf(dependencies)),
    identity,
    appUrl,
    origins,
    defaultLanguage,
    activationByMail,
  }
}

const allJobs = (
  dependencies: AppDependencies,
  accounts: AccountDependencies,
  erasures: ErasureDependencies,
): JobHandlers => {
  const { mailer, files, clamdUrl, logger, contactEmail, defaultLanguage, appUrl } = dependencies
  const { version, workDirectory } = dependencies
  const { db, links } = accounts
  const secrets = secretsOf(dependencies)
  return {
    ...accountJobs(accounts),
    ...pictureJobs({ db, files }),
    ...memberJobs({ db, links, mailer, appUrl }),
    ...practiceKeyJobs({ db, mailer, appUrl }),
    ...logoJobs({ db, files }),
    ...recordJobs({ db, goesAlong: filesGoAlong }),
    ...importJobs({ db, files, classes: new RecordClasses(), erasedKeys: erasures.digestKeys }),
    ...practiceMoveJobs({ db, files, secrets, product: version, appUrl, workDirectory }),
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
    ...reminderJobs({ db, links, mailer, appUrl }),
    ...contactJobs({ db, mailer, contactEmail, language: defaultLanguage }),
  }
}

const megabyte = 1024 * 1024

const allRoutes = (
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
    lastPaper: findLastPaper,
  }
  const stored = { db, files, links, quotaBytes: megabyte * (dependencies.fileQuotaMb ?? 20_480) }
  const { workDirectory } = dependencies
  const copies = {
    ...{ db, files, classes, links, rateLimits, appUrl, papers, workDirectory },
    codeKey: deriveKey(secret, 'codes of copies'),
  }
  return [
    ...installationRoutes({
      ...{ pool, defaultLanguage },
      isStopping: dependencies.isStopping ?? (() => false),
      // Few ever load it, so a start does not read it.
      loadDemo: async (actor) => {
        const { loadDemoAndSignIn } = await import('./demo-practice/load-demo.ts')
        const warn = (message: string) => dependencies.logger.warn(message)
        const signing = { db, classes, keys: sealKeys }
        return loadDemoAndSignIn({ ...signing, passwords: accounts.passwords, files: stored, warn }, actor)
      },
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
    ...erasureRoutes(erasures, { ...papers, backupKeepDays: dependencies.backupKeepDays }),
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
    ...fhirRoutes({ ...stored, classes, appUrl, version: dependencies.version }),
    ...moduleRoutes({ db }),
    ...draftRoutes({ db, copies: deriveKey(secret, 'local copies of drafts') }),
    ...snippetRoutes({ db }),
    ...appointmentRoutes({ db }),
    ...todayRoutes({ db, classes }),
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

const createServer = ({
  logger,
  trustedProxies,
  bodyPatience: { lookEveryMs, looks } = usualPatience,
}: AppDependencies): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustedProxies,
    // This limit is for what is no endpoint; endpoints state their own.
    bodyLimit: bodyLimits.public.bytes,
    // Headers are waited for as long as a body is that says nothing.
    http: { headersTimeout: lookEveryMs * looks, connectionsCheckingInterval: lookEveryMs },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while we stop is answered as ever, and its connection then closed.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 300,
      caseSensitive: true,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
    },
    frameworkErrors,
    clientErrorHandler,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
  })

/** Bounds what connections hold and how long they take; answers those of strangers, of which whoever signs in is none. */
const watchConnections = (
  { server }: FastifyInstance,
  endpoints: readonly EndpointShape[],
  { trustedProxies, bodyPatience, strangerLimits }: AppDependencies,
): Strangers => {
  new BodyWatch(bodyPatience).watch(server)
  server.requestTimeout = longestBodyMs(Math.max(...endpoints.map((one) => bodyLimitsOf(one).bytes)))
  const strangers = new Strangers(strangerLimits)
  // Behind a proxy all connections are the proxy's, and it is the proxy that has to bound them.
  if (trustedProxies === 0) strangers.watch(server)
  return strangers
}

const portOf = (server: FastifyInstance): number => {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
