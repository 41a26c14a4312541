import path from 'node:path'
import { isAgeRecipient } from './platform/files/age-keys.ts'
import { isMailAddress, senderOf } from './platform/mail/mail-address.ts'

/** A wrong value of an environment variable, in one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = 'production' | 'development' | 'test'
export type Language = 'es' | 'en' | 'it'
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface LocalFileStore {
  readonly kind: 'local'
}

export interface S3FileStore {
  readonly kind: 's3'
  readonly bucket: string
  readonly region: string
  /** Address of a store that is not Amazon's. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The bucket in the path instead of in the host name. */
  readonly forcePathStyle: boolean
}

/** The bucket of a Firebase project, reached with an HMAC key (docs/decisions/0017-uploads-in-parts.md). */
export interface FirebaseFileStore {
  readonly kind: 'firebase'
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Address of another host than Google's: a test server. */
  readonly endpoint: string | undefined
}

export interface FirebaseIdentity {
  readonly projectId: string
  /** What the web app needs to reach it; no secrets. */
  readonly apiKey: string
  readonly authDomain: string
  /** `host:port` of the emulator, whose tokens are unsigned; never in production. */
  readonly emulatorHost: string | undefined
  /** Key file that custom tokens are signed with; only the emulator does without. */
  readonly serviceAccountFile: string | undefined
}

export interface Operator {
  readonly name: string | undefined
  readonly address: string | undefined
  readonly taxId: string | undefined
  readonly email: string | undefined
}

export interface BackupFolder {
  readonly kind: 'folder'
  /** Absolute. */
  readonly folder: string
}

export interface BackupBucket extends Omit<S3FileStore, 'kind'> {
  readonly kind: 's3'
  /** As it was said. */
  readonly address: string
  /** What keys begin with, without slashes around it; empty for none. */
  readonly prefix: string
}

export interface BackupSettings {
  readonly to: BackupFolder | BackupBucket
  /** Public keys of age that open them. */
  readonly recipients: readonly string[]
  /** File of a key that opens one; read by a restore alone. */
  readonly identityFile: string | undefined
}

/** How what is measured is asked for; nobody can where neither is said. */
export interface MetricsSettings {
  /** A port of its own, and where it listens. */
  readonly port: number | undefined
  readonly host: string
  /** What a caller of `/metrics` brings. */
  readonly token: string | undefined
}

export interface Config {
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
  /** Programs of another PostgreSQL for the embedded database. */
  readonly postgresBinaryDirectory: string | undefined
  /** Why nothing came of a restore: what the process that asked for it left to the one it became. */
  readonly restoreFault: string | undefined
  /** Undefined: the one generated in `dataDirectory`. */
  readonly appSecret: string | undefined
  /** Secrets it had before: seals made with them still verify. */
  readonly formerSecrets: readonly string[]
  readonly defaultLanguage: Language
  readonly fileStore: LocalFileStore | S3FileStore | FirebaseFileStore
  /** Megabytes of files that a practice may keep. */
  readonly fileQuotaMb: number
  /** For how many days encrypted backups hold what was destroyed since; undefined: certificates say that nobody said. */
  readonly backupKeepDays: number | undefined
  readonly backup: BackupSettings
  /** Mail addresses of the accounts that run the installation, in small letters. */
  readonly operators: readonly string[]
  /** `tcp://host:port` or `unix:///path` of ClamAV's daemon; undefined: files are not scanned. */
  readonly clamdUrl: string | undefined
  /** Undefined: every mail becomes a file in `dataDirectory`/outbox. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
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

export type Variables = Readonly<Record<string, string | undefined>>

/** An empty value counts as none: `PORT= npm start`. */
const read = (variables: Variables, name: string): string | undefined => variables[name]?.trim() || undefined

const requireValue = (variables: Variables, name: string, because: string): string => {
  const value = read(variables, name)
  if (value !== undefined) return value
  throw new ConfigError(`${name} is missing: ${because}.`)
}

const oneOf = <T extends string>(
  variables: Variables,
  name: string,
  allowed: readonly T[],
  otherwise: T,
): T => {
  const value = read(variables, name)
  if (value === undefined) return otherwise
  const found = allowed.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be one of ${allowed.join(', ')}.`)
}

const readSwitch = (variables: Variables, name: string, otherwise: 'on' | 'off'): boolean =>
  oneOf(variables, name, ['on', 'off'], otherwise) === 'on'

const readInteger = (variables: Variables, name: string, otherwise: number, greatest: number): number => {
  const value = read(variables, name)
  if (value === undefined) return otherwise
  if (/^\d{1,9}$/.test(value) && Number(value) <= greatest) return Number(value)
  throw new ConfigError(
    `${name} is ${JSON.stringify(value)}; it must be a whole number from 0 to ${greatest}.`,
  )
}

const parseUrl = (value: string): URL | undefined => {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

// The value is not repeated: a URL may hold a password, and the start log is read by many.
const readUrl = (variables: Variables, name: string, protocols: readonly string[]): URL | undefined => {
  const value = read(variables, name)
  if (value === undefined) return undefined
  const url = parseUrl(value)
  if (url && protocols.includes(url.protocol)) return url
  throw new ConfigError(
    `${name} is not a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}

const readAddress = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || isMailAddress(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be one mail address.`)
}

/** `ulna@practice.example` or `Ulna <ulna@practice.example>`. */
const readSender = (variables: Variables): string | undefined => {
  const value = read(variables, 'MAIL_FROM')
  if (value === undefined) return undefined
  if (!/\p{Cc}/u.test(value) && isMailAddress(senderOf(value).address)) return value
  throw new ConfigError(
    `MAIL_FROM is ${JSON.stringify(value)}; it must be a mail address, as Ulna <ulna@practice.example>.`,
  )
}

/** An identifier that ends up in a page or a URL of a third party. */
const readIdentifier = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || /^[A-Za-z0-9_-]{1,100}$/.test(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it may hold only letters, digits, - and _.`)
}

