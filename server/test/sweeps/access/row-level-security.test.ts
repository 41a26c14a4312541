import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool, type Pool, transaction } from '../../../src/platform/database/database.ts'
import { registerOwner } from '../../factories/people.ts'
import { letAskAllMachines } from '../../postgres-database.ts'
import { unlikeTheServer } from '../../statements/sent-statements.ts'
import { testPractice } from '../../test-practice.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const other = await registerOwner(app)

beforeAll(async () => {
  await stageScene(app, owner)
  await stageScene(app, other)
  // What only a secret that was replaced or lost leaves behind.
  await sql`insert into audit_seams (practice_id, strand, epoch, seq, head_mac, key_id, at, mac)
    select practice_id, strand, 2, seq, mac, '', now(), mac from audit_heads`.execute(app.owner.queries)
  await sql`insert into practice_origins (practice_id, origin, exported_at, manifest, seals, trail, signature, certificate)
    select id, 'https://origin.test', now(), '{}', '{}', '[]', '\\x00', 'x' from practices`.execute(
    app.owner.queries,
  )
  await sql`insert into seal_anchors (practice_id, epoch, sequence, at, key_id, content)
    select practice_id, 2, sequence, now(), '', seal from seal_heads`.execute(app.owner.queries)
  // What only a follow-up that went to another case leaves behind.
  await sql`insert into session_numbers_left (practice_id, case_id, record_id, session_number)
    select practice_id, case_id, id, 9 from records where case_id is not null`.execute(app.owner.queries)
  // What only an erasure that is carried out leaves behind.
  await sql`insert into erased_seals (practice_id, sequence, key_id, previous, seal, erased_at, mac)
    select practice_id, 1000, '', seal, seal, now(), seal from seal_heads`.execute(app.owner.queries)
  await sql`insert into audit_erased_links (practice_id, strand, seq, digest_of, behind, mac)
    select practice_id, strand, 1, 'seam', mac, mac from audit_heads`.execute(app.owner.queries)
  await sql`insert into erasure_bytes (practice_id, erasure_id, storage_key)
    select practice_id, id, 'a/b' from erasures`.execute(app.owner.queries)
})

/** Tables that belong to no single practice. Whoever adds a table decides here or gives it row-level security. */
const crossPractice = [
  'backup_parts',
  'backups',
  'operator_alerts',
  'operator_faults',
  'trail_checks',
  'schema_floor',
  'recovery_keys',
  'contact_messages',
  'invitations',
  'known_devices',
  'mail_links',
  'passkeys',
  'practice_deletion_owners',
  'practice_deletions',
  'rate_limits',
  'recovery_codes',
  'spent_refresh_tokens',
  'used_challenges',
  'access_tokens',
  'idempotency_keys',
  'installation',
  'kysely_migration',
  'kysely_migration_lock',
  'memberships',
  'practices',
  'record_classes',
  'record_modules',
  'secret_epochs',
  'sessions',
  'used_captchas',
  'users',
]

/** Cross-practice tables that name a practice: who belongs where or is asked to, and where a session works. */
const namesPracticeOnly = ['invitations', 'memberships', 'sessions']

interface TableFacts {
  readonly name: string
  readonly hasPractice: boolean
  readonly forced: boolean
  readonly policies: number
  readonly owner: string
}

