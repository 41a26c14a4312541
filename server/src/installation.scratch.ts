import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import type { ScratchInstallation } from './features/backups/making/backups.drill.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import { verifySeals } from './features/signatures/signatures.verify.chain.ts'
import { type InstallationLog, migrate, openOwner } from './installation.ts'
import { verifyChains } from './platform/audit/audit.verify.ts'
import { type ConnectionSettings, openPool } from './platform/database/database.ts'
import { stopServer } from './platform/embedded-postgres/stop-server.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { jobLogger, migrateJobs } from './platform/jobs/jobs.ts'
import { verifyOrigins } from './platform/origins/origins.verify.ts'
import { deriveKeys, type Secrets } from './platform/tokens.ts'

/** What is wrong in chains, seals and what other installations vouched for, each in a line. */
export const findFaults = async (
  connection: ConnectionSettings,
  secrets: Secrets,
  files: FileStore,
): Promise<readonly string[]> => {
  const pool = openPool(connection, { size: 2, onIdleError: () => undefined, patience: 86_400_000 })
  try {
    const [key, ...former] = deriveKeys(secrets, 'audit chain')
    const [secret, ...formerSecrets] = secrets
    const chains = await verifyChains(pool.queries, key, new Map(), former)
    const origins = await verifyOrigins(pool.queries, [key, ...former])
    const seals = await verifySeals(pool.queries, { keys: createSealKeys(secret, formerSecrets), files })
    return [
      ...chains.flatMap((one) =>
        one.faults.map(({ kind }) => `chain of practice ${one.practiceId}: ${kind}`),
      ),
      ...origins.flatMap((one) => one.faults.map((kind) => `origin of practice ${one.practiceId}: ${kind}`)),
      ...seals.flatMap((one) => one.faults.map(({ kind }) => `seals of practice ${one.practiceId}: ${kind}`)),
    ]
  } finally {
    await pool.close()
  }
}

/** Apart from the folder of work, which nobody but this account enters: PostgreSQL may run as another one. */
const directoryOf = ({ dataDirectory }: Config): string => path.join(dataDirectory, 'drill')

/** Takes away what a drill left that was killed: its database may still run. */
export const removeScratch = async (config: Config): Promise<void> => {
  const directory = directoryOf(config)
  await stopServer(path.join(directory, 'postgres', 'cluster'))
  await rm(directory, { recursive: true, force: true })
}

/**
 * A database of its own for a drill, on the packaged PostgreSQL whatever the installation's is: as on another machine. Files
 * are looked at where they are.
 */
export const openScratch = async (
  config: Config,
  files: FileStore,
  log: InstallationLog,
  migration: string,
): Promise<ScratchInstallation> => {
  const directory = directoryOf(config)
  await removeScratch(config)
  await mkdir(directory, { recursive: true })
  const owner = await openOwner({ ...config, databaseUrl: undefined, dataDirectory: directory }, log)
  const close = async (): Promise<void> => {
    await owner.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    // Nobody but this process reaches it, and it is gone afterwards.
    const { app } = await migrate(owner, randomBytes(32).toString('base64url'), log, migration)
    await migrateJobs(app, jobLogger(log))
    return {
      owner: owner.connection,
      app,
      verify: ({ secret, former }) => findFaults(app, [secret, ...former], files),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
