import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import type { AppDependencies } from '../src/app.dependencies.ts'
import { type App, buildApp } from '../src/app.ts'
import { openPool, type Pool } from '../src/platform/database/database.ts'
import { localFileStore } from '../src/platform/files/file-store.local.ts'
import type { FileStore } from '../src/platform/files/file-store.ts'
import type { BodyPatience } from '../src/platform/http/bodies/body-watch.ts'
import type { PageSettings } from '../src/platform/http/pages/page-policy.ts'
import type { StrangerLimits } from '../src/platform/http/strangers.ts'
import type { IdentityService } from '../src/platform/identity/identity.ts'
import { hashingInThreads } from '../src/platform/identity/password-hashing.ts'
import { Passwords } from '../src/platform/identity/passwords.ts'
import { dueJobs, jobLogger } from '../src/platform/jobs/jobs.ts'
import { createLogger } from '../src/platform/logger.ts'
import { outboxMailer } from '../src/platform/mail/outbox-mailer.ts'
import { createTestDatabase, type TestDatabase } from './postgres-database.ts'
import { createScratchDirectory } from './scratch-directory.ts'

export const testSecret = 'a secret for tests that is long enough to be one'
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Tests sign in thousands of times; what a hash costs is no part of what they look at. */
export const cheapHashing = hashingInThreads({ memoryCost: 1024, timeCost: 1, parallelism: 1 })

export type ParsedMail = Email

export interface TestAppOptions {
  readonly rateLimits?: boolean
  readonly captcha?: boolean
  readonly webDirectory?: string
  readonly activationByMail?: boolean
  readonly identity?: IdentityService
  readonly contactEmail?: string
  readonly pageSettings?: PageSettings
  readonly trustedProxies?: number
  readonly bodyPatience?: BodyPatience
  readonly strangerLimits?: StrangerLimits
  readonly readingPauseMs?: number
  readonly fileQuotaMb?: number
  readonly clamdUrl?: string
  readonly operators?: readonly string[]
  readonly watched?: AppDependencies['watched']
  readonly metricsToken?: string
  readonly appUrl?: string
  /** From this level on the log is written as the product writes it. */
  readonly logLevel?: string
  readonly backups?: AppDependencies['backups']
  readonly firstVisit?: AppDependencies['firstVisit']
  readonly restoreFault?: string
  /** Another file store than the local one. */
  readonly files?: FileStore
  /** Another process of the same installation: it shares database, files and secret. */
  readonly on?: TestApp
}

export interface TestApp extends App {
  readonly pool: Pool
  /** Superuser's pool: looks behind row-level security, to check what the application did. */
  readonly owner: Pool
  readonly database: TestDatabase
  /** Everything the server logged. */
  readonly log: string[]
  /** Where the local file store keeps its files. */
  readonly filesDirectory: string
  /** Where erasures are noted outside the database. */
  readonly erasuresFile: string
  /** Folder of the mails that went out. */
  readonly outbox: string
  /** Does the background work that is due; what fails is logged and due later. */
  runJobs(): Promise<void>
  /** The mails that went out, oldest first. */
  mails(): Promise<ParsedMail[]>
  close(): Promise<void>
}

/** The mails of an outbox, oldest first: their names begin with the time. */
export const readMails = async (outbox: string): Promise<ParsedMail[]> => {
  const names = await readdir(outbox).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))))
}

/** A whole server on a database of its own, answering through `server.inject`. */
export const buildTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const database = options.on?.database ?? (await createTestDatabase())
  const log: string[] = []
  const lines = { write: (line: string) => void log.push(line) }
  const noteError = (error: Error): void => void log.push(`pool: ${error.message}`)
  // However busy the machine is: that requests which wait too long are told to come back is tested in faults/.
  const pool = openPool(database.appConnection, { size: 10, onIdleError: noteError, turnMs: 120_000 })
  const owner = openPool(database.ownerConnection, { size: 2, onIdleError: noteError })
  const scratch = options.on ? null : await createScratchDirectory()
  const directory = options.on ? path.dirname(options.on.outbox) : (scratch?.directory ?? '')
  const outbox = path.join(directory, 'outbox')
  const app = await buildApp({
    pool,
    files: options.files ?? localFileStore(path.join(directory, 'files')),
    fileQuotaMb: options.fileQuotaMb,
    erasuresFile: path.join(directory, 'erasures'),
    clamdUrl: options.clamdUrl,
    operators: options.operators,
    watched: options.watched,
    metricsToken: options.metricsToken,
    backups: options.backups,
    firstVisit: options.firstVisit,
    restoreFault: options.restoreFault,
    logger: options.logLevel ? createLogger(options.logLevel, lines) : pino({ level: 'error' }, lines),
    secret: testSecret,
    passwords: new Passwords(cheapHashing),
    appUrl: () => options.appUrl ?? 'http://localhost:3000',
    defaultLanguage: 'es',
    version: '0.0.0-test',
    workDirectory: path.join(directory, 'leaving'),
    rateLimits: options.rateLimits ?? false,
    captcha: options.captcha ?? false,
    activationByMail: options.activationByMail ?? false,
    mailer: outboxMailer({ directory: outbox, from: 'Ulna <ulna@server.test>', log: () => undefined }),
    contactEmail: options.contactEmail,
    identity: options.identity,
    trustedProxies: options.trustedProxies ?? 0,
    bodyPatience: options.bodyPatience,
    strangerLimits: options.strangerLimits,
    readingPauseMs: options.readingPauseMs,
    strictAnswers: true,
    webDirectory: options.webDirectory,
    pageSettings: options.pageSettings,
  })
  await app.server.ready()
  const warn = (message: string): void => void log.push(message)
  const jobs = dueJobs(database.appConnection, app.jobs, jobLogger({ warn }))
  return {
    ...app,
    pool,
    owner,
    database,
    log,
    filesDirectory: path.join(directory, 'files'),
    erasuresFile: path.join(directory, 'erasures'),
    outbox,
    runJobs: jobs.run,
    mails: () => readMails(outbox),
    close: async () => {
      await app.server.close()
      await jobs.close()
      await pool.close()
      await owner.close()
      if (scratch === null) return
      await database.drop()
      await scratch.remove()
    },
  }
}
