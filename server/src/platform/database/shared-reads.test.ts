import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { enterScope, openPool, type Pool, reading, readingShortly, type Tx } from './database.ts'
import { prepared } from './prepared.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  pool = openPool(database.appConnection, { size: 2, onIdleError: () => undefined })
})
afterEach(() => pool.close())

interface Seen {
  readonly practice: string
  readonly user: string
  readonly sight: string
  readonly readOnly: string
  /** Who answered, and in which transaction: its moment. */
  readonly server: number
  readonly moment: string
}

const scopeNow = prepared<Seen>(
  () => sql`select current_setting('app.practice_id') as practice, current_setting('app.user_id') as user,
    current_setting('app.sees_blocked') as sight, current_setting('transaction_read_only') as "readOnly",
    pg_backend_pid() as server, now()::text as moment`,
)
const resting = prepared(() => sql`select pg_sleep(1)`)
const restingLong = prepared(() => sql`select pg_sleep(20)`)
const quotient = prepared<{ n: number }, { readonly by: number }>(
  ({ by }) => sql`select 12 / ${by}::int as n`,
)

const inPractice = (practiceId: number) => ({ practiceId, userId: 100 + practiceId })
const inSight = (practiceId: number) => ({ ...inPractice(practiceId), seesBlocked: true }) as const

const seenBy = (
  practiceId: number,
  work: (tx: Tx) => Promise<Seen[]> = scopeNow,
): Promise<Seen | undefined> =>
  readingShortly(pool.queries, inPractice(practiceId), work).then(([seen]) => seen)

describe('short reads of one turn', () => {
  it('share a transaction, each in its own scope', async () => {
    const seen = await Promise.all([1, 2, 3].map((practice) => seenBy(practice)))
    expect(seen.map((one) => [one?.practice, one?.user, one?.sight, one?.readOnly])).toEqual(
      [1, 2, 3].map((practice) => [String(practice), String(100 + practice), '', 'on']),
    )
    expect(new Set(seen.map((one) => `${one?.server} ${one?.moment}`)).size).toBe(1)
  })

  it('leave nothing of their scope to who comes next, also not that somebody sees what is blocked', async () => {
    const [first, second] = await Promise.all([
      readingShortly(pool.queries, inSight(1), scopeNow),
      readingShortly(pool.queries, inPractice(2), scopeNow),
    ])
    expect([first[0]?.sight, second[0]?.sight]).toEqual(['on', ''])
    const { rows } = await pool.raw.query(
      "select current_setting('app.practice_id', true) as practice, current_setting('app.sees_blocked', true) as sight",
    )
    expect(rows).toEqual([{ practice: '', sight: '' }])
  })

  it('are divided between connections where they are many', async () => {
    const seen = await Promise.all(Array.from({ length: 16 }, (_, practice) => seenBy(practice)))
    expect(seen.map((one) => one?.practice)).toEqual(Array.from({ length: 16 }, (_, n) => String(n)))
    expect(new Set(seen.map((one) => one?.server)).size).toBe(2)
  })

  it('send a second question when the first is answered, still in their scope', async () => {
    const twice = (practice: number) =>
      readingShortly(pool.queries, inPractice(practice), async (tx) => [
        ...(await scopeNow(tx)),
        ...(await scopeNow(tx)),
      ])
    const seen = await Promise.all([twice(1), twice(2)])
    expect(seen.map((both) => both.map(({ practice }) => practice))).toEqual([
      ['1', '1'],
      ['2', '2'],
    ])
  })

  it('go on in the scope that they enter', async () => {
    const [moved, other] = await Promise.all([
      readingShortly(pool.queries, inPractice(1), async (tx) => {
        const before = scopeNow(tx)
        await enterScope(tx, inPractice(9))
        return [...(await before), ...(await scopeNow(tx))]
      }),
      seenBy(2),
    ])
    expect([...moved, other].map((one) => one?.practice)).toEqual(['1', '9', '2'])
  })

  it('cannot write, and say nothing when they are over', async () => {
    let kept: Tx | undefined
    const writing = readingShortly(pool.queries, inPractice(1), (tx) => {
      kept = tx
      return sql`create table notes (id int)`.execute(tx)
    })
    await expect(writing).rejects.toMatchObject({ code: '25006' })
    await expect(scopeNow(kept as Tx)).rejects.toThrow(/sent after the work was over/)
  })
})

describe('what is wrong with one short read', () => {
  it('is heard by that one alone, wherever it stands', async () => {
    const reads = [12, 0, 4, 0, 3].map((by, practice) =>
      readingShortly(pool.queries, inPractice(practice), async (tx) => {
        const [[scope], [row]] = await Promise.all([scopeNow(tx), quotient(tx, { by })])
        return [scope?.practice, row?.n]
      }).catch(({ code }: { code: string }) => code),
    )
    expect(await Promise.all(reads)).toEqual([['0', 1], '22012', ['2', 3], '22012', ['4', 4]])
  })

  it('has those behind it sent each by itself, so that nobody waits for two', async () => {
    const [wrong, ...others] = await Promise.all([
      readingShortly(pool.queries, inPractice(1), (tx) => quotient(tx, { by: 0 })).catch(() => 'refused'),
      ...[2, 3, 4].map((practice) => seenBy(practice)),
    ])
    expect(wrong).toBe('refused')
    expect(others.map((one) => one?.practice)).toEqual(['2', '3', '4'])
    expect(new Set(others.map((one) => one?.moment)).size).toBe(3)
  })

  it('is nothing to those behind it where the database does not answer it in time', async () => {
    const hasty = openPool(database.appConnection, { size: 2, onIdleError: () => undefined, patience: 2000 })
    const [slow, other] = await Promise.all([
      readingShortly(hasty.queries, inPractice(1), (tx) => restingLong(tx)).catch(
        ({ message }: Error) => message,
      ),
      readingShortly(hasty.queries, inPractice(2), scopeNow),
    ])
    expect(slow).toBe('Query read timeout')
    expect(other[0]?.practice).toBe('2')
    await hasty.close()
  })

  it('is the same as if it had come alone, for any number of readers', async () => {
    const readers = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 20,
    })
    const answer =
      (read: typeof reading) =>
      (divisors: readonly number[], practice: number): Promise<unknown> =>
        read(pool.queries, inPractice(practice), (tx) =>
          Promise.all([
            scopeNow(tx).then(([scope]) => scope?.practice),
            ...divisors.map((by) => quotient(tx, { by }).then(([row]) => row?.n)),
          ]),
        ).catch(({ code }: { code: string }) => code)
    await fc.assert(
      fc.asyncProperty(readers, async (all) => {
        expect(await Promise.all(all.map(answer(readingShortly)))).toEqual(
          await Promise.all(all.map(answer(reading))),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('A8 is nothing that lasts where the connection breaks: what is read is read again', async () => {
    const reads = Promise.all(
      [1, 2].map((practice) =>
        readingShortly(pool.queries, inPractice(practice), async (tx) => {
          const [[scope]] = await Promise.all([scopeNow(tx), resting(tx)])
          return scope
        }),
      ),
    )
    const superuser = openPool(database.ownerConnection, { size: 1, onIdleError: () => undefined })
    const resters = async (): Promise<number[]> => {
      const { rows } = await superuser.raw.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      )
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(resters, { interval: 20 }).toHaveLength(1)
    const gone = await resters()
    await superuser.raw.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [gone])
    const seen = await reads
    await superuser.close()
    expect(seen.map((one) => one?.practice)).toEqual(['1', '2'])
    expect(seen.map((one) => one?.server)).not.toContain(gone[0])
  })
})
