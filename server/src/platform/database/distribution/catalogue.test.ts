import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres-database.ts'
import { sharedTables } from './distribution.ts'

// What the schema has to be for each practice to lie on one machine (docs/decisions/0075-distributed-engine.md). A table, a key or
// a function that a migration adds is looked at here before anybody distributes it. That keys begin with the practice is looked at
// in test/sweeps/access/row-level-security.test.ts.

const { tablesOfPractices } = inject('postgres')
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.ownerConnection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const ask = async (query: string, ...values: unknown[]): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(query, values)).rows.map(({ name }) => name)

describe('a table whose rows belong to a practice', () => {
  it('has a column that says whose they are, of one type everywhere', async () => {
    const wrong = await ask(
      `select t as name from unnest($1::text[]) t where not exists (
        select from pg_attribute a where a.attrelid = t::regclass and a.attname = 'practice_id' and a.attnotnull
          and a.atttypid = 'bigint'::regtype)`,
      tablesOfPractices,
    )
    expect(tablesOfPractices.length).toBeGreaterThan(60)
    expect(wrong).toEqual([])
  })

  it('refers to rows of the same practice, or to what all share, and follows no change of a key', async () => {
    const wrong = await ask(
      `select k.conname as name from pg_constraint k
       where k.contype = 'f' and k.conrelid::regclass::text = any($1) and (
         k.confupdtype <> 'a' or not (
           k.confrelid::regclass::text = any($2)
           or k.confrelid::regclass::text = any($1) and exists (
             select from unnest(k.conkey, k.confkey) pair (here, there)
               join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here and a.attname = 'practice_id'
               join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there and b.attname = 'practice_id')))`,
      tablesOfPractices,
      [...sharedTables],
    )
    expect(wrong).toEqual([])
  })

  it('has no trigger of ours and is no part of another table', async () => {
    const triggers = await ask(
      `select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)`,
      tablesOfPractices,
    )
    const parts = await ask(
      `select inhrelid::regclass::text as name from pg_inherits where inhrelid::regclass::text = any($1)`,
      tablesOfPractices,
    )
    expect([triggers, parts]).toEqual([[], []])
  })
})

it('every policy permits: one that restricts is made on the machines of a distributed database as if it permitted', async () => {
  expect(await ask('select polname as name from pg_policy where not polpermissive')).toEqual([])
})

/** The key that is left off there: a membership lies on every machine, its practitioner on one. */
const leftOff = ['memberships_doctor_fkey']

it('what all practices share refers to no row of one of them', async () => {
  const keys = await ask(
    `select conname as name from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($2) and confrelid::regclass::text = any($1)`,
    tablesOfPractices,
    [...sharedTables],
  )
  expect(keys).toEqual(database.ownerConnection.isDistributed ? [] : leftOff)
})

/** Functions that stay on the machine that is asked first. */
const ofAll = [
  // What the planner knows of the tables; each machine's autovacuum does it there.
  'count_imported_rows',
  // Every row of a practice goes, those that lie elsewhere too.
  'delete_practice',
  'delete_practice_rows',
  'delete_signing_key',
  // Asked by the functions that erase, where they run.
  'may_erase',
  // Whoever brings a seal does not know whose it is.
  'practice_of_seal',
]

it('a function that the application calls and that touches rows of a practice is there with the practice first', async () => {
  const names = await ask(
    `select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and has_function_privilege($2, p.oid, 'execute')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and exists (select from unnest($1::text[]) t where p.prosrc ~ ('\\m' || t || '\\M'))
       and not exists (select from pg_proc o where o.pronamespace = p.pronamespace and o.proname = p.proname
         and o.proargnames[1] = 'practice' and o.proargtypes[0] = 'bigint'::regtype)
     order by 1`,
    tablesOfPractices,
    inject('postgres').appRole,
  )
  expect(names).toEqual(ofAll)
})
