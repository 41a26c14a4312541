import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { enterScope, openPool, type Pool, reading, type Tx, transaction } from './database.ts'
import { prepared, preparedAmong, preparedOfRows } from './prepared.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = openPool(database.ownerConnection, { size: 1, onIdleError: () => undefined })
  await sql`create table notes (id integer primary key, practice text not null)`.execute(owner.queries)
  await sql`grant all on notes to ulna_app`.execute(owner.queries)
  await owner.close()
})
afterAll(() => database.drop())
beforeEach(() => {
  // One connection: what one piece of work leaves behind the next would meet.
  pool = openPool(database.appConnection, { size: 1, onIdleError: () => undefined })
})
afterEach(async () => {
  await transaction(pool.queries, inPractice(1), 'read write', (tx) => sql`delete from notes`.execute(tx))
  await pool.close()
})

const inPractice = (practiceId: number) => ({ practiceId, userId: 7 })

const scopeNow = prepared<{ practice: string; user: string; note: string | null; bytes: Buffer }>(
  () => sql`select current_setting('app.practice_id', true) as practice, current_setting('app.user_id', true) as user,
    null as note, '{"ñ":1}' as bytes`,
)
const insertNote = prepared<{ id: number }, { readonly id: number }>(
  ({ id }) => sql`insert into notes values (${id}, current_setting('app.practice_id')) returning id`,
)
const noteIds = prepared<{ id: number }>(() => sql`select id from notes order by id`)

const idsIn = async (tx: Tx): Promise<number[]> => (await noteIds(tx)).map(({ id }) => id)
const allIds = (): Promise<number[]> => reading(pool.queries, inPractice(1), idsIn)

describe('reading', () => {
  it('is in the scope in each turn, and leaves nothing of it to who comes next', async () => {
    const seen = await reading(pool.queries, inPractice(5), async (tx) => {
      const [first] = await Promise.all([scopeNow(tx), noteIds(tx)])
      return [...first, ...(await scopeNow(tx))]
    })
    expect(seen.map(({ practice, user }) => [practice, user])).toEqual([
      ['5', '7'],
      ['5', '7'],
    ])
    const { rows } = await pool.raw.query("select current_setting('app.practice_id', true) as practice")
    expect(rows).toEqual([{ practice: '' }])
  })

  it('reads null as null, and a column called bytes as the bytes it is', async () => {
    const [row] = await reading(pool.queries, inPractice(5), scopeNow)
    expect(row?.note).toBeNull()
    expect(row?.bytes).toEqual(Buffer.from('{"ñ":1}'))
  })

  it('cannot write', async () => {
    const writing = reading(pool.queries, inPractice(1), (tx) => insertNote(tx, { id: 1 }))
    await expect(writing).rejects.toMatchObject({ code: '25006' })
    expect(await allIds()).toEqual([])
  })

  it('serves the next after a statement that failed', async () => {
    const failing = reading(pool.queries, inPractice(1), (tx) => sql`select 1 / 0`.execute(tx))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await reading(pool.queries, inPractice(3), scopeNow)).toMatchObject([{ practice: '3' }])
  })
})

describe('a connection that breaks while somebody reads', () => {
  it('A8 is replaced, and what is read is read again, three times at most', async () => {
    const ids = (most: number) => {
      let turns = 0
      const answer = reading(pool.queries, inPractice(1), async (tx) => {
        turns += 1
        if (turns <= most) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        return idsIn(tx)
      })
      return answer.then(
        (found) => [turns, found],
        (error: Error) => [turns, error.message],
      )
    }
    expect(await ids(2)).toEqual([3, []])
    expect(await ids(3)).toEqual([3, expect.stringMatching(/terminat/)])
    expect(await allIds()).toEqual([])
  })

  it('is not handed to those who wait for it', async () => {
    const killer = openPool(database.ownerConnection, { size: 1, onIdleError: () => undefined })
    const victim = reading(pool.queries, inPractice(1), async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const slow = sql`select pg_sleep(10)`.execute(tx)
      slow.catch(() => undefined)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(killer.queries)
      await slow
    })
    const waiting = Array.from({ length: 5 }, () => reading(pool.queries, inPractice(2), scopeNow))
    // What the server said last, or that nobody takes what is written any more, whichever is heard first.
    await expect(victim).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|EPIPE|ECONNRESET)$/) })
    expect((await Promise.all(waiting)).map(([row]) => row?.practice)).toEqual(['2', '2', '2', '2', '2'])
    await killer.close()
  })
})

