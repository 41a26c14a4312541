import type { Language } from '@ulna/contract/record-class/record-class'
import type { FastifyBaseLogger } from 'fastify'
import { type AccountDependencies, accountKeys } from './features/accounts/accounts.dependencies.ts'
import type { FirstVisit } from './features/backups/backups.first-visit.service.ts'
import type { BackupPlaceSettings } from './features/backups/backups.service.ts'
import { backupKeepDays } from './features/backups/backups.term.service.ts'
import type { ErasurePaperDependencies } from './features/erasures/certificates/erasures.papers.service.ts'
import type { ErasureDependencies } from './features/erasures/erasures.dependencies.ts'
import { readErasureList } from './features/erasures/erasures.list.ts'
import { applyErasures } from './features/erasures/erasures.restore.service.ts'
import type { AlertDependencies } from './features/monitoring/monitoring.jobs.ts'
import type { WatchedPlace } from './features/monitoring/monitoring.reading.ts'
import type { DeletionDependencies } from './features/practice-deletions/practice-deletions.dependencies.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import type { Pool } from './platform/database/database.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { BodyPatience } from './platform/http/bodies/body-watch.ts'
import type { PageSettings } from './platform/http/pages/page-policy.ts'
import { createRateLimits, noRateLimits } from './platform/http/rate-limits.ts'
import type { StrangerLimits } from './platform/http/strangers.ts'
import { createCaptcha } from './platform/identity/captcha.ts'
import type { IdentityService } from './platform/identity/identity.ts'
import type { Passwords } from './platform/identity/passwords.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { OutsideList } from './platform/outside-list.ts'
import type { LinkTokens } from './platform/sessions/link-tokens.ts'
import { deriveKey, deriveKeys, type KeyRing, type Secrets } from './platform/tokens.ts'
import type { Database } from './platform/use-case.ts'

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
  /** Between two looks at what somebody reads, in milliseconds; tests do not wait. */
  readonly readingPauseMs?: number | undefined
  /** Checks every answer against the contract: development and tests. */
  readonly strictAnswers: boolean
  /** For how many days backups hold what was destroyed that somebody makes besides ours; undefined where nobody said. */
  readonly backupKeepDays?: number | undefined
  /** Mail addresses of the accounts that run the installation; none where nobody said. */
  readonly operators?: readonly string[] | undefined
  /** Backups of the installation; this process makes none where nothing is said. */
  readonly backups?: BackupPlaceSettings | undefined
  /** How a backup is restored on a first visit; undefined once somebody has an account. */
  readonly firstVisit?: FirstVisit | undefined
  /** Why nothing came of the restore that was asked for last. */
  readonly restoreFault?: string | undefined
  /** What is looked at where this process runs; of nothing but the database where nothing is said. */
  readonly watched?: Omit<WatchedPlace, 'version' | 'appUrl'> | undefined
  /** What a caller of `/metrics` brings; nobody is answered there without. */
  readonly metricsToken?: string | undefined
  /** Where erasures are noted outside the database; nowhere when it is undefined. */
  readonly erasuresFile?: string | undefined
  /** Folder of the built web app; without one only the API answers. */
  readonly webDirectory?: string | undefined
  /** What the page is told, and what third parties it may ask. */
  readonly pageSettings?: PageSettings | undefined
}

/** The secret of the installation, and those before it. */
export const secretsOf = ({ secret, formerSecrets = [] }: AppDependencies): Secrets => [
  secret,
  ...formerSecrets,
]

/** The list of erasures outside the database. */
export const erasureListAt = (file: string, secrets: Secrets): OutsideList => ({
  path: file,
  keys: deriveKeys(secrets, 'list of erasures'),
})

/** What digests are made with by which erased patients are recognised. */
export const erasedKeysOf = (secrets: Secrets): KeyRing => deriveKeys(secrets, 'digests of erased patients')

/** For how many days encrypted backups hold what is destroyed now. */
const keepDaysOf =
  ({ backupKeepDays: saidDays, backups }: AppDependencies, db: Database) =>
  (): Promise<number | undefined> =>
    backupKeepDays(db, { saidDays, hasRecipients: (backups?.recipients ?? 0) > 0 })

/** What erasing works with. */
export const erasureDependencies = (
  dependencies: AppDependencies,
  db: Database,
): ErasureDependencies & ErasurePaperDependencies => {
  const { files, secret, formerSecrets, erasuresFile, appUrl } = dependencies
  const secrets = secretsOf(dependencies)
  return {
    ...{ db, files, appUrl },
    backupKeepDays: keepDaysOf(dependencies, db),
    signingKeys: deriveKey(secret, 'keys that papers are signed with'),
    digestKeys: erasedKeysOf(secrets),
    auditKeys: deriveKeys(secrets, 'audit chain'),
    sealKeys: createSealKeys(secret, formerSecrets),
    list: erasuresFile === undefined ? undefined : erasureListAt(erasuresFile, secrets),
  }
}

/** Erases again who was erased before and is back; answers how many. */
export const eraseAgain = async (
  warn: (message: string) => void,
  dependencies: Pick<ErasureDependencies, 'db' | 'list' | 'digestKeys'>,
): Promise<number> => {
  const { list } = dependencies
  if (!list) return 0
  const { erasures, unproved } = await readErasureList(list)
  if (unproved > 0) warn(`${list.path}: ${unproved} lines are not as they were written`)
  return applyErasures(dependencies, erasures)
}

/** What deleting practices works with. */
export const deletionDependencies = (
  dependencies: AppDependencies,
  { db, list }: ErasureDependencies,
): DeletionDependencies => {
  const { mailer, files, appUrl, secret, workDirectory } = dependencies
  return {
    ...{ db, files, mailer, appUrl, workDirectory, list },
    backupKeepDays: keepDaysOf(dependencies, db),
    signingKeys: deriveKey(secret, 'keys that papers are signed with'),
  }
}

/** What accounts work with. */
export const accountDependencies = (
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

/** What operators are told with. */
export const alertDependencies = (dependencies: AppDependencies, db: Database): AlertDependencies => {
  const { mailer, operators = [], defaultLanguage: language } = dependencies
  return { db, mailer, operators, language, place: watchedPlaceOf(dependencies) }
}

/** Where this process runs, and what is looked at there. */
export const watchedPlaceOf = ({ watched, version, appUrl }: AppDependencies): WatchedPlace => ({
  ...(watched ?? { isEmbedded: false, isMailSent: false, folders: {} }),
  version,
  appUrl,
})
