import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { guardCluster, isGuarded, type LocalAccess } from './local-access.ts'
import { findLivePostmaster, freeStaleLock, type Postmaster } from './postmaster-pid.ts'
import { lastWords } from './server-log.ts'
import { type ServerSettings, spawnServer } from './server-process.ts'
import { ensureSocketDirectory } from './socket-directory.ts'
import { stopServer } from './stop-server.ts'

export interface ServerPlace extends LocalAccess {
  readonly dataDirectory: string
  readonly socketDirectory: string
  readonly settings: ServerSettings
}

/** Crash recovery replays at most `max_wal_size`; leftover processes of a killed server need a moment to notice. */
const patienceMs = 120_000
const lockPatienceMs = 15_000
const pollMs = 10

/** Reasons not to start that pass by themselves: another process starts it, or a killed server's children still run. */
const passes = /lock file|shared memory/

const accepts = async ({ socketDirectory, port }: Postmaster, password: string): Promise<boolean> => {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Outcome =
  | { readonly kind: 'ready'; readonly postmaster: Postmaster }
  | { readonly kind: 'gone'; readonly reason: string }

/** Waits until the server of this cluster answers, or until `gone` says that none is coming. */
const waitUntilReady = async (place: ServerPlace, gone: () => boolean): Promise<Outcome> => {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const postmaster = await findLivePostmaster(place.clusterDirectory)
    if (postmaster?.ready && (await accepts(postmaster, place.password))) return { kind: 'ready', postmaster }
    if (!postmaster && gone()) return { kind: 'gone', reason: await lastWords(place.dataDirectory) }
    await sleep(pollMs)
  }
  throw new EmbeddedPostgresError(
    `The embedded database did not get ready within ${patienceMs / 1000} s: ${await lastWords(place.dataDirectory)}`,
  )
}

const startOnce = async (place: ServerPlace): Promise<Outcome> => {
  await freeStaleLock(place.clusterDirectory)
  const trouble = await guardCluster(place)
  if (trouble !== undefined) return { kind: 'gone', reason: trouble }
  await ensureSocketDirectory(place.socketDirectory, place.access.account)
  const child = await spawnServer(place)
  return waitUntilReady(place, () => child.exitCode !== null || child.signalCode !== null)
}

/**
 * A server whose folder was moved or removed under it still serves those who are in, and nobody else gets to it. It makes
 * its socket once, when it starts.
 */
export const isLost = (postmaster: Postmaster, place: ServerPlace): boolean =>
  postmaster.ready &&
  (postmaster.socketDirectory !== place.socketDirectory ||
    !existsSync(path.join(postmaster.socketDirectory, `.s.PGSQL.${postmaster.port}`)))

const findRunning = async (place: ServerPlace): Promise<Postmaster | undefined> => {
  const postmaster = await findLivePostmaster(place.clusterDirectory)
  if (!postmaster) return undefined
  if (isLost(postmaster, place) || !(await isGuarded(place))) {
    await stopServer(place.clusterDirectory, postmaster.pid)
    return undefined
  }
  const found = await waitUntilReady(place, () => true)
  return found.kind === 'ready' ? found.postmaster : undefined
}

/**
 * The running server of this cluster: the one that is there already (an orphan of a killed Ulna, or another
 * process's), else a new one. Of several processes that try at once one starts it and the others find it.
 */
export const findOrStartServer = async (
  place: ServerPlace,
): Promise<{ postmaster: Postmaster; started: boolean }> => {
  const deadline = Date.now() + lockPatienceMs
  for (;;) {
    const running = await findRunning(place)
    if (running) return { postmaster: running, started: false }
    const outcome = await startOnce(place)
    if (outcome.kind === 'ready') return { postmaster: outcome.postmaster, started: true }
    if (Date.now() > deadline || !passes.test(outcome.reason)) {
      throw new EmbeddedPostgresError(
        `The embedded database does not start: ${outcome.reason} (log: ${place.dataDirectory}/server.log)`,
      )
    }
    await sleep(250)
  }
}