/** Reads a host name without scheme, port and path; it ends up in a header. */
const readHostName = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be a host name, as auth.example.`)
}

const readHost = (variables: Variables, name: 'HOST' | 'METRICS_HOST'): string => {
  const value = read(variables, name) ?? '127.0.0.1'
  if (/^[A-Za-z0-9.:-]+$/.test(value)) return value
  throw new ConfigError(
    `${name} is ${JSON.stringify(value)}; it must be an address or a host name without a port.`,
  )
}

const readAppUrl = (variables: Variables, port: number): string | undefined => {
  const url = readUrl(variables, 'APP_URL', ['http:', 'https:'])
  if (url === undefined) return port === 0 ? undefined : `http://localhost:${port}`
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url.origin
  throw new ConfigError('APP_URL must be scheme, host and port only, as https://ulna.example.')
}

const placeholder = /^(.)\1*$|change.?me|placeholder/i

const readSecret = (variables: Variables): string | undefined => {
  const value = read(variables, 'APP_SECRET')
  if (value === undefined) return undefined
  if (value.length < 16) throw new ConfigError('APP_SECRET is shorter than 16 characters.')
  if (placeholder.test(value))
    throw new ConfigError('APP_SECRET is a placeholder; leave it unset and one is generated.')
  return value
}

const readFormerSecrets = (variables: Variables): readonly string[] =>
  (read(variables, 'FORMER_APP_SECRETS') ?? '').split(/\s+/).filter((secret) => secret !== '')

const readKeepDays = (variables: Variables): number | undefined =>
  read(variables, 'BACKUP_KEEP_DAYS') === undefined
    ? undefined
    : readInteger(variables, 'BACKUP_KEEP_DAYS', 0, 36_500)

/** How a store that speaks the interface of S3 is reached; `prefix` stands in front of the names of the variables. */
const readS3 = (
  variables: Variables,
  because: string,
  prefix: '' | 'BACKUP_' = '',
): Omit<S3FileStore, 'kind' | 'bucket'> => ({
  region: read(variables, `${prefix}S3_REGION`) ?? 'us-east-1',
  endpoint: readUrl(variables, `${prefix}S3_ENDPOINT`, ['http:', 'https:'])?.href,
  accessKeyId: requireValue(variables, `${prefix}S3_ACCESS_KEY_ID`, because),
  secretAccessKey: requireValue(variables, `${prefix}S3_SECRET_ACCESS_KEY`, because),
  forcePathStyle: readSwitch(variables, `${prefix}S3_FORCE_PATH_STYLE`, 'off'),
})

const readFileStore = (variables: Variables): Config['fileStore'] => {
  const kind = oneOf(variables, 'FILE_STORE', ['local', 's3', 'firebase'], 'local')
  if (kind === 'local') return { kind }
  const because = `FILE_STORE is ${kind}`
  if (kind === 'firebase') {
    return {
      kind,
      bucket: requireValue(variables, 'FIREBASE_STORAGE_BUCKET', because),
      accessKeyId: requireValue(variables, 'FIREBASE_STORAGE_ACCESS_KEY_ID', because),
      secretAccessKey: requireValue(variables, 'FIREBASE_STORAGE_SECRET_ACCESS_KEY', because),
      endpoint: readUrl(variables, 'FIREBASE_STORAGE_ENDPOINT', ['http:', 'https:'])?.href,
    }
  }
  return { kind, bucket: requireValue(variables, 'S3_BUCKET', because), ...readS3(variables, because) }
}

const readEmulatorHost = (variables: Variables, environment: Environment): string | undefined => {
  const value = read(variables, 'FIREBASE_AUTH_EMULATOR_HOST')
  if (value === undefined) return undefined
  if (environment === 'production') {
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST is set in production, where tokens of the emulator would let anybody in.',
    )
  }
  if (/^[A-Za-z0-9.-]+:\d{1,5}$/.test(value)) return value
  throw new ConfigError(`FIREBASE_AUTH_EMULATOR_HOST is ${JSON.stringify(value)}; it must be host:port.`)
}