describe('a transaction', () => {
  it('keeps all of what was sent in several turns', async () => {
    const answers = await transaction(pool.queries, inPractice(1), 'read write', async (tx) => {
      const together = await Promise.all([insertNote(tx, { id: 1 }), insertNote(tx, { id: 2 })])
      return [...together.flat(), ...(await insertNote(tx, { id: 3 }))]
    })
    expect(answers).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await allIds()).toEqual([1, 2, 3])
  })

  it('keeps nothing when a statement among others fails; those before it are answered, those behind are not run', async () => {
    const outcomes: PromiseSettledResult<unknown>[] = []
    const work = transaction(pool.queries, inPractice(1), 'read write', async (tx) => {
      outcomes.push(
        ...(await Promise.allSettled([
          insertNote(tx, { id: 1 }),
          insertNote(tx, { id: 1 }),
          insertNote(tx, { id: 2 }),
          noteIds(tx),
        ])),
      )
      await insertNote(tx, { id: 3 })
    })
    await expect(work).rejects.toMatchObject({ code: '25P02' })
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(outcomes.slice(1).map((one) => (one as PromiseRejectedResult).reason.code)).toEqual([
      '23505',
      '23505',
      '23505',
    ])
    expect(await allIds()).toEqual([])
  })

  it('sends values by their names, in whatever order they are told, and each once', async () => {
    const pair = prepared<{ text: string }, { readonly first: string; readonly second: string }>(
      ({ second, first }) => sql`select concat(${first}::text, ${second}::text, ${first}::text) as text`,
    )
    const [row] = await reading(pool.queries, inPractice(1), (tx) => pair(tx, { second: 'b', first: 'a' }))
    expect(row?.text).toBe('aba')
  })

  it('refuses a statement that holds a value, which all who send it would share', async () => {
    const held = prepared<never>(() => sql`select ${1}::int`)
    const work = reading(pool.queries, inPractice(1), (tx) => held(tx))
    await expect(work).rejects.toThrow('a prepared statement holds a value')
  })

  it('knows which statements were parsed when one of them failed', async () => {
    const broken = prepared<never, { readonly text: string }>(({ text }) => sql`select ${text}::integer`)
    const fails = async (): Promise<void> => {
      const work = transaction(pool.queries, inPractice(1), 'read write', (tx) => broken(tx, { text: 'x' }))
      await expect(work).rejects.toMatchObject({ code: '22P02' })
    }
    await fails()
    await fails()
    const never = prepared<never>(() => sql`select nothing from nowhere`)
    for (let turn = 0; turn < 2; turn += 1) {
      const work = transaction(pool.queries, inPractice(1), 'read write', (tx) =>
        Promise.all([never(tx), scopeNow(tx)]),
      )
      await expect(work).rejects.toMatchObject({ code: '42P01' })
    }
    expect(await reading(pool.queries, inPractice(4), scopeNow)).toMatchObject([{ practice: '4' }])
  })

  it('rejects, and the pool goes on, when its connection breaks between two statements', async () => {
    const killer = openPool(database.ownerConnection, { size: 1, onIdleError: () => undefined })
    const work = transaction(pool.queries, inPractice(1), 'read write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await insertNote(tx, { id: 1 })
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(killer.queries)
      return insertNote(tx, { id: 2 })
    })
    await expect(work).rejects.toThrow()
    await expect.poll(() => allIds().catch(String)).toEqual([])
    await killer.close()
  })

  it('is over when it is over: what a forgotten branch sends later is refused', async () => {
    let forgotten: Promise<unknown> = Promise.resolve()
    const work = transaction(pool.queries, inPractice(1), 'read write', (tx) => {
      forgotten = (async () => {
        await scopeNow(tx)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return insertNote(tx, { id: 1 })
      })()
      forgotten.catch(() => undefined)
      return insertNote(tx, { id: Number.NaN })
    })
    await expect(work).rejects.toMatchObject({ code: '22P02' })
    await expect(forgotten).rejects.toThrow()
    const leaving = reading(pool.queries, inPractice(1), async (tx) => {
      forgotten = new Promise((resolve) => setTimeout(resolve, 50)).then(() => scopeNow(tx))
      forgotten.catch(() => undefined)
    })
    await leaving
    await expect(forgotten).rejects.toThrow('after the work was over')
    expect(await allIds()).toEqual([])
  })

  it('can move to a practice it has just made', async () => {
    const seen = await transaction(pool.queries, inPractice(1), 'read write', async (tx) => {
      await enterScope(tx, inPractice(9))
      return scopeNow(tx)
    })
    expect(seen).toMatchObject([{ practice: '9' }])
  })

  it('sees one moment when it is a snapshot', async () => {
    const other = openPool(database.appConnection, { size: 1, onIdleError: () => undefined })
    const seen = await transaction(pool.queries, inPractice(1), 'snapshot', async (tx) => {
      const before = await idsIn(tx)
      await transaction(other.queries, inPractice(1), 'read write', (theirs) => insertNote(theirs, { id: 1 }))
      return [before, await idsIn(tx)]
    })
    expect(seen).toEqual([[], []])
    await other.close()
  })
})

