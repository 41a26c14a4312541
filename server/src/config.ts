import path from 'node:path'
import { type BackupSettings, readBackup, readKeepDays } from './config/backup-settings.ts'
import { type FileStore, readFileStore } from './config/file-stores.ts'
import { type FirebaseIdentity, readFirebase } from './config/identity-service.ts'
import { type MailSettings, readMail } from './config/mail-settings.ts'
import { type MetricsSettings, readMetrics } from './config/metrics-settings.ts'
import { readFormerSecrets, readSecret } from './config/secrets.ts'
import {
  ConfigError,
  dataDirectoryOf,
  type Environment,
  oneOf,
  read,
  readAddress,
  readDirectory,
  readHost,
  readIdentifier,
  readInteger,
  readSwitch,
  readUrl,
  type Variables,
} from './config/variables.ts'
import { isMailAddress } from './platform/mail/mail-address.ts'

export type Language = 'es' | 'en' | 'it'
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface Operator {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly taxId: string | undefined
  readonly email: string | undefined
}

export interface Config extends MailSettings {
  readonly environment: Environment
  readonly logLevel: LogLevel
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** No trailing slash ends it. Undefined when neither APP_URL nor a fixed PORT says it: see `appUrlAt`. */
  readonly appUrl: string | undefined
  /** How many proxies in front of us are believed about the caller's address. */
  readonly trustedProxies: number
  /** How long a process that is to stop says so before it takes no more connections. */
  readonly drainSeconds: number
  /** Absolute. */
  readonly dataDirectory: string
  /** Undefined: the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | undefined
  /** How many connections requests and jobs of this process share. */
  readonly databaseConnections: number
  /** Programs of another PostgreSQL for the embedded database. */
  readonly postgresBinaryDirectory: string | undefined
  /** Why nothing came of a restore: what the process that asked for it left to the one it became. */
  readonly restoreFault: string | undefined
  /** Undefined: the one generated in `dataDirectory`. */
  readonly appSecret: string | undefined
  /** Secrets it had before: seals made with them still verify. */
  readonly formerSecrets: readonly string[]
  readonly defaultLanguage: Language
  readonly fileStore: FileStore
  /** Megabytes of files that a practice may keep. */
  readonly fileQuotaMb: number
  /** For how many days encrypted backups hold what was destroyed since; undefined: certificates say that nobody said. */
  readonly backupKeepDays: number | undefined
  readonly backup: BackupSettings
  /** Mail addresses of the accounts that run the installation, in small letters. */
  readonly operators: readonly string[]
  /** `tcp://host:port` or `unix:///path` of ClamAV's daemon; undefined: files are not scanned. */
  readonly clamdUrl: string | undefined
  /** Undefined: the hosted identity service is off. */
  readonly firebase: FirebaseIdentity | undefined
  readonly analyticsId: string | undefined
  readonly socialPixelId: string | undefined
  readonly chatWidgetUrl: string | undefined
  readonly contactEmail: string | undefined
  /** Whether an account counts only once the link in a mail was opened. */
  readonly activationByMail: boolean
  /** Who runs the installation, as privacy policy and terms name them. */
  readonly operator: Operator
  readonly metrics: MetricsSettings
  readonly captcha: boolean
  readonly rateLimits: boolean
}

const readAppUrl = (variables: Variables, port: number): string | undefined => {
  const url = readUrl(variables, 'APP_URL', ['http:', 'https:'])
  if (url === undefined) return port === 0 ? undefined : `http://localhost:${port}`
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url.origin
  throw new ConfigError('APP_URL must be scheme, host and port only, as https://ulna.example.')
}

const environments = ['production', 'development', 'test'] as const

/** Set by no operator: see `starting/restart-restored.ts`. */
export const restoreFaultVariable = 'ULNA_RESTORE_FAULT'

