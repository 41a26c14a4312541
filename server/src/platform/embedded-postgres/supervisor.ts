import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { attach } from './attachments.ts'
import { findBinaries, reachableBinaries } from './binaries.ts'
import { clusterAccess, ensureCluster, superuser } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { ensurePassword } from './local-access.ts'
import { findLivePostmaster } from './postmaster-pid.ts'
import { findOrStartServer, isLost, type ServerPlace } from './ready-server.ts'
import { chooseServerAccount } from './server-account.ts'
import type { ServerSettings } from './server-process.ts'
import { chooseSocketDirectory, removeSocketDirectory, socketPort } from './socket-directory.ts'
import { stopServer } from './stop-server.ts'

export interface SupervisorLog {
  info(message: string): void
  warn(message: string): void
}

export interface EmbeddedPostgresOptions {
  /** A folder of the embedded database alone: cluster, socket, log. Made when missing. */
  readonly dataDirectory: string
  /** Folder with `initdb` and `postgres`; without it the packaged PostgreSQL. */
  readonly binaryDirectory?: string | undefined
  readonly log: SupervisorLog
  /** Server settings over ours; for servers of tests and benchmarks. */
  readonly settings?: ServerSettings
}

export interface EmbeddedPostgres {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  /** Ends this process's use of the server; the last user stops it (open transactions are rolled back). */
  stop(): Promise<void>
}

const watchMs = 500

const preparePlace = async (options: EmbeddedPostgresOptions): Promise<ServerPlace> => {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded database does not run on Windows: set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  await mkdir(options.dataDirectory, { recursive: true })
  const dataDirectory = await realpath(options.dataDirectory)
  const clusterDirectory = path.join(dataDirectory, 'cluster')
  const found = await findBinaries(options.binaryDirectory)
  const account = await chooseServerAccount(clusterDirectory)
  const binaries = await reachableBinaries(found, account)
  await ensureCluster(clusterDirectory, binaries, account)
  const password = await ensurePassword(dataDirectory)
  const socketDirectory = await chooseSocketDirectory(dataDirectory, account)
  const access = await clusterAccess(clusterDirectory, account)
  return {
    binaries,
    access,
    clusterDirectory,
    password,
    dataDirectory,
    socketDirectory,
    settings: options.settings ?? {},
  }
}

const bringUp = async (place: ServerPlace, log: SupervisorLog): Promise<void> => {
  const found = await findOrStartServer(place)
  const how = found.started ? 'started' : 'found running'
  log.info(
    `embedded PostgreSQL ${place.binaries.version} ${how} (pid ${found.postmaster.pid}, socket in ${place.socketDirectory})`,
  )
}

/** Why the server must be started again; undefined while it runs and people get to it. */
const reasonToStart = async (place: ServerPlace): Promise<string | undefined> => {
  const running = await findLivePostmaster(place.clusterDirectory)
  if (!running) return 'embedded database is gone'
  return isLost(running, place) ? 'embedded database has lost its socket' : undefined
}

/** Brings a server back that died or that nobody gets to, until asked to stop. The application's pool connects again by itself. */
const keepRunning = (place: ServerPlace, log: SupervisorLog): { stop(): Promise<void> } => {
  let ended = false
  let complaint = ''
  let current = Promise.resolve()
  const check = async (): Promise<void> => {
    const reason = ended ? undefined : await reasonToStart(place)
    if (reason === undefined) return
    if (complaint === '') log.warn(`${reason}, starting it again`)
    await bringUp(place, log)
    complaint = ''
  }
  const complain = ({ message }: Error): void => {
    if (message !== complaint) log.warn(message)
    complaint = message
  }
  const timer = setInterval(() => {
    current = current.then(check).catch(complain)
  }, watchMs)
  timer.unref()
  return {
    stop: async () => {
      ended = true
      clearInterval(timer)
      await current
    },
  }
}

/**
 * Runs a real PostgreSQL for this installation, reachable only with a password through a Unix socket in a folder closed
 * to other users. The server survives the death of this process; the next start attaches to it.
 * Throws EmbeddedPostgresError with one sentence when it cannot run.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const place = await preparePlace(options)
  const attachment = await attach(place.dataDirectory, place.access.account)
  try {
    await bringUp(place, options.log)
  } catch (error) {
    await attachment.release()
    throw error
  }
  const watch = keepRunning(place, options.log)
  return {
    connection: {
      host: place.socketDirectory,
      port: socketPort,
      user: superuser,
      password: place.password,
      database: 'postgres',
    },
    stop: async () => {
      await watch.stop()
      if (!(await attachment.release())) return
      await stopServer(place.clusterDirectory)
      await removeSocketDirectory(place.socketDirectory)
      options.log.info('embedded database stopped')
    },
  }
}
