import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { syncModules } from '../src/features/modules/modules.sync.ts'
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

const chosenBinaries = (choice: string): string | undefined => {
  if (choice in binaryDirectories) return binaryDirectories[choice]
  throw new Error(`TEST_DATABASE is "${choice}"; it is one of ${Object.keys(binaryDirectories).join(', ')}.`)
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
): Promise<void> => {
  const client = new pg.Client(owner)
  await client.connect()
  await client.query(`create role ${tableOwner} login createrole password '${appPassword}'`)
  await client.query(`create database ${template} owner ${tableOwner}`).finally(() => client.end())
  const connection = { ...owner, database: template, user: tableOwner, password: appPassword }
  // As the embedded database has it, whose migrations a superuser runs (docs/decisions/0002-leakproof-like.md).
  const inTemplate = new pg.Client({ ...owner, database: template })
  await inTemplate.connect()
  await inTemplate
    .query('alter function pg_catalog.textlike(text, text) leakproof')
    .finally(() => inTemplate.end())
  await migrateDatabase({
    connection,
    appRole,
    appPassword,
    backupRole,
    backupPassword: appPassword,
    directory: migrations,
  })
  await migrateJobs({ ...owner, database: template, user: appRole, password: appPassword }, jobLogger(log))
  await syncModules(connection, modules)
}

/** One server a run on a scratch directory, with one migrated template that test files copy; none for `npm run test:unit`. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  if (process.env.TEST_DATABASE === 'none') return async () => undefined
  const binaryDirectory = chosenBinaries(process.env.TEST_DATABASE ?? 'embedded')
  await removeAbandoned()
  const directory = await scratchDirectory()
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const server = await startEmbeddedPostgres({
    dataDirectory: directory,
    binaryDirectory,
    log,
    settings: fastSettings,
  })
  await createTemplate(server.connection, log)
  project.provide('postgres', {
    owner: server.connection,
    template,
    tableOwner,
    appRole,
    backupRole,
    appPassword,
  })
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