const readOperators = (variables: Variables): readonly string[] => {
  const addresses = (read(variables, 'OPERATORS') ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const wrong = addresses.find((one) => !isMailAddress(one))
  if (wrong === undefined) return addresses.map((one) => one.toLowerCase())
  throw new ConfigError(
    `OPERATORS holds ${JSON.stringify(wrong)}; it must be mail addresses of accounts, comma between.`,
  )
}

/** The embedded database takes a hundred, of which backups and commands want some too. */
const readConnections = (variables: Variables, isEmbedded: boolean): number =>
  readInteger(variables, 'DATABASE_CONNECTIONS', 16, isEmbedded ? 80 : 1000, 4)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting of this process from its environment (product-decisions.md §1). Throws ConfigError at the first wrong value. */
export const readConfig = (variables: Variables = process.env): Config => {
  const environment = oneOf(variables, 'NODE_ENV', environments, 'production')
  const port = readInteger(variables, 'PORT', 3000, 65_535)
  const databaseUrl = readUrl(variables, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href
  return {
    environment,
    port,
    logLevel: oneOf(variables, 'LOG_LEVEL', logLevels, 'info'),
    host: readHost(variables, 'HOST'),
    appUrl: readAppUrl(variables, port),
    trustedProxies: readInteger(variables, 'TRUST_PROXY', 0, 10),
    drainSeconds: readInteger(variables, 'DRAIN_SECONDS', 1, 300),
    dataDirectory: dataDirectoryOf(variables),
    databaseUrl,
    databaseConnections: readConnections(variables, databaseUrl === undefined),
    postgresBinaryDirectory: readDirectory(variables, 'POSTGRES_BINARIES'),
    appSecret: readSecret(variables),
    formerSecrets: readFormerSecrets(variables),
    defaultLanguage: oneOf(variables, 'DEFAULT_LANGUAGE', ['es', 'en', 'it'], 'es'),
    fileStore: readFileStore(variables),
    fileQuotaMb: readInteger(variables, 'FILE_QUOTA_MB', 20_480, 999_999_999),
    backupKeepDays: readKeepDays(variables),
    backup: readBackup(variables),
    restoreFault: read(variables, restoreFaultVariable),
    operators: readOperators(variables),
    clamdUrl: readUrl(variables, 'CLAMD_URL', ['tcp:', 'unix:'])?.href,
    ...readMail(variables),
    firebase: readFirebase(variables, environment),
    analyticsId: readIdentifier(variables, 'ANALYTICS_ID'),
    socialPixelId: readIdentifier(variables, 'SOCIAL_PIXEL_ID'),
    chatWidgetUrl: readUrl(variables, 'CHAT_WIDGET_URL', ['https:'])?.href,
    contactEmail: readAddress(variables, 'CONTACT_EMAIL'),
    activationByMail: readSwitch(variables, 'ACCOUNT_ACTIVATION', 'off'),
    operator: {
      name: read(variables, 'OPERATOR_NAME'),
      address: read(variables, 'OPERATOR_ADDRESS'),
      taxId: read(variables, 'OPERATOR_TAX_ID'),
      email: readAddress(variables, 'OPERATOR_EMAIL'),
    },
    metrics: readMetrics(variables),
    captcha: readSwitch(variables, 'CAPTCHA', 'on'),
    rateLimits: readSwitch(variables, 'RATE_LIMITS', 'on'),
  }
}

/** The list of erasures outside the database. */
export const erasuresFileOf = ({ dataDirectory }: Config): string => path.join(dataDirectory, 'erasures')

/** Heads of the trail that the last `npm run verify` noted. */
export const notedHeadsFileOf = ({ dataDirectory }: Config): string => path.join(dataDirectory, 'audit-heads')

/** Files that a backup holds beside the database, by their name in it. */
export const filesBeside = (config: Config): Readonly<Record<string, string>> => ({
  erasures: erasuresFileOf(config),
  'audit-heads': notedHeadsFileOf(config),
})

/** Where archives, copies and files of patients are put together and read; what killed processes left there is tidied up. */
export const workDirectoryOf = ({ dataDirectory }: Config): string => path.join(dataDirectory, 'leaving')

/** The base of links and the allowed origin, once the port is known. */
export const appUrlAt = (config: Pick<Config, 'appUrl'>, listeningPort: number): string =>
  config.appUrl ?? `http://localhost:${listeningPort}`
