import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { syncModules } from '../src/features/modules/modules.sync.ts'
import type { ConnectionSettings } from '../src/platform/database/database.ts'
import { allOfPractices, distributeTables } from '../src/platform/database/distribution/distribution.ts'
import { migrateDatabase } from '../src/platform/database/migrate.ts'
import { isAlive } from '../src/platform/embedded-postgres/postmaster-pid.ts'
import { stopServer } from '../src/platform/embedded-postgres/stop-server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { jobLogger, migrateJobs } from '../src/platform/jobs/jobs.ts'

/** What every test file is told of the run's server. */
export interface TestPostgres {
  readonly owner: EmbeddedPostgres['connection']
  readonly template: string
  /** Owns the tables, and is above nothing, as hosters give it out: what functions of the database may is looked at too. */
  readonly tableOwner: string
  readonly appRole: string
  readonly backupRole: string
  readonly appPassword: string
  /** Where test databases lie on several machines: how each is reached beside `owner`. */
  readonly workers: readonly ConnectionSettings[]
  /** Tables whose rows belong to a practice each. */
  readonly tablesOfPractices: readonly string[]
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}

const scratchRoot = '/tmp'
const scratchPrefix = 'ulna-test-'
const template = 'ulna_template'
const appRole = 'ulna_app'
const backupRole = 'ulna_backup'
const appPassword = 'only-for-tests'
const tableOwner = 'ulna_owner'
const here = path.dirname(fileURLToPath(import.meta.url))
const migrations = path.resolve(here, '../migrations')
const modules = path.resolve(here, '../../modules')

const binaryDirectories: Readonly<Record<string, string | undefined>> = {
  embedded: undefined,
  debian15: process.env.TEST_POSTGRES_BINARIES ?? '/usr/lib/postgresql/15/bin',
}

/** A scratch database has nothing to lose in a power cut; only test servers run like this. */
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
}

/**
 * `TEST_DATABASE=citus`: the cluster that is told in `TEST_CITUS_NODES`, as addresses with a space between, the coordinator's
 * first, each a superuser's of a database named postgres (docs/decisions/0075-distributed-engine.md).
 */
const nodesOfCluster = (): readonly ConnectionSettings[] => {
  const addresses = process.env.TEST_CITUS_NODES?.split(' ') ?? []
  if (addresses.length < 2) throw new Error('TEST_CITUS_NODES names no coordinator and workers.')
  return addresses.map((address) => {
    const { hostname, port, username } = new URL(address)
    return { host: hostname, port: Number(port), user: username, database: 'postgres' }
  })
}

const chosenBinaries = (choice: string): string | undefined => {
  if (choice in binaryDirectories) return binaryDirectories[choice]
  throw new Error(
    `TEST_DATABASE is "${choice}"; it is one of ${Object.keys(binaryDirectories).join(', ')}, citus.`,
  )
}

/** Servers and folders of runs that were killed. */
const removeAbandoned = async (): Promise<void> => {
  const names = (await readdir(scratchRoot)).filter((name) => name.startsWith(scratchPrefix))
  for (const name of names) {
    if (isAlive(Number(name.slice(scratchPrefix.length).split('-')[0]))) continue
    await stopServer(path.join(scratchRoot, name, 'cluster'))
    await rm(path.join(scratchRoot, name), { recursive: true, force: true })
  }
}

const scratchDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(path.join(scratchRoot, `${scratchPrefix}${process.pid}-`))
  // Where root runs the tests the server runs as another user, and mkdtemp lets nobody else in.
  await chmod(directory, 0o755)
  return directory
}

const createTemplate = async (
  owner: TestPostgres['owner'],
  log: { warn(message: string): void },
): Promise<readonly string[]> => {
  const client = new pg.Client(owner)
  await client.connect()
  await client.query(`create role ${tableOwner} login createrole password '${appPassword}'`)
  await client.query(`create database ${template} owner ${tableOwner}`).finally(() => client.end())
  // As the embedded database has it, whose migrations a superuser runs (docs/decisions/0002-leakproof-like.md).
  const inTemplate = new pg.Client({ ...owner, database: template })
  await inTemplate.connect()
  await inTemplate
    .query('alter function pg_catalog.textlike(text, text) leakproof')
    .finally(() => inTemplate.end())
  return fillTemplate({ ...owner, database: template, user: tableOwner, password: appPassword }, log)
}

