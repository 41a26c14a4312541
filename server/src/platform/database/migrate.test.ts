import { randomUUID } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { repositoryRoot } from '../../../test/build-test-app.ts'
import { migrateDatabase } from './migrate.ts'

// The owner is as a hoster gives it out: of one database, may create roles, above nothing.
const database = `test_${randomUUID().replaceAll('-', '')}`
const plainOwner = `plain_${database.slice(5, 17)}`
const appRole = `app_${database.slice(5, 17)}`
const backupRole = `backup_${database.slice(5, 17)}`
const superuser = inject('postgres').owner
const connection = { ...superuser, user: plainOwner, password: 'only-for-tests', database }

const ask = async (settings: pg.ClientConfig, ...statements: string[]): Promise<unknown[]> => {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

const migrate = async (upTo?: string): Promise<readonly string[]> => {
  const { applied } = await migrateDatabase({
    ...(upTo === undefined ? {} : { upTo }),
    connection,
    appRole,
    appPassword: 'only-for-tests',
    backupRole,
    backupPassword: 'only-for-tests',
    directory: path.join(repositoryRoot, 'server/migrations'),
  })
  return applied
}

beforeAll(async () => {
  await ask(superuser, `create role ${plainOwner} login createrole password 'only-for-tests'`)
  await ask(superuser, `create database ${database} owner ${plainOwner} template template0`)
})
afterAll(async () => {
  await ask(superuser, `drop database ${database} with (force)`)
  await ask(superuser, `drop role if exists ${appRole}`)
  await ask(superuser, `drop role if exists ${backupRole}`)
  await ask(superuser, `drop role ${plainOwner}`)
})

it('migrates a database whose owner is no superuser, and starts on it again', async () => {
  expect((await migrate('0071_watch_the_installation')).length).toBeGreaterThan(5)
  await ask(
    connection,
    `insert into practices (id, name, timezone, locale, next_file_number)
      values (9, 'Olmo', 'Europe/Madrid', 'es', 7), (10, 'Haya', 'Europe/Madrid', 'es', 1)`,
  )
  expect((await migrate()).length).toBeGreaterThan(0)
  expect(await migrate()).toEqual([])
})

it('goes on counting numbers of files where the practice counted them before', async () => {
  const counted = (practice: number) =>
    ask(
      connection,
      `set app.practice_id = '${practice}'`,
      'select next_number::int as next from file_counters',
    )
  expect(await counted(9)).toEqual([{ next: 7 }])
  // Nobody has a number yet.
  expect(await counted(10)).toEqual([])
})

it('holds appointments to the name of their patient there, and renders kept text wherever names are looked up', async () => {
  const scope = "set app.practice_id = '1'; set app.user_id = '1'"
  await ask(
    connection,
    scope,
    "insert into practices (id, name, timezone, locale) values (1, 'Prado', 'Europe/Madrid', 'es')",
    "insert into users (id, username, email, first_name, last_name, language) values (1, 'a', 'a@b.c', 'A', 'B', 'es')",
    "insert into doctors (practice_id, id, user_id, first_name, last_name) values (1, 2, 1, 'A', 'B')",
    "insert into patients (practice_id, id, first_name, last_name, file_id) values (1, 3, 'Inés', 'Antes', '1')",
    `insert into appointments (practice_id, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at)
      values (1, 2, 3, '"Inés Antes"', 1, now(), now() + interval '1 hour')`,
    'begin',
    "update patients set last_name = 'Después' where id = 3",
    `update appointments set patient_wire_name = '"Inés Después"'`,
    'commit',
  )
  await expect(ask(connection, scope, "update patients set last_name = 'Otro' where id = 3")).rejects.toThrow(
    /appointments_patient_fkey/,
  )
  // The search path is empty, as when pg_dump restores and autovacuum analyses.
  const rows = await ask(
    connection,
    scope,
    "set search_path = ''",
    "update public.patients set phone = '1'",
    'update public.appointments set note = title',
    "select wire_row::json->>'patientName' as name from (select wire_row || '}' as wire_row from public.appointments) a",
  )
  expect(rows).toEqual([{ name: 'Inés Después' }])
})

it('refuses a role of the application that is above row-level security', async () => {
  await ask(superuser, `alter role ${appRole} bypassrls`)
  await expect(migrate()).rejects.toThrow(/above row-level security/)
  await ask(superuser, `alter role ${appRole} nobypassrls`)
})
