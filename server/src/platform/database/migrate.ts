import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { openToBackups } from './backup-role.ts'
import type { ConnectionSettings } from './database.ts'
import { type MigrationTexts, noteFloor, readApplied, shutsOut, standToSchema } from './schema-floor.ts'

export interface MigrationSettings {
  /** A role that may create tables and roles: it owns everything. */
  readonly connection: ConnectionSettings
  /** The role the application runs as: it owns nothing and bypasses nothing. */
  readonly appRole: string
  readonly appPassword: string
  /** The role that backups are read as: it reads everything and writes nothing. */
  readonly backupRole: string
  readonly backupPassword: string
  /** The migration to stop behind, by its name; the last one where none is said. */
  readonly upTo?: string
  /** Folder of the numbered SQL files. */
  readonly directory: string
  /** Ends the work of processes that do not know what is about to be applied; they are let in no more by then. */
  evict?(): Promise<void>
}

const roleName = /^[a-z_][a-z0-9_]{0,62}$/

const fromFile = (statements: string): Migration => ({
  up: async (db) => {
    await sql.raw(statements).execute(db)
  },
})

/** The numbered SQL files of a folder, by their name. */
export const readMigrations = async (directory: string): Promise<MigrationTexts> => {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  const entries = await Promise.all(
    names.map(
      async (name) =>
        [path.basename(name, '.sql'), await readFile(path.join(directory, name), 'utf8')] as const,
    ),
  )
  return Object.fromEntries(entries)
}

/** Migrations in the order of their names, with the name of the application's role filled in. */
const migrationsFor = (appRole: string, texts: MigrationTexts): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fromFile(text.replaceAll('{app_role}', appRole))]),
  )

/** Row-level security holds nobody who is above it. */
const refuseMightyRole = async (tx: Kysely<unknown>, role: string): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_roles where rolname = ${role} and (rolsuper or rolbypassrls)`.execute(tx)
  if (rows.length > 0)
    throw new Error(
      `The role ${role} is above row-level security: alter role ${role} nosuperuser nobypassrls.`,
    )
}

// Another process may be doing the same at this moment; roles belong to the cluster, so the migrator's lock is not enough.
const ensureRole = async (db: Kysely<unknown>, role: string, password: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(8611743)`.execute(tx)
    const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(tx)
    await refuseMightyRole(tx, role)
    // An existing role only gets its password: who owns the tables may not change more of it everywhere.
    const verb = rows.length === 0 ? 'create' : 'alter'
    await sql`${sql.raw(verb)} role ${sql.id(role)} with login password ${sql.lit(password)}`.execute(tx)
    await sql`grant usage on schema public to ${sql.id(role)}`.execute(tx)
  })
}

/** PostgreSQL's version as a number, 150004 for 15.4. */
const versionOf = async (db: Kysely<unknown>): Promise<number> => {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Whether the tables lie on several machines: what lets a scope follow there is made when they are distributed. */
const isDistributed = async (db: Kysely<unknown>): Promise<boolean> =>
  (await sql`select from pg_proc where proname = 'enter_everywhere'`.execute(db)).rows.length > 0

const apply = async (
  db: Kysely<unknown>,
  { appRole, upTo }: MigrationSettings,
  texts: MigrationTexts,
): Promise<string[]> => {
  const migrations = migrationsFor(appRole, texts)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

const refuseOldServer = async (db: Kysely<unknown>): Promise<void> => {
  const version = await versionOf(db)
  if (version < 150_000)
    throw new Error(`Ulna needs PostgreSQL 15 or newer; this server is ${Math.floor(version / 10_000)}.`)
}

const bringUp = async (db: Kysely<unknown>, settings: MigrationSettings): Promise<string[]> => {
  const { appRole, appPassword, backupRole, backupPassword } = settings
  await refuseOldServer(db)
  const texts = await readMigrations(settings.directory)
  const before = await readApplied(db)
  // Before the passwords of our roles are set: those are a newer version's by then.
  if ((await standToSchema(db, texts, before)) === 'newer') return []
  await ensureRole(db, appRole, appPassword)
  await ensureRole(db, backupRole, backupPassword)
  if (shutsOut(texts, before)) await settings.evict?.()
  const applied = await apply(db, settings, texts)
  await noteFloor(db, texts)
  await openToBackups(db, backupRole)
  return applied
}

export interface Migrated {
  /** Names of the migrations that were applied. */
  readonly applied: readonly string[]
  readonly isDistributed: boolean
}

/**
 * Brings the schema up to date, under kysely's advisory lock, and makes sure of the application's role. Throws a
 * `NewerSchemaError`, with nothing changed, where a newer version has been here.
 */
export const migrateDatabase = async (settings: MigrationSettings): Promise<Migrated> => {
  for (const role of [settings.appRole, settings.backupRole])
    if (!roleName.test(role)) throw new Error(`"${role}" is no name for a database role`)
  const pool = new pg.Pool({ ...settings.connection, max: 2, application_name: 'ulna migrate' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return { applied: await bringUp(db, settings), isDistributed: await isDistributed(db) }
  } finally {
    await db.destroy()
  }
}
