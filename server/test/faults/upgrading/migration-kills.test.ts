import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIndex } from '../../../src/features/backups/restoring/backups.read.ts'
import { restoreBackup } from '../../../src/features/backups/restoring/backups.restore.service.ts'
import { migrate, type Owner } from '../../../src/installation.ts'
import { localFileStore } from '../../../src/platform/files/file-store.local.ts'
import { jobLogger, migrateJobs } from '../../../src/platform/jobs/jobs.ts'
import { repositoryRoot } from '../../build-test-app.ts'
import { placeAt } from '../../factories/backups.ts'
import { backupOf, releaseKey, releases } from '../../releases/releases.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { openHostedDatabase } from '../moving/backup-scene.ts'
import type { OwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { dealt, sizes } from '../sizes.ts'
import { layOutNewer } from './newer-version.ts'
import { compareWithRelease } from './release-rows.ts'

const directory = path.join(repositoryRoot, 'server/migrations')
const [first] = releases()
if (!first) throw new Error('there is no release')
const { migration: last } = await readIndex(placeAt(backupOf(first)))
const all = (await readdir(directory))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -4))
/** Migrations that a first release waits for. */
const pending = all.filter((name) => name > last).sort()

let database: OwnDatabase
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
const started: ServerProcess[] = []

beforeEach(async () => {
  database = await openHostedDatabase()
  scratch = await createScratchDirectory()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')))
  await database.drop()
  await scratch.remove()
})

const silent = { info: () => undefined, warn: () => undefined }

/** The database as the release left it: nothing was brought up to date yet. Answers its secret. */
const layDown = async (): Promise<string> => {
  const owner: Owner = {
    connection: { connectionString: database.url },
    databaseName: new URL(database.url).pathname.slice(1),
    stop: async () => undefined,
  }
  const { secret } = await restoreBackup({
    ...{ place: placeAt(backupOf(first)), identities: [releaseKey.identity], beside: {} },
    scratch: path.join(scratch.directory, 'plain'),
    files: localFileStore(path.join(scratch.directory, 'data/files')),
    reach: async () => owner.connection,
    isKnown: async () => true,
    settleSecrets: async () => undefined,
    prepare: async (ofBackup, migration) => {
      const { app } = await migrate(owner, ofBackup, silent, migration)
      await migrateJobs(app, jobLogger(silent))
      return app
    },
  })
  return secret
}

const newServer = (secret: string, program?: string): ServerProcess => {
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(scratch.directory, 'data'),
    APP_SECRET: secret,
  }
  const server = new ServerProcess(variables, program)
  started.push(server)
  return server
}

/** What every start writes anew: the classes that ship with it, the work of the next minute, and what is overdue by then. */
const ofStart =
  /^(public\.(record_(classes|modules)|access_tokens|contact_messages|idempotency_keys|known_devices|mail_links|rate_limits|spent_refresh_tokens|used_(captchas|challenges))|graphile_worker\.\w+)\./

const sleeping = 'select pg_sleep(7000)'

/** Waits until a server stands in the migration that never ends, and answers which process of the database that is. */
const findSleeping = async (): Promise<number> => {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and wait_event = 'PgSleep'`.execute(database.pool.queries)
    if (rows[0]) return rows[0].pid
    await pause(50)
  }
}

/** Starts a server, and kills it at the end of one of its migrations. */
const killAt = async (migration: string, secret: string): Promise<void> => {
  const text = await readFile(path.join(directory, `${migration}.sql`), 'utf8')
  const stuck = { [migration]: `${text};\n${sleeping};\n` }
  const program = await layOutNewer(path.join(scratch.directory, 'version'), stuck)
  const server = newServer(secret, program)
  const dying = expect(server.start()).rejects.toThrow('the server ended with null')
  const pid = await findSleeping()
  await server.end('SIGKILL')
  await dying
  // What PostgreSQL sees to itself once the statement is over, and nobody there to be told.
  await sql`select pg_terminate_backend(${pid})`.execute(database.pool.queries)
}

describe('I5 kill -9 of a server that brings a first release up to date', () => {
  it.each(dealt(pending, Math.ceil(pending.length / sizes.migrationKills), 3))(
    'at %s: the next start does it all, and every column is as it was',
    async (migration) => {
      const secret = await layDown()
      await killAt(migration, secret)
      await newServer(secret).start()
      const { columns, other } = await compareWithRelease(
        first,
        database.pool.connection,
        path.join(scratch.directory, 'plain'),
      )
      expect(other.filter((name) => !ofStart.test(name))).toEqual([])
      expect(columns).toBeGreaterThan(500)
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        database.pool.queries,
      )
      expect(rows.map(({ name }) => name)).toEqual(all.sort())
      reportFigures('I5', { migration, of: pending.length, other: 0 })
    },
  )
})