describe('a prepared statement of several keys', () => {
  const among = preparedAmong<{ id: number }, { readonly least: number }>(
    ({ least }, isAmong) =>
      sql`select id from notes where ${isAmong(sql`id`)} and id >= ${least}::int order by id`,
  )
  const beside = preparedOfRows<{ id: number; twin: number }, number, { readonly twice: number }>(
    { id: (one) => one, twin: (one) => one * 10 },
    ({ twice }, rows) =>
      sql`select v.id::int, (v.twin * ${twice}::int)::int as twin from ${rows} order by v.id`,
  )
  const inOneScope = <T>(work: (tx: Tx) => Promise<T>) => reading(pool.queries, inPractice(1), work)

  beforeEach(() =>
    transaction(pool.queries, inPractice(1), 'read write', async (tx) => {
      for (const id of [1, 2, 3]) await insertNote(tx, { id })
    }),
  )

  it.each([
    [[], []],
    [[2], [2]],
    [[9], []],
    [
      [3, 1, 9, 1],
      [1, 3],
    ],
  ])('of %j answers %j', async (keys, found) => {
    const rows = await inOneScope((tx) => among(tx, keys, { least: 1 }))
    expect(rows.map(({ id }) => id)).toEqual(found)
  })

  it.each([0, 1, 2, 3])('of %i rows answers each, its columns beside each other', async (count) => {
    const ids = [1, 2, 3].slice(0, count)
    const rows = await inOneScope((tx) => beside(tx, ids, { twice: 2 }))
    expect(rows).toEqual(ids.map((id) => ({ id, twin: id * 20 })))
  })

  it('is planned once for a single one, however often it is asked', async () => {
    // Among so many ten keys, which PostgreSQL takes for granted of a list, cost more than to plan for one.
    await transaction(pool.queries, inPractice(1), 'read write', (tx) =>
      sql`insert into notes select n, '1' from generate_series(10, 20000) n`.execute(tx),
    )
    for (let turn = 0; turn < 7; turn += 1) await inOneScope((tx) => among(tx, [1], { least: 1 }))
    const plans = await inOneScope(async (tx) => {
      const { rows } = await sql<{ generic: number }>`
        select generic_plans::int as generic from pg_prepared_statements where statement like 'select id from notes where%'`.execute(
        tx,
      )
      return rows
    })
    expect(plans).toEqual([{ generic: expect.any(Number) }])
    expect(plans[0]?.generic).toBeGreaterThan(0)
  })
})