const allTables = async (): Promise<TableFacts[]> => {
  const { rows } = await sql<TableFacts>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped) as "hasPractice",
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`.execute(
    app.owner.queries,
  )
  return rows
}

const tenantTables = async (): Promise<string[]> =>
  (await allTables()).map((table) => table.name).filter((name) => !crossPractice.includes(name))

describe('C5: the schema', () => {
  it('has a practice and forced row-level security on every table that is not named as cross-practice', async () => {
    for (const table of await allTables()) {
      if (crossPractice.includes(table.name)) {
        expect(table.hasPractice, table.name).toBe(namesPracticeOnly.includes(table.name))
        continue
      }
      expect(table, table.name).toMatchObject({ hasPractice: true, forced: true })
      expect(table.policies, table.name).toBeGreaterThan(0)
    }
  })

  it('starts every key and unique index of a tenant table with the practice', async () => {
    const { rows } = await sql<{ table: string; index: string; first: string; primary: boolean }>`
      select c.relname as table, i.relname as index, a.attname as first, x.indisprimary as primary
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where (x.indisunique or x.indisexclusion) and c.relnamespace = 'public'::regnamespace`.execute(
      app.owner.queries,
    )
    const tables = await tenantTables()
    const own = rows.filter((row) => tables.includes(row.table))
    expect(own.filter((row) => row.first !== 'practice_id')).toEqual([])
    expect(new Set(own.filter((row) => row.primary).map((row) => row.table))).toEqual(new Set(tables))
  })

  it('ties tenant tables to each other by practice and id together', async () => {
    const { rows } = await sql<{ from: string; to: string; columns: string[]; targets: string[] }>`
      select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        (select array_agg(a.attname::text order by n.i) from unnest(k.conkey) with ordinality n(att, i)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.att) as columns,
        (select array_agg(a.attname::text order by n.i) from unnest(k.confkey) with ordinality n(att, i)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.att) as targets
      from pg_constraint k where k.contype = 'f'`.execute(app.owner.queries)
    const tables = await tenantTables()
    for (const key of rows.filter((row) => tables.includes(row.to))) {
      expect([key.columns[0], key.targets[0]], `${key.from} → ${key.to}`).toEqual([
        'practice_id',
        'practice_id',
      ])
    }
  })

  /** The queue's tables are the application's own (docs/decisions/0011-job-queue.md), in a schema of theirs. */
  const outsideQueue = (schema: string) =>
    sql`${sql.ref(schema)} not in ('graphile_worker'::regnamespace, 'pg_toast'::regnamespace)`

  it('is nothing the application’s role owns, and the role bypasses nothing', async () => {
    const { rows } = await sql<Record<string, boolean>>`
      select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
        exists (select 1 from pg_auth_members where member = pg_roles.oid) as "memberOfAnother",
        exists (select 1 from pg_class where relowner = pg_roles.oid and ${outsideQueue('relnamespace')}) as "ownsRelations",
        exists (select 1 from pg_proc where proowner = pg_roles.oid and ${outsideQueue('pronamespace')}) as "ownsFunctions",
        has_schema_privilege(oid, 'public', 'create') as "createsInSchema"
      from pg_roles where rolname = current_user`.execute(app.pool.queries)
    expect(Object.values(rows[0] ?? { missing: true })).toEqual(Array(9).fill(false))
  })

  it('lets the application neither change nor remove what must stay', async () => {
    const { rows } = await sql<{ table: string; privilege: string }>`
      select c.relname as table, p as privilege from pg_class c, unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) p
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege(current_user, c.oid, p)`.execute(
      app.pool.queries,
    )
    const granted = rows.map((row) => `${row.privilege} ${row.table}`)
    const kept = (await tenantTables()).filter((table) => table.endsWith('_versions'))
    for (const table of ['audit_events', ...kept]) {
      expect(granted.filter((one) => one.endsWith(` ${table}`))).toEqual([])
    }
    expect(granted).not.toContain('DELETE records')
    expect(granted.filter((one) => /^(TRUNCATE|TRIGGER|REFERENCES)/.test(one))).toEqual([])
  })
})

/** What became of a statement in the application's role: the error code, or the rows it saw or touched. */
const attempt = async (statement: string, practiceId: number | null): Promise<string | number> => {
  const run = async (): Promise<number> => {
    if (practiceId === null) return (await pool.raw.query(statement)).rowCount ?? 0
    return transaction(pool.queries, { practiceId, userId: owner.userId }, 'read write', async (tx) => {
      const { rows, numAffectedRows } = await sql.raw(statement).execute(tx)
      return numAffectedRows === undefined ? rows.length : Number(numAffectedRows)
    })
  }
  return unlikeTheServer(run).catch((error: { code?: string }) => error.code ?? 'failed')
}

const columnsOf = async (table: string): Promise<string> => {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ',' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'practice_id'`.execute(
    app.owner.queries,
  )
  return rows[0]?.columns ?? ''
}

/** Statements here leave out the practice, which a server never does. */
let pool: Pool
beforeAll(async () => {
  await letAskAllMachines(app.database)
  pool = openPool(app.database.appConnection, { size: 2, onIdleError: () => undefined })
})
afterAll(() => pool.close())

/** Rights that are missing; a distributed database moves no row to another practice for anybody, and copies none by a policy. */
const refusals = app.database.appConnection.isDistributed ? ['42501', '0A000'] : ['42501']

describe('C5: the application’s role', () => {
  it('sees no tenant row while no practice is set, on a new connection and on a used one', async () => {
    for (const table of await tenantTables()) {
      expect(['42704', '22P02', 0], table).toContain(await attempt(`select 1 from ${table}`, null))
      const ofInstallation = `select 1 from ${table} where practice_id <> 0`
      expect(await attempt(ofInstallation, 0), table).toBe(0)
    }
  })

  it('sees, changes, removes and adds no row of another practice, whatever the statement asks for', async () => {
    const before = await fingerprintOfPractice(app, other.practiceId)
    for (const table of await tenantTables()) {
      const columns = await columnsOf(table)
      const theirs = `from ${table} where practice_id = ${other.practiceId}`
      expect(await attempt(`select 1 ${theirs}`, owner.practiceId), table).toBe(0)
      expect(
        await attempt(`select 1 from ${table} where practice_id <> ${owner.practiceId}`, owner.practiceId),
        table,
      ).toBe(0)
      expect([0, ...refusals], table).toContain(await attempt(`delete ${theirs}`, owner.practiceId))
      expect([0, ...refusals], table).toContain(
        await attempt(
          `update ${table} set practice_id = ${owner.practiceId} where practice_id = ${other.practiceId}`,
          owner.practiceId,
        ),
      )
      const copy = `insert into ${table} (practice_id, ${columns}) select ${other.practiceId}, ${columns} from ${table}`
      expect([0, ...refusals], table).toContain(await attempt(copy, owner.practiceId))
      const move = `update ${table} set practice_id = ${other.practiceId}`
      expect([0, ...refusals], table).toContain(await attempt(move, owner.practiceId))
      // A statement that reads no column asks the policies for changes only.
      const blind = await attempt(`update ${table} set practice_id = ${owner.practiceId}`, owner.practiceId)
      const own = Number(await attempt(`select 1 from ${table}`, owner.practiceId))
      if (typeof blind === 'number') expect(blind, table).toBeLessThanOrEqual(own)
      if (typeof blind === 'string') expect(refusals, table).toContain(blind)
    }
    expect(await fingerprintOfPractice(app, other.practiceId)).toEqual(before)
  })

  it('sees its own rows, so that the checks above mean something', async () => {
    for (const table of await tenantTables()) {
      expect(await attempt(`select 1 from ${table}`, owner.practiceId), table).toBeGreaterThan(0)
    }
  })
})
