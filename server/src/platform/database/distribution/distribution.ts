import pg from 'pg'
import type { ConnectionSettings } from '../database.ts'

/** What every practice reads and none owns: a copy of it lies on every machine. */
export const sharedTables = [
  'users',
  'practices',
  'memberships',
  'invitations',
  'record_modules',
  'record_classes',
] as const

/** The tables of practices lie where this one's rows of the practice lie. */
const leader = 'patients'

/** Why a database cannot be distributed, in a sentence for whoever runs it. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError'
}

export interface Distributed {
  /** Tables whose rows went to the machines of their practices. */
  readonly tables: readonly string[]
  /** Tables that every machine has a copy of from now on. */
  readonly shared: readonly string[]
}

const namesOf = async (client: pg.ClientBase, query: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ name: string }>(query, values)).rows.map(({ name }) => name)

const requireCluster = async (client: pg.ClientBase): Promise<void> => {
  const found = await namesOf(client, `select extname as name from pg_extension where extname = 'citus'`)
  if (found.length === 0)
    throw new DistributionError(
      'This database is one PostgreSQL: its tables can only be distributed where the extension citus is in it and knows its machines. Nothing was changed.',
    )
  const workers = await namesOf(
    client,
    `select nodename as name from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`,
  )
  if (workers.length === 0)
    throw new DistributionError('Citus knows no machine yet that tables may go to. Nothing was changed.')
}

/** Processes of ours that are at work on the database. */
const requireAlone = async (client: pg.ClientBase): Promise<void> => {
  const working = await namesOf(
    client,
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'ulna%' and pid <> pg_backend_pid()`,
  )
  if (working.length > 0)
    throw new DistributionError('Ulna is running on this database: stop it first. Nothing was changed.')
}

/** Tables with rows of practices, which row-level security guards, that lie on one machine still. */
const tablesOfPractices = (client: pg.ClientBase): Promise<string[]> =>
  namesOf(
    client,
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
       and c.relname <> all($1) and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
     order by c.relname = $2 desc, c.relname`,
    [[...sharedTables], leader],
  )

const sharedToMake = (client: pg.ClientBase): Promise<string[]> =>
  namesOf(
    client,
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid) order by 1`,
    [[...sharedTables]],
  )

interface ForeignKey {
  readonly from: string
  readonly to: string
  readonly name: string
  readonly definition: string
}

const foreignKeysOf = async (client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> =>
  (
    await client.query<ForeignKey>(
      `select f.relname as from, t.relname as to, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and (f.relname = any($1) or t.relname = any($1))`,
      [[...tables]],
    )
  ).rows

const quoted = (name: string): string => pg.escapeIdentifier(name)

/**
 * Whether a foreign key holds among distributed tables: between rows of one practice, and to what all share. What stays on one
 * machine refers to nothing that was distributed, and what all share refers to no practice's rows.
 */
const canHold = (ofPractices: ReadonlySet<string>, { from, to }: ForeignKey): boolean => {
  const shared: ReadonlySet<string> = new Set(sharedTables)
  if (ofPractices.has(from)) return ofPractices.has(to) || shared.has(to)
  return shared.has(from) && shared.has(to)
}

/** Tables whose rows belong to a practice each, wherever they lie. */
export const allOfPractices = async (client: pg.ClientBase): Promise<ReadonlySet<string>> =>
  new Set(
    await namesOf(
      client,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relrowsecurity and relname <> all($1)`,
      [[...sharedTables]],
    ),
  )

/** A distributed INSERT names every column that has a default; who may give some columns alone has to be let. */
const grantDefaults = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ table: string; columns: string[]; role: string }>(
    `select g.table_name as table, array_agg(distinct c.column_name::text) as columns, g.grantee as role
     from information_schema.column_privileges g
       join information_schema.columns c on c.table_schema = g.table_schema and c.table_name = g.table_name
     where g.table_schema = 'public' and g.privilege_type = 'INSERT' and c.column_default is not null
       and not exists (
         select from information_schema.table_privileges t where t.table_schema = g.table_schema
           and t.table_name = g.table_name and t.grantee = g.grantee and t.privilege_type = 'INSERT')
     group by g.table_name, g.grantee`,
  )
  for (const { table, columns, role } of rows)
    await client.query(
      `grant insert (${columns.map(quoted).join(', ')}) on ${quoted(table)} to ${quoted(role)}`,
    )
}

