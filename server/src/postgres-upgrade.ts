import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Config, readConfig } from './config.ts'
import { connectForLong } from './features/backups/backups.connection.ts'
import { type Carried, carryDatabase } from './features/backups/restoring/backups.carry.service.ts'
import {
  databaseOf,
  exchange,
  formerOf,
  nextOf,
  removeUnfinished,
  takeCarriedOver,
} from './installation.carried.ts'
import { findFaults } from './installation.scratch.ts'
import { operatorPatience } from './installation.secret.ts'
import {
  fileStoreOf,
  type InstallationLog,
  migrate,
  type Owner,
  openInstallation,
  openOwner,
  secretsOf,
} from './installation.ts'
import { paths } from './paths.ts'
import { reasonOf } from './platform/app-error.ts'
import type { ConnectionSettings } from './platform/database/database.ts'
import { isAttached } from './platform/embedded-postgres/attachments.ts'
import { type Binaries, findBinaries } from './platform/embedded-postgres/binaries.ts'
import { majorOfCluster } from './platform/embedded-postgres/cluster.ts'
import { EmbeddedPostgresError } from './platform/embedded-postgres/embedded-postgres-error.ts'
import { findFormerBinaries } from './platform/embedded-postgres/former-binaries.ts'
import { stopServer } from './platform/embedded-postgres/stop-server.ts'
import { jobLogger, migrateJobs } from './platform/jobs/jobs.ts'

const usage = `npm run postgres:upgrade [-- <folder>]

Carries the embedded database over to the major version of PostgreSQL that this version of Ulna comes with. <folder> holds the
programs (postgres) of the version that made it; without it they are looked for where the system puts them.`

const log: InstallationLog = { info: () => undefined, warn: (message) => console.warn(message) }

const ask = async <T>(connection: ConnectionSettings, statement: string): Promise<T> => {
  const client = await connectForLong(connection, 'ulna upgrade')
  try {
    return (await client.query<{ said: T }>(statement)).rows[0]?.said as T
  } finally {
    await client.end()
  }
}

/** Nobody uses the database, and nobody will while it is carried over. */
const requireUnused = async (config: Config): Promise<void> => {
  if (await isAttached(databaseOf(config)))
    throw new EmbeddedPostgresError('Ulna, or a command of it, uses this database: stop it first.')
  // What an upgrade left running that was killed.
  await stopServer(path.join(databaseOf(config), 'cluster'))
}

const requireRoom = async ({ dataDirectory }: Config, owner: ConnectionSettings): Promise<void> => {
  const size = Number(await ask<string>(owner, 'select pg_database_size(current_database()) as said'))
  const { bavail, bsize } = await statfs(dataDirectory)
  const needed = size * 1.2 + 200_000_000
  if (bavail * bsize >= needed) return
  const inMb = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
  throw new EmbeddedPostgresError(
    `${dataDirectory} has ${inMb(bavail * bsize)} free, and the next database needs ${inMb(needed)} beside this one.`,
  )
}

/** The former database, brought to the schema of this version and then closed to whoever would write. */
const openFormer = async (config: Config): Promise<Owner> => {
  await (await openInstallation(config, log, 2, operatorPatience)).close()
  const owner = await openOwner(config, log, { default_transaction_read_only: 'on' })
  if (
    (await ask(owner.connection, "select current_setting('default_transaction_read_only') as said")) === 'on'
  )
    return owner
  await owner.stop()
  throw new EmbeddedPostgresError('Ulna was started meanwhile: stop it first.')
}

/** A database of the next version with all rows of the former one, counted and verified. */
const fillNext = async (config: Config, former: Owner): Promise<Carried> => {
  await mkdir(nextOf(config))
  const secrets = await secretsOf(config)
  const owner = await openOwner({ ...config, dataDirectory: nextOf(config) }, log)
  try {
    const { app } = await migrate(owner, secrets[0], log)
    await migrateJobs(app, jobLogger(log))
    const carried = await carryDatabase({ from: former.connection, to: { owner: owner.connection, app } })
    const faults = await findFaults(app, secrets, await fileStoreOf(config))
    if (faults.length > 0)
      throw new EmbeddedPostgresError(
        `What was carried over does not verify, and nothing was changed (“npm run verify” says whether it did before): ${faults.join('; ')}`,
      )
    return carried
  } finally {
    await owner.stop()
  }
}

const carryOver = async (config: Config, binaries: Binaries, major: string): Promise<void> => {
  const former = await openFormer({ ...config, postgresBinaryDirectory: binaries.directory })
  let carried: Carried
  try {
    await requireRoom(config, former.connection)
    carried = await fillNext(config, former)
  } catch (error) {
    await removeUnfinished(config)
    throw error
  } finally {
    await former.stop()
  }
  await exchange(config, major)
  console.log(`Carried over: ${carried.rows} rows of ${carried.tables} tables; chains and seals verify.`)
}

/** `npm run postgres:upgrade`: the same rows in a database of the next major version, or nothing changed. */
const run = async (): Promise<void> => {
  const [given, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || given?.startsWith('-')) throw new EmbeddedPostgresError(usage)
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined)
    throw new EmbeddedPostgresError(
      'DATABASE_URL names a PostgreSQL that is not Ulna’s own: its pg_upgrade, or “npm run backup” and “npm run restore”, bring it on.',
    )
  await takeCarriedOver(config)
  const major = await majorOfCluster(path.join(databaseOf(config), 'cluster'))
  const next = await findBinaries(config.postgresBinaryDirectory)
  if (major === undefined) throw new EmbeddedPostgresError(`${config.dataDirectory} holds no database.`)
  if (major === next.major) {
    console.log(`The database is of PostgreSQL ${next.major} already.`)
    return
  }
  if (Number(major) > Number(next.major))
    throw new EmbeddedPostgresError(
      `The database was made by PostgreSQL ${major}, which is newer than this one (${next.version}).`,
    )
  if (existsSync(formerOf(config, major)))
    throw new EmbeddedPostgresError(
      `${formerOf(config, major)} is there from an earlier upgrade: move it away first.`,
    )
  const former = await findFormerBinaries(major, given, [`${paths.root}.before`])
  await requireUnused(config)
  await removeUnfinished(config)
  console.log(`PostgreSQL ${former.version} → ${next.version}`)
  await carryOver(config, former, major)
  console.log(
    `The former database stays in ${formerOf(config, major)}: remove it once you trust the new one.`,
  )
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
