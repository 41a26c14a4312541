import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type ConnectionSettings, entranceOf } from '../../../platform/database/database.ts'
import type { Entrance } from '../../../platform/database/entering.ts'
import { connectForLong } from '../backups.connection.ts'
import type { BackedUpSequence, BackedUpTable } from '../backups.format.ts'

/** A table with the columns that are written, not computed. */
export type TableShape = Pick<BackedUpTable, 'schema' | 'name' | 'columns'>

export type Schema = BackedUpTable['schema']

/** Tables that migrations fill by themselves, here and where the rows go. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'migrations', 'schema_floor']

/** What is true of this place alone: no backup holds it. */
const ofThisPlace = ['backups', 'backup_parts', 'operator_alerts', 'operator_faults', 'trail_checks']

/** What rows are copied for: another place, perhaps years later, or this one, at this moment. */
export type CopyPurpose = 'backup' | 'same place'

const leftOut: Readonly<Record<CopyPurpose, readonly string[]>> = {
  backup: [...ofMigrations, ...ofThisPlace],
  'same place': ofMigrations,
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const nameOfTable = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${schema}.${quoted(name)}`

export const columnsOf = ({ columns }: TableShape): string => columns.map(quoted).join(', ')

/** A table of each schema that is ours for certain: whoever owns it owns all of ours. */
const ownedLike: Readonly<Record<Schema, string>> = {
  public: 'public.users',
  graphile_worker: 'graphile_worker._private_jobs',
}

/** All tables of a schema that are ours and are copied, in the order of their names. */
export const findTables = async (
  client: pg.Client,
  schema: Schema,
  purpose: CopyPurpose = 'backup',
): Promise<readonly TableShape[]> => {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = $1 and c.relkind = 'r' and c.relname <> all($2)
      and c.relowner = (select relowner from pg_class where oid = $3::regclass)
    group by n.nspname, c.relname order by c.relname`,
    [schema, leftOut[purpose], ownedLike[schema]],
  )
  return rows
}

