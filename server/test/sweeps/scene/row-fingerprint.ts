import { sql } from 'kysely'
import type { TestApp } from '../../build-test-app.ts'

/** Sign-in state moves with every call, and what failed is noted a moment behind the answer; both are no practice's data. */
const movingTables = ['sessions', 'access_tokens', 'operator_faults']

const tablesOf = async (app: TestApp, ownColumn: string | null): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (${ownColumn}::text is null or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = ${ownColumn} and not a.attisdropped))
    order by 1`.execute(app.owner.queries)
  return rows.map((row) => row.name).filter((name) => !movingTables.includes(name))
}

const hashes = async (
  app: TestApp,
  tables: readonly string[],
  where: string,
): Promise<Record<string, string>> => {
  const each = tables.map(
    (table) =>
      `select '${table}' as name, count(*) || ' rows ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash from ${table} t ${where}`,
  )
  const { rows } = await sql
    .raw<{ name: string; hash: string }>(each.join(' union all '))
    .execute(app.owner.queries)
  return Object.fromEntries(rows.map((row) => [row.name, row.hash]))
}

/** One hash a table over everything that belongs to a practice, its audit trail and memberships included. */
export const fingerprintOfPractice = async (
  app: TestApp,
  practiceId: number,
): Promise<Record<string, string>> => ({
  ...(await hashes(app, await tablesOf(app, 'practice_id'), `where practice_id = ${practiceId}`)),
  ...(await hashes(app, ['practices'], `where id = ${practiceId}`)),
})

/** One hash a table over the whole database; `without` names tables that may change. */
export const fingerprintOfDatabase = async (
  app: TestApp,
  without: readonly string[] = [],
): Promise<Record<string, string>> => {
  const tables = await tablesOf(app, null)
  return hashes(
    app,
    tables.filter((table) => !without.includes(table)),
    '',
  )
}

/** Where the audit trail rests. */
export const auditTables = ['audit_events', 'audit_heads'] as const
