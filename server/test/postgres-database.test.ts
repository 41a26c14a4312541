import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './postgres-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const ask = async (connection: TestDatabase['appConnection'], text: string): Promise<unknown> => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ answer: unknown }>(text).finally(() => client.end())
  return rows[0]?.answer
}

it('gives the application a role that owns nothing but the queue of jobs, and bypasses nothing', async () => {
  const powers = `select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or exists (
      select from pg_class where relowner = pg_roles.oid and relkind <> 't'
        and relnamespace not in ('graphile_worker'::regnamespace, 'pg_toast'::regnamespace)
    ) as answer from pg_roles where rolname = current_user`
  expect(await ask(database.appConnection, powers)).toBe(false)
})

it('is migrated', async () => {
  expect(
    await ask(database.ownerConnection, 'select count(*)::int as answer from kysely_migration'),
  ).toBeGreaterThan(0)
})

it('runs on the server that TEST_DATABASE names', async () => {
  const { TEST_DATABASE: choice, TEST_POSTGRES_BINARIES: binaries = '/usr/lib/postgresql/15/bin' } =
    process.env
  const major = choice === 'debian15' ? Number(/postgresql[@/](\d+)/.exec(binaries)?.[1]) : 18
  const version = "select current_setting('server_version_num')::int / 10000 as answer"
  expect(await ask(database.ownerConnection, version)).toBe(major)
})