const findSequences = async (client: pg.Client, schema: Schema): Promise<readonly BackedUpSequence[]> => {
  const { rows } = await client.query<BackedUpSequence>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname = $1 order by sequencename`,
    [schema],
  )
  return rows
}

/** Rows on their way out, and once they are all read how many they were. */
export interface CopiedRows {
  readonly bytes: Readable
  rowCount(): number
}

/** Roles that a snapshot is read as. */
/** A table of which practices see their own rows alone. */
interface GuardedTable {
  readonly name: string
  /** Rows are those of one person. */
  readonly isPersonal: boolean
  /** Rows name the practice, which a distributed database asks for. */
  readonly namesPractice: boolean
}

export interface SnapshotRoles {
  /** Reads every table of ours. */
  readonly backup: ConnectionSettings
  /** Owns the queue, and counts what practices see. */
  readonly app: ConnectionSettings
}

const begin = 'begin isolation level repeatable read, read only'
/** In no practice's name: what the policy of backups does not open is not seen, and then missed. */
const inNobodysName = "set app.practice_id = '0'; set app.user_id = '0'; set app.sees_blocked = 'on'"

/** All that is read of one machine is of one moment then; between machines there is none (decision 0075). */
const oneLineAMachine = 'set citus.max_adaptive_executor_pool_size = 1'

const connect = async (connection: ConnectionSettings): Promise<pg.Client> => {
  const client = await connectForLong(connection, 'ulna backup')
  await client.query(inNobodysName)
  if (connection.isDistributed) await client.query(oneLineAMachine)
  return client
}

/** One moment of the whole database, which nobody who writes meanwhile moves on. */
export class DatabaseSnapshot {
  readonly #backup: pg.Client
  readonly #app: pg.Client
  readonly #entrance: Entrance
  /** Instant. */
  readonly at: string

  private constructor(backup: pg.Client, app: pg.Client, entrance: Entrance, at: string) {
    this.#backup = backup
    this.#app = app
    this.#entrance = entrance
    this.at = at
  }

  static async open(roles: SnapshotRoles): Promise<DatabaseSnapshot> {
    const backup = await connect(roles.backup)
    try {
      const app = await connect(roles.app)
      try {
        await backup.query(begin)
        const { rows } = await backup.query<{ snapshot: string; at: string }>(
          'select pg_export_snapshot() as snapshot, iso(now()::timestamptz(3)) as at',
        )
        const [found] = rows
        if (!found) throw new Error('the database gave no snapshot')
        await app.query(begin)
        await app.query(`set transaction snapshot '${found.snapshot}'`)
        return new DatabaseSnapshot(backup, app, entranceOf(roles.app), found.at)
      } catch (error) {
        await app.end()
        throw error
      }
    } catch (error) {
      await backup.end()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#backup.end(), this.#app.end()])
  }

  /** Which installation it is. */
  async installation(): Promise<string> {
    const [id = ''] = await this.texts('select id::text as text from installation')
    return id
  }

  /** The last migration that was applied. */
  async migration(): Promise<string> {
    const { rows } = await this.#backup.query<{ name: string }>(
      'select name from kysely_migration order by name desc limit 1',
    )
    return rows[0]?.name ?? ''
  }

  async tables(purpose: CopyPurpose = 'backup'): Promise<readonly TableShape[]> {
    return [
      ...(await findTables(this.#backup, 'public', purpose)),
      ...(await findTables(this.#app, 'graphile_worker', purpose)),
    ]
  }

  async sequences(): Promise<readonly BackedUpSequence[]> {
    return [
      ...(await findSequences(this.#backup, 'public')),
      ...(await findSequences(this.#app, 'graphile_worker')),
    ]
  }

  /** All rows of a table; one is read to its end before the next begins. */
  copy(table: TableShape): CopiedRows {
    const client = table.schema === 'public' ? this.#backup : this.#app
    const stream = client.query(copyTo(`copy ${nameOfTable(table)} (${columnsOf(table)}) to stdout`))
    return { bytes: stream, rowCount: () => stream.rowCount }
  }

  /** Texts of one column that a statement of ours asks for, read as backups are. */
  async texts(statement: string): Promise<readonly string[]> {
    const { rows } = await this.#backup.query<{ text: string }>(statement)
    return rows.map(({ text }) => text)
  }

  /** How many rows practices see of each table that only they see, asked in their names. */
  async countAsPractices(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    const tables = await this.#findGuarded()
    const people = await this.#findPeople()
    for (const { practiceId, userIds } of people) {
      const own = tables.filter(({ isPersonal }) => !isPersonal)
      await this.#count(counts, own, practiceId, 0)
      const personal = tables.filter(({ isPersonal }) => isPersonal)
      for (const userId of userIds) await this.#count(counts, personal, practiceId, userId)
    }
    return counts
  }

  async #findGuarded(): Promise<readonly GuardedTable[]> {
    const { rows } = await this.#app.query<GuardedTable>(
      `select c.relname as name, bool_or(pg_get_expr(p.polqual, p.polrelid) like '%app.user_id%') as "isPersonal",
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped)
          as "namesPractice"
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polroles = '{0}' and p.polcmd in ('*', 'r') and has_table_privilege(c.oid, 'select')
      group by c.oid, c.relname order by c.relname`,
    )
    return rows
  }

  /** Practice 0 is the installation. */
  async #findPeople(): Promise<readonly { practiceId: number; userIds: readonly number[] }[]> {
    const { rows } = await this.#app.query<{ practiceId: number; userIds: readonly number[] }>(
      `select p.id as "practiceId", array(select distinct user_id from memberships m where m.practice_id = p.id) as "userIds"
      from practices p union all select 0, '{}' order by 1`,
    )
    return rows
  }

  async #count(
    counts: Map<string, number>,
    tables: readonly GuardedTable[],
    practiceId: number,
    userId: number,
  ): Promise<void> {
    if (tables.length === 0) return
    const { text, values = [] } = this.#entrance.inTransaction({ practiceId, userId, seesBlocked: true })
    await this.#app.query(text, [...values])
    const parts = tables.map(({ name, namesPractice }) => {
      const whose = namesPractice ? ` where practice_id = ${practiceId}` : ''
      return `(select count(*) from ${quoted(name)}${whose})::float8`
    })
    const { rows } = await this.#app.query<{ counts: readonly number[] }>(
      `select array[${parts.join(', ')}] as counts`,
    )
    for (const [index, { name }] of tables.entries())
      counts.set(name, (counts.get(name) ?? 0) + (rows[0]?.counts[index] ?? 0))
  }
}
