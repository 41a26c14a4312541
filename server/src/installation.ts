import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Config, workDirectoryOf } from './config.ts'
import { type BackupTarget, folderTarget } from './features/backups/targets/backups.target.ts'
import { syncModules } from './features/modules/modules.sync.ts'
import { takeCarriedOver } from './installation.carried.ts'
import { readStanding, settleSecret } from './installation.secret.ts'
import { paths } from './paths.ts'
import { ensureSecret } from './platform/app-secret.ts'
import { type ConnectionSettings, openPool, type Pool } from './platform/database/database.ts'
import { migrateDatabase, readMigrations } from './platform/database/migrate.ts'
import { refusePooledTransactions } from './platform/database/pooler.ts'
import { floorOf } from './platform/database/schema-floor.ts'
import type { ServerSettings } from './platform/embedded-postgres/server-process.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/supervisor.ts'
import { localFileStore } from './platform/files/file-store.local.ts'
import type { S3Settings } from './platform/files/file-store.s3.settings.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { jobLogger, migrateJobs } from './platform/jobs/jobs.ts'
import { evictOthers, ForeignSecretError, oneAtATime } from './platform/secret/secret-start.ts'
import { deriveKey, type Secrets } from './platform/tokens.ts'

export interface InstallationLog {
  info(message: string): void
  warn(message: string): void
}

/** A database that is up to date, and what else every process of an installation works with. */
export interface Installation {
  readonly pool: Pool
  readonly files: FileStore
  readonly secret: string
  /** Settings for the worker, which listens on connections of its own. */
  readonly connection: ConnectionSettings
  /** Of the role that owns the tables. */
  readonly ownerConnection: ConnectionSettings
  /** Of the role that backups are read as. */
  readonly backupConnection: ConnectionSettings
  close(): Promise<void>
}

/** The database, reached as the role that owns the tables. */
export interface Owner {
  readonly connection: ConnectionSettings
  readonly databaseName: string
  stop(): Promise<void>
}

const embeddedName = 'ulna'

const createDatabase = async (connection: ConnectionSettings, log: InstallationLog): Promise<void> => {
  const pool = openPool(connection, { size: 1, onIdleError: (error) => log.warn(error.message) })
  try {
    const { rowCount } = await pool.raw.query('select 1 from pg_database where datname = $1', [embeddedName])
    if (rowCount === 0)
      await pool.raw.query(`create database ${embeddedName} encoding 'UTF8' template template0`)
  } finally {
    await pool.close()
  }
}

const startEmbedded = async (
  config: Config,
  log: InstallationLog,
  settings: ServerSettings,
): Promise<Owner> => {
  await takeCarriedOver(config)
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    binaryDirectory: config.postgresBinaryDirectory,
    ...{ log, settings },
  })
  try {
    await createDatabase(server.connection, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    connection: { ...server.connection, database: embeddedName },
    databaseName: embeddedName,
    stop: () => server.stop(),
  }
}

const connectTo = async (databaseUrl: string): Promise<Owner> => {
  const connection = { connectionString: databaseUrl }
  await refusePooledTransactions(connection)
  return {
    connection,
    databaseName: decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || 'postgres',
    stop: async () => undefined,
  }
}

/** A role of ours in a database; roles belong to the whole server, so its name holds the database's. */
const roleOf = (databaseName: string, purpose: 'app' | 'backup'): string =>
  `${databaseName
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 50)}_${purpose}`

const asRole = (owner: Owner, user: string, password: string): ConnectionSettings => {
  const { connectionString } = owner.connection
  if (connectionString === undefined) return { ...owner.connection, user, password }
  const url = new URL(connectionString)
  url.username = user
  url.password = password
  return { connectionString: url.href }
}

/** Cloud Storage speaks the interface of S3 at this address, to whoever has an HMAC key. */
const googleStorage = { endpoint: 'https://storage.googleapis.com', region: 'auto' } as const

/** The bucket that files are kept in. */
export const bucketOf = (store: Exclude<Config['fileStore'], { kind: 'local' }>): S3Settings => {
  if (store.kind === 's3') return { ...store, type: 's3' }
  const { endpoint = googleStorage.endpoint, ...rest } = store
  return { ...rest, type: 'fb', endpoint, region: googleStorage.region, forcePathStyle: true }
}

export const fileStoreOf = async ({ fileStore, dataDirectory }: Config): Promise<FileStore> => {
  if (fileStore.kind === 'local') return localFileStore(path.join(dataDirectory, 'files'))
  // Half of a start's time for those who keep files elsewhere.
  const { s3FileStore } = await import('./platform/files/file-store.s3.ts')
  return s3FileStore(bucketOf(fileStore))
}

/** What is said of where backups are kept. */
export const addressOf = (to: Config['backup']['to']): string =>
  to.kind === 'folder' ? to.folder : to.address

const diskOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ dev }) => dev,
    () => (path.dirname(file) === file ? 0 : diskOf(path.dirname(file))),
  )

/** Whether backups lie on the disk of what they are of: gone with it. */
export const isOnDiskOfData = async ({ backup: { to }, dataDirectory }: Config): Promise<boolean> =>
  to.kind === 'folder' && (await diskOf(to.folder)) === (await diskOf(dataDirectory))

/** Where backups are kept, or one of them is read from. */
export const backupTargetOf = async (to: Config['backup']['to'], config: Config): Promise<BackupTarget> => {
  if (to.kind === 'folder') return folderTarget(to.folder)
  const { s3FileStore } = await import('./platform/files/file-store.s3.ts')
  const { bucketTarget } = await import('./features/backups/targets/backups.target.s3.ts')
  const staging = path.join(workDirectoryOf(config), 'backup-staging')
  return bucketTarget(s3FileStore({ ...to, type: 's3' }), { ...to, staging })
}

export const secretsOf = async (config: Config): Promise<Secrets> => [
  config.appSecret ?? (await ensureSecret(config.dataDirectory)),
  ...config.formerSecrets,
]

/** Where the secret of this process comes from, in words of whoever started it. */
const sourceOfSecret = ({ appSecret, dataDirectory }: Config): string =>
  appSecret === undefined ? path.join(dataDirectory, 'app-secret') : 'the variable'

/** `settings`: of an embedded database, where they are to be others than usual. */
export const openOwner = async (
  config: Config,
  log: InstallationLog,
  settings: ServerSettings = {},
): Promise<Owner> =>
  config.databaseUrl === undefined ? startEmbedded(config, log, settings) : connectTo(config.databaseUrl)

/** How our roles reach a database. */
export interface RoleConnections {
  readonly app: ConnectionSettings
  /** Reads all rows and writes none. */
  readonly backup: ConnectionSettings
}

/** Brings the schema up to date, or as far as a migration, and lets our roles in with passwords of this secret. */
export const migrate = async (
  owner: Owner,
  secret: string,
  log: InstallationLog,
  upTo?: string,
): Promise<RoleConnections> => {
  const { connection, databaseName } = owner
  const [appRole, backupRole] = [roleOf(databaseName, 'app'), roleOf(databaseName, 'backup')]
  // Another schema, another password: who does not know it is let in no more.
  const floor = floorOf(await readMigrations(paths.migrations))
  const passwordFor = (purpose: string): string =>
    deriveKey(secret, `${purpose}, ${floor}`).toString('base64url')
  const [appPassword, backupPassword] = [
    passwordFor('database role'),
    passwordFor('database role of backups'),
  ]
  const app = asRole(owner, appRole, appPassword)
  const { applied, isDistributed } = await migrateDatabase({
    ...{ connection, appRole, appPassword, backupRole, backupPassword, directory: paths.migrations },
    evict: () => evictOthers(app),
    ...(upTo === undefined ? {} : { upTo }),
  })
  for (const name of applied) log.info(`migrated ${name}`)
  return {
    app: { ...app, isDistributed },
    backup: { ...asRole(owner, backupRole, backupPassword), isDistributed },
  }
}

/** Starts or reaches the database, brings it up to date and opens the pool of the application's role. */
export const openInstallation = async (
  config: Config,
  log: InstallationLog,
  poolSize = config.databaseConnections,
  patience?: number,
): Promise<Installation> => {
  const files = await fileStoreOf(config)
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
  const secrets = await secretsOf(config)
  const owner = await openOwner(config, log)
  try {
    const { app: connection, backup } = await oneAtATime(owner.connection, async () => {
      const standing = await readStanding(owner.connection, secrets)
      if (standing.kind === 'foreign') throw new ForeignSecretError(sourceOfSecret(config))
      const roles = await migrate(owner, secrets[0], log)
      if (standing.kind === 'replaced') await evictOthers(roles.app)
      if (standing.kind !== 'same') await settleSecret(owner.connection, secrets, standing)
      if (standing.kind === 'replaced')
        log.warn('APP_SECRET was replaced: other processes need the new one too.')
      await migrateJobs(roles.app, jobLogger(log))
      await syncModules(owner.connection, paths.modules)
      return roles
    })
    const pool = openPool(connection, {
      size: poolSize,
      ...(patience === undefined ? {} : { patience }),
      onIdleError: (error) => log.warn(`a database connection broke: ${error.message}`),
    })
    return {
      pool,
      files,
      secret: secrets[0],
      connection,
      ownerConnection: owner.connection,
      backupConnection: backup,
      close: async () => {
        await pool.close()
        await owner.stop()
      },
    }
  } catch (error) {
    await owner.stop()
    throw error
  }
}