/** Everything that an empty installation has; `connection`: who owns its tables. Answers those whose rows belong to practices. */
const fillTemplate = async (
  connection: ConnectionSettings,
  log: { warn(message: string): void },
): Promise<readonly string[]> => {
  await migrateDatabase({
    connection,
    appRole,
    appPassword,
    backupRole,
    backupPassword: appPassword,
    directory: migrations,
  })
  await migrateJobs({ ...connection, user: appRole, password: appPassword }, jobLogger(log))
  await syncModules(connection, modules)
  const client = new pg.Client(connection)
  await client.connect()
  return [...(await allOfPractices(client).finally(() => client.end()))]
}

const onEach = async (
  nodes: readonly ConnectionSettings[],
  database: string,
  ...statements: readonly string[]
): Promise<void> => {
  for (const node of nodes) {
    const client = new pg.Client({ ...node, database })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

const forgetTests = async (nodes: readonly ConnectionSettings[]): Promise<void> => {
  const [first] = nodes
  const client = new pg.Client({ ...first })
  await client.connect()
  const { rows } = await client
    .query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^(test_|${template}$)'`,
    )
    .finally(() => client.end())
  for (const { name } of rows) await onEach(nodes, 'postgres', `drop database if exists ${name} with (force)`)
}

/** A distributed template on the machines of a cluster that stands; copies of it on each are a distributed database again. */
const setUpCluster = async (
  project: TestProject,
  log: { warn(message: string): void },
): Promise<() => Promise<void>> => {
  const nodes = nodesOfCluster()
  const [owner, ...workers] = nodes
  if (owner?.host === undefined || owner.port === undefined || owner.user === undefined) throw new Error()
  await forgetTests(nodes)
  await onEach(nodes, 'postgres', `create database ${template}`)
  await onEach(nodes, template, 'create extension citus')
  await onEach(
    [owner],
    template,
    `select citus_set_coordinator_host('${owner.host}', ${owner.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  )
  const tablesOfPractices = await fillTemplate({ ...owner, database: template }, log)
  await distributeTables({ ...owner, database: template })
  // What the server asks in the name of a practice is a task of one machine, or an error that the test shows.
  await onEach([owner], template, `alter role ${appRole} set citus.multi_task_query_log_level = 'error'`)
  // Whoever asks for a seal asks all of them: nobody knows whose it is.
  await onEach(
    [owner],
    template,
    `alter function practice_of_seal set citus.multi_task_query_log_level = 'off'`,
  )
  // Nobody may be in a template that is copied, and Citus keeps house in every database that somebody visited.
  await onEach(
    nodes,
    'postgres',
    `alter database ${template} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
  )
  project.provide('postgres', {
    owner: owner as TestPostgres['owner'],
    ...{ template, tableOwner: owner.user, appRole, backupRole, appPassword, workers, tablesOfPractices },
  })
  return async () => undefined
}

/** One server a run on a scratch directory, with one migrated template that test files copy; none for `npm run test:unit`. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  if (process.env.TEST_DATABASE === 'none') return async () => undefined
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  if (process.env.TEST_DATABASE === 'citus') return setUpCluster(project, log)
  const binaryDirectory = chosenBinaries(process.env.TEST_DATABASE ?? 'embedded')
  await removeAbandoned()
  const directory = await scratchDirectory()
  const server = await startEmbeddedPostgres({
    dataDirectory: directory,
    binaryDirectory,
    log,
    settings: fastSettings,
  })
  const tablesOfPractices = await createTemplate(server.connection, log)
  project.provide('postgres', {
    owner: server.connection,
    template,
    tableOwner,
    appRole,
    backupRole,
    appPassword,
    workers: [],
    tablesOfPractices,
  })
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
