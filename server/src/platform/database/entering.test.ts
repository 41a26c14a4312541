import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { connectToWrite, enterScope, openPool, type Pool, reading, type Tx, transaction } from './database.ts'
import { enterEverywhere } from './distribution/distribution.ts'

// How a distributed database is entered works on one machine too, where its statements can be looked at.
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = openPool(database.ownerConnection, { size: 1, onIdleError: () => undefined })
  await owner.raw.query(enterEverywhere)
  await owner.raw.query('create table notes (id integer primary key, practice text not null)')
  await owner.raw.query('grant all on notes to ulna_app')
  await owner.close()
  // One connection: what one piece of work leaves behind the next would meet.
  pool = openPool(
    { ...database.appConnection, isDistributed: true },
    { size: 1, onIdleError: () => undefined },
  )
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const inPractice = (practiceId: number) => ({ practiceId, userId: 7 })

const practiceNow = async (tx: Tx): Promise<string | null | undefined> => {
  const { rows } = await sql<{
    practice: string | null
  }>`select current_setting('app.practice_id', true) as practice`.execute(tx)
  return rows[0]?.practice
}

const idsNow = async (tx: Tx): Promise<number[]> =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(tx)).rows.map(({ id }) => id)

const insert = (tx: Tx, id: number) =>
  sql`insert into notes values (${id}, current_setting('app.practice_id'))`.execute(tx)

const isOutside = async (): Promise<void> => {
  const { rows } = await pool.raw.query(
    "select current_setting('app.practice_id', true) as practice, pg_current_xact_id_if_assigned() is null as clean",
  )
  expect(rows).toEqual([{ practice: '', clean: true }])
}

it('reads in the scope in each turn, and leaves nothing of it behind', async () => {
  const seen = await reading(pool.queries, inPractice(5), async (tx) => {
    const first = await practiceNow(tx)
    await enterScope(tx, inPractice(6))
    return [first, await practiceNow(tx)]
  })
  expect(seen).toEqual(['5', '6'])
  await isOutside()
})

it('goes on reading over a connection on which a statement failed', async () => {
  const failing = reading(pool.queries, inPractice(5), (tx) => sql`select 1 / 0`.execute(tx))
  await expect(failing).rejects.toThrow(/division by zero/)
  expect(await reading(pool.queries, inPractice(5), practiceNow)).toBe('5')
  await isOutside()
})

it('writes nothing where it only reads', async () => {
  await expect(reading(pool.queries, inPractice(5), (tx) => insert(tx, 1))).rejects.toThrow(/read-only/)
  expect(await reading(pool.queries, inPractice(5), idsNow)).toEqual([])
})

it('writes all of a transaction in its scope, or nothing', async () => {
  await transaction(pool.queries, inPractice(5), 'read write', (tx) => insert(tx, 2))
  const failing = transaction(pool.queries, inPractice(5), 'read write', async (tx) => {
    await insert(tx, 3)
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(await reading(pool.queries, inPractice(5), idsNow)).toEqual([2])
  await isOutside()
})

it('writes by a connection that waits, and says when that was not stored', async () => {
  const writeOne = async (id: number): Promise<void> => {
    const ready = await connectToWrite(pool.queries, inPractice(5))
    try {
      await ready.write({
        text: "insert into notes values ($1, current_setting('app.practice_id'))",
        values: [id],
      })
    } finally {
      ready.release()
    }
  }
  await writeOne(4)
  await expect(writeOne(4)).rejects.toThrow(/notes_pkey/)
  expect(await reading(pool.queries, inPractice(5), idsNow)).toEqual([2, 4])
  await isOutside()
})
