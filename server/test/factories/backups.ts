import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { ScratchInstallation } from '../../src/features/backups/making/backups.drill.ts'
import { type BackupRun, runBackup } from '../../src/features/backups/making/backups.run.service.ts'
import type { BackupPlace } from '../../src/features/backups/restoring/backups.read.ts'
import { restoreBackup } from '../../src/features/backups/restoring/backups.restore.service.ts'
import { folderTarget } from '../../src/features/backups/targets/backups.target.ts'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { openPool } from '../../src/platform/database/database.ts'
import { newAgeKey } from '../../src/platform/files/age-keys.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { deriveKeys } from '../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../postgres-database.ts'

/** A key that is to open the backups of a test. */
export const ours = await newAgeKey()

/** A database of its own for a drill, whose chains are verified. */
export const openTestScratch = async (): Promise<ScratchInstallation> => {
  const database = await createTestDatabase()
  return {
    owner: database.ownerConnection,
    app: database.appConnection,
    verify: async ({ secret, former }) => {
      const [key, ...formerKeys] = deriveKeys([secret, ...former], 'audit chain')
      const pool = openPool(database.appConnection, { size: 1, onIdleError: () => undefined })
      const chains = await verifyChains(pool.queries, key, new Map(), formerKeys)
      await pool.close()
      return chains.flatMap(({ faults }) => faults.map(({ kind }) => kind))
    },
    close: () => database.drop(),
  }
}

/** What a run of a backup takes; `to` and `scratch` are folders of the test. */
export const backupRun = (app: TestApp, to: string, given: Partial<BackupRun> = {}): BackupRun => ({
  queries: app.pool.queries,
  roles: { app: app.database.appConnection, backup: app.database.backupConnection },
  files: localFileStore(app.filesDirectory),
  secrets: [testSecret, 'a former secret of this installation, long enough'],
  beside: {},
  to: folderTarget(to),
  recipients: [ours.recipient],
  product: '0.0.0-test',
  scratch: `${to}-scratch`,
  openScratch: openTestScratch,
  removeScratch: async () => undefined,
  isAnew: false,
  ...given,
})

export const backUp = (app: TestApp, to: string, given: Partial<BackupRun> = {}) =>
  runBackup(backupRun(app, to, given))

/** A backup as a folder of a test. */
export const placeAt = (folder: string): BackupPlace => ({
  target: folderTarget(path.dirname(folder)),
  name: path.basename(folder),
})

/** An empty installation in a folder of the test, and how a backup is restored into it. */
export const emptyInstallation = async (directory: string) => {
  const database = await createTestDatabase()
  await mkdir(directory)
  const touched: string[] = []
  const files = localFileStore(path.join(directory, 'files'))
  const restore = (folder: string, identity = ours.identity, isKnown = true) =>
    restoreBackup({
      ...{ place: placeAt(folder), identities: [identity], files },
      scratch: path.join(directory, 'plain'),
      beside: { erasures: path.join(directory, 'erasures') },
      reach: async () => database.ownerConnection,
      isKnown: async () => isKnown,
      settleSecrets: async ({ secret, former }) => void touched.push(secret, ...former),
      prepare: async () => database.appConnection,
    })
  return { database, directory, files, touched, restore }
}

export const onDatabase = async <T>(
  database: TestDatabase,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(database.ownerConnection)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** What no backup holds: how far migrations are, and what is true of one place alone. */
const notBackedUp = [
  'kysely_migration',
  'kysely_migration_lock',
  'migrations',
  'backups',
  'backup_parts',
  'operator_alerts',
  'operator_faults',
  'schema_floor',
  'trail_checks',
]

/** What every row of every table and every sequence says, whatever the order in which they lie. */
export const contentsOf = (database: TestDatabase): Promise<Record<string, string>> =>
  onDatabase(database, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relname <> all($1) order by 1`,
      [notBackedUp],
    )
    const { rows } = await client.query<{ name: string; said: string }>(
      tables
        .map(
          ({ name }) => `select '${name}' as name, count(*) || ' ' ||
            coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as said from ${name} t`,
        )
        .concat(`select schemaname || '.' || sequencename, last_value::text from pg_sequences`)
        .join(' union all '),
    )
    return Object.fromEntries(rows.map(({ name, said }) => [name, said]))
  })
