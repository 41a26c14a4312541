import { type Kysely, sql } from 'kysely'

/**
 * What a migration begins with that processes of the version before may work beside: they read and write what they did, and
 * none of it is wrong. Every other migration shuts them out before it begins (docs/decisions/0068-upgrades.md).
 */
const besideOlder = '-- Beside older processes:'

/** Migrations by their name, with their text. */
export type MigrationTexts = Readonly<Record<string, string>>

/** The oldest migration that a process must know to work on a schema that these made; empty where there are none. */
export const floorOf = (migrations: MigrationTexts): string =>
  Object.entries(migrations)
    .filter(([, text]) => !text.startsWith(besideOlder))
    .map(([name]) => name)
    .sort()
    .at(-1) ?? ''

/** The schema was made by a newer version, which lets nobody work on it who does not know it. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
  constructor(migration: string) {
    super(
      `This database was brought up to date by a newer Ulna (${migration}): start that version, or restore a backup that was made before. Nothing was changed.`,
    )
  }
}

const isThere = async (db: Kysely<unknown>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    db,
  )
  return rows[0]?.there ?? false
}

/** Names of the migrations that a database has. */
export const readApplied = async (db: Kysely<unknown>): Promise<readonly string[]> => {
  if (!(await isThere(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const readFloor = async (db: Kysely<unknown>): Promise<string | undefined> => {
  if (!(await isThere(db, 'schema_floor'))) return undefined
  const { rows } = await sql<{ migration: string }>`select migration from schema_floor`.execute(db)
  return rows[0]?.migration
}

/** How a process stands to the schema of its database. */
export type SchemaStanding =
  /** Some of its migrations are to be applied, or none. */
  | 'ours'
  /** A newer version has been here, and this one may go on beside it; it migrates nothing. */
  | 'newer'

/** Throws a `NewerSchemaError` where a newer version has been here beside which this one would read or write wrongly. */
export const standToSchema = async (
  db: Kysely<unknown>,
  migrations: MigrationTexts,
  applied: readonly string[],
): Promise<SchemaStanding> => {
  const unknown = applied.filter((name) => !(name in migrations)).at(-1)
  if (unknown === undefined) return 'ours'
  const floor = await readFloor(db)
  if (floor === undefined || !(floor in migrations)) throw new NewerSchemaError(unknown)
  return 'newer'
}

/** Whether processes that work on a schema now may not when these migrations are applied. */
export const shutsOut = (migrations: MigrationTexts, applied: readonly string[]): boolean =>
  applied.length > 0 && !applied.includes(floorOf(migrations))

/** Notes which migration a process must know from now on. */
export const noteFloor = async (db: Kysely<unknown>, migrations: MigrationTexts): Promise<void> => {
  // A backup of an older version is first loaded into a schema that has no such table yet.
  if (!(await isThere(db, 'schema_floor'))) return
  const applied = await readApplied(db)
  const floor = floorOf(
    Object.fromEntries(Object.entries(migrations).filter(([name]) => applied.includes(name))),
  )
  await sql`
    insert into schema_floor (migration) values (${floor})
    on conflict (only_row) do update set migration = excluded.migration
    where schema_floor.migration <> excluded.migration`.execute(db)
}
