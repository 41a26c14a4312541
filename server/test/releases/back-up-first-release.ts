/**
 * How the backup of 0.1.0 was made, which has no backups of its own:
 *
 *   node server/test/releases/back-up-first-release.ts <DATA_DIR> <folder>
 *
 * `DATA_DIR` is one that its server filled (release-practice.ts) and that nothing runs on. What a backup asks for that its
 * schema does not have yet is put beside it as empty views, which no backup copies.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { tablesOfKeys } from '../../src/features/backups/making/backups.files.ts'
import { makeBackup } from '../../src/features/backups/making/backups.make.service.ts'
import { folderTarget } from '../../src/features/backups/targets/backups.target.ts'
import { openToBackups } from '../../src/platform/database/backup-role.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/supervisor.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { releaseKey } from './releases.ts'

const [dataDirectory = '', folder = ''] = process.argv.slice(2)
const password = 'of this run alone'
const silent = { info: () => undefined, warn: console.warn }

/** Views in the place of tables that later migrations make. */
const standIn = async (client: pg.Client): Promise<void> => {
  const missing = async (table: string): Promise<boolean> =>
    (await client.query(`select to_regclass('public.${table}') is null as missing`)).rows[0].missing
  for (const table of tablesOfKeys)
    if (await missing(table)) await client.query(`create view ${table} as select null::text as storage_key`)
}

const server = await startEmbeddedPostgres({
  dataDirectory: path.join(dataDirectory, 'postgres'),
  binaryDirectory: undefined,
  log: silent,
})
try {
  const owner = { ...server.connection, database: 'ulna' }
  const client = new pg.Client(owner)
  await client.connect()
  await standIn(client)
  await client.query(`alter role ulna_app password '${password}'`)
  await client.query(
    `create role ulna_backup login password '${password}'; grant usage on schema public to ulna_backup`,
  )
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(owner) }) })
  await openToBackups(db, 'ulna_backup')
  await db.destroy()
  await client.query('grant select on all tables in schema public to ulna_backup')
  const roleOf = (user: string) => ({ ...owner, user, password })
  const made = await makeBackup({
    roles: { app: roleOf('ulna_app'), backup: roleOf('ulna_backup') },
    files: localFileStore(path.join(dataDirectory, 'files')),
    secrets: [(await readFile(path.join(dataDirectory, 'app-secret'), 'utf8')).trim()],
    beside: {},
    to: folderTarget(folder),
    recipients: [releaseKey.recipient],
    known: new Map(),
    product: '0.1.0',
  })
  console.log(made)
  await client.end()
} finally {
  await server.stop()
}