const moveTables = async (client: pg.ClientBase): Promise<Distributed> => {
  const shared = await sharedToMake(client)
  const tables = await tablesOfPractices(client)
  const keys = await foreignKeysOf(client, [...shared, ...tables])
  const ofPractices = await allOfPractices(client)
  for (const { from, name } of keys)
    await client.query(`alter table ${quoted(from)} drop constraint ${quoted(name)}`)
  for (const table of shared) await client.query('select create_reference_table($1)', [table])
  for (const table of tables)
    await client.query(`select create_distributed_table($1, 'practice_id', colocate_with := $2)`, [
      table,
      table === leader ? 'default' : leader,
    ])
  for (const key of keys.filter((key) => canHold(ofPractices, key)))
    await client.query(`alter table ${quoted(key.from)} add constraint ${quoted(key.name)} ${key.definition}`)
  return { tables, shared }
}

/**
 * Functions that act for the practice they name first run on its machine; the others are there for them. What they say is planned
 * for the practice each time: a plan for any practice, which PostgreSQL tries from the sixth call on, asks all machines where a
 * statement changes rows by those of another table.
 */
const moveFunctions = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ signature: string; isRouted: boolean }>(
    `select p.oid::regprocedure::text as signature,
       coalesce(p.proargnames[1] = 'practice' and p.proargtypes[0] = 'bigint'::regtype, false) as "isRouted"
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and p.proname <> 'enter_everywhere'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 2, 1`,
  )
  for (const { signature, isRouted } of rows) {
    if (isRouted) await client.query(`alter function ${signature} set plan_cache_mode = force_custom_plan`)
    await client.query(
      isRouted
        ? `select create_distributed_function($1, 'practice', colocate_with := '${leader}', force_delegation := true)`
        : `select create_distributed_function($1)`,
      [signature],
    )
  }
}

/**
 * Lets the application's role enter a practice's scope on every machine that a transaction reaches: a setting follows there when
 * it is made by SET LOCAL.
 */
export const enterEverywhere = `
  create or replace function enter_everywhere(practice bigint, person bigint, sees_blocked boolean) returns void
  language plpgsql set search_path = '' as $body$
  begin
    execute format('set local app.practice_id = %L', practice);
    execute format('set local app.user_id = %L', person);
    if sees_blocked then
      set local app.sees_blocked = 'on';
    end if;
  end $body$`

const letScopesFollow = async (client: pg.ClientBase): Promise<void> => {
  const [database = ''] = await namesOf(client, 'select current_database() as name')
  await client.query(enterEverywhere)
  await client.query(`alter database ${quoted(database)} set citus.propagate_set_commands = 'local'`)
}

/** On every machine, for the index of names to be used under row-level security (docs/decisions/0002-leakproof-like.md). */
const searchByIndexEverywhere = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `select run_command_on_all_nodes('alter function pg_catalog.textlike(text, text) leakproof')`,
  )
}

const connected = async <T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await requireCluster(client)
    await requireAlone(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Throws a `DistributionError` where the tables cannot be distributed: to be asked before the schema is brought up to date for it. */
export const requireDistributable = (connection: ConnectionSettings): Promise<void> =>
  connected(connection, async () => undefined)

/**
 * Makes the tables of a migrated database distributed, by practice, on the machines that Citus knows; those that are already
 * stay as they are. All of it, or nothing. `connection`: a superuser's. Throws a `DistributionError` where it cannot be, with
 * nothing changed.
 */
export const distributeTables = (connection: ConnectionSettings): Promise<Distributed> =>
  connected(connection, async (client) => {
    await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    await client.query('begin')
    await grantDefaults(client)
    const moved = await moveTables(client)
    await moveFunctions(client)
    await letScopesFollow(client)
    await client.query('commit')
    await searchByIndexEverywhere(client)
    return moved
  })