const refuseMissingApiKey = (): never => {
  throw new ConfigError('FIREBASE_API_KEY is missing: FIREBASE_PROJECT_ID is set.')
}

const readFirebase = (variables: Variables, environment: Environment): FirebaseIdentity | undefined => {
  const emulatorHost = readEmulatorHost(variables, environment)
  const projectId = read(variables, 'FIREBASE_PROJECT_ID')
  if (projectId === undefined) {
    if (emulatorHost === undefined) return undefined
    throw new ConfigError('FIREBASE_PROJECT_ID is missing: FIREBASE_AUTH_EMULATOR_HOST is set.')
  }
  if (!/^[a-z0-9-]{4,40}$/.test(projectId)) {
    throw new ConfigError(
      `FIREBASE_PROJECT_ID is ${JSON.stringify(projectId)}; it may hold only small letters, digits and -.`,
    )
  }
  const key = read(variables, 'FIREBASE_SERVICE_ACCOUNT')
  return {
    projectId,
    apiKey:
      readIdentifier(variables, 'FIREBASE_API_KEY') ?? (emulatorHost ? 'emulator' : refuseMissingApiKey()),
    authDomain: readHostName(variables, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`,
    emulatorHost,
    serviceAccountFile: key === undefined ? undefined : path.resolve(key),
  }
}

const readMail = (variables: Variables): Pick<Config, 'smtpUrl' | 'mailFrom'> => {
  const smtpUrl = readUrl(variables, 'SMTP_URL', ['smtp:', 'smtps:'])?.href
  const mailFrom = readSender(variables)
  if (smtpUrl !== undefined && mailFrom === undefined)
    throw new ConfigError('MAIL_FROM is missing: SMTP_URL is set.')
  return { smtpUrl, mailFrom }
}

const readDirectory = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  return value === undefined ? undefined : path.resolve(value)
}

const environments = ['production', 'development', 'test'] as const
const dataDirectoryOf = (variables: Variables): string => path.resolve(read(variables, 'DATA_DIR') ?? 'data')

const bucketPattern = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,62})(?<path>(\/[A-Za-z0-9_-]+)*)\/?$/

/** Where backups lie: a folder, or a bucket and a folder in it, as `s3://bucket/folder`. */
export const backupPlaceAt = (variables: Variables, to: string): BackupSettings['to'] => {
  if (!to.startsWith('s3:')) return { kind: 'folder', folder: path.resolve(to) }
  const { bucket, path: folder = '' } = bucketPattern.exec(to)?.groups ?? {}
  if (bucket === undefined)
    throw new ConfigError(`BACKUP_TO is ${JSON.stringify(to)}; a bucket is named as s3://bucket/folder.`)
  return {
    ...{ kind: 's3', bucket, address: `s3://${bucket}${folder}`, prefix: folder.slice(1) },
    ...readS3(variables, 'backups lie in a bucket', 'BACKUP_'),
  }
}

const readBackup = (variables: Variables): BackupSettings => {
  const to = read(variables, 'BACKUP_TO') ?? path.join(dataDirectoryOf(variables), 'backups')
  const recipients = (read(variables, 'BACKUP_RECIPIENTS') ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const wrong = recipients.find((one) => !isAgeRecipient(one))
  if (wrong !== undefined)
    throw new ConfigError(
      `BACKUP_RECIPIENTS holds ${JSON.stringify(wrong)}, which is no public key of age (age1…).`,
    )
  return {
    to: backupPlaceAt(variables, to),
    recipients,
    identityFile: read(variables, 'BACKUP_IDENTITY_FILE'),
  }
}

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

const readMetrics = (variables: Variables): MetricsSettings => {
  const token = read(variables, 'METRICS_TOKEN')
  if (token !== undefined && token.length < 16)
    throw new ConfigError('METRICS_TOKEN is shorter than 16 characters.')
  return {
    port:
      read(variables, 'METRICS_PORT') === undefined
        ? undefined
        : readInteger(variables, 'METRICS_PORT', 0, 65_535),
    host: readHost(variables, 'METRICS_HOST'),
    token,
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting of this process from its environment (product-decisions.md §1). Throws ConfigError at the first wrong value. */
export const readConfig = (variables: Variables = process.env): Config => {
  const environment = oneOf(variables, 'NODE_ENV', environments, 'production')
  const port = readInteger(variables, 'PORT', 3000, 65_535)
  return {
    environment,
    port,
    logLevel: oneOf(variables, 'LOG_LEVEL', logLevels, 'info'),
    host: readHost(variables, 'HOST'),
    appUrl: readAppUrl(variables, port),
    trustedProxies: readInteger(variables, 'TRUST_PROXY', 0, 10),
    drainSeconds: readInteger(variables, 'DRAIN_SECONDS', 1, 300),
    dataDirectory: dataDirectoryOf(variables),
    databaseUrl: readUrl(variables, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href,
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
