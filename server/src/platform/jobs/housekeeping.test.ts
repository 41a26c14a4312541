import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { registerOwner } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { overdue, startHousekeeping, tidyUp } from './housekeeping.ts'

const app = await testServer({ alone: true })

it('removes stored answers after a day and tokens that ended, and nothing younger', async () => {
  await registerOwner(app)
  for (const age of ['24 hours', '26 hours']) {
    await sql`insert into idempotency_keys (scope, key, request_hash, status, answer, created_at)
      values ('test', ${age}, '', 200, '', now() - ${age}::interval)`.execute(app.owner.queries)
  }
  await tidyUp(app.pool.queries)
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys`.execute(app.owner.queries)
  expect(rows).toEqual([{ key: '24 hours' }])
  const tokens = await sql<{ count: number }>`select count(*)::int as count from access_tokens`.execute(
    app.owner.queries,
  )
  expect(tokens.rows[0]?.count).toBe(1)
})

it('removes counters, challenges, links and devices that are over, and nothing younger', async () => {
  const { userId } = await registerOwner(app)
  const { queries } = app.owner
  for (const age of ['-1 hour', '1 hour']) {
    await sql`insert into used_challenges (hash, expires_at)
      values (decode(md5(${age}), 'hex'), now() - ${age}::interval)`.execute(queries)
    await sql`insert into rate_limits (key, points, expire)
      values (${age}, 1, extract(epoch from now() - ${age}::interval) * 1000)`.execute(queries)
  }
  for (const days of [29, 31])
    await sql`insert into mail_links (user_id, purpose, email, created_at, expires_at)
      values (${userId}, 'activate', ${`${days}@example.test`}, now(), now() - make_interval(days => ${days}))`.execute(
      queries,
    )
  for (const days of [364, 367])
    await sql`insert into known_devices (user_id, hash, last_used_at)
      values (${userId}, decode(md5(${String(days)}), 'hex'), now() - make_interval(days => ${days}))`.execute(
      queries,
    )
  await tidyUp(app.pool.queries)
  const left = await sql<{ left: string }>`
    select concat_ws(' ', (select count(*) from used_challenges), (select string_agg(key, ',') from rate_limits),
      (select string_agg(email, ',') from mail_links),
      (select count(*) from known_devices where last_used_at < now() - interval '1 day')) as left`.execute(
    queries,
  )
  expect(left.rows[0]?.left).toBe('1 -1 hour 29@example.test 1')
})

it('removes messages of the contact form after a year', async () => {
  const { queries } = app.owner
  for (const age of ['364 days', '367 days'])
    await sql`insert into contact_messages (name, email, message, language, created_at)
      values (${age}, 'marta@example.test', 'Hola', 'es', now() - ${age}::interval)`.execute(queries)
  await tidyUp(app.pool.queries)
  const left = await queries.selectFrom('contact_messages').select('name').execute()
  expect(left).toEqual([{ name: '364 days' }])
})

it('finds what is overdue through indexes', async () => {
  const plans = await app.owner.queries.transaction().execute(async (tx) => {
    // Tables of a test are too small for an index to be worth it.
    await sql`set local enable_seqscan = off`.execute(tx)
    const explained: string[] = []
    for (const deletion of overdue) {
      const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${deletion}`.execute(tx)
      explained.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return explained
  })
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
})

it('does what else is to be tidied at once and every hour, and goes on when one of it fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const done: string[] = []
  const failing = async (): Promise<void> => {
    throw new Error('disk')
  }
  const housekeeping = startHousekeeping(app.pool.queries, (error) => done.push(String(error)), [
    failing,
    async () => void done.push('outbox'),
  ])
  try {
    await vi.advanceTimersByTimeAsync(2 * 3_600_000)
    expect(done.filter((one) => one === 'outbox')).toHaveLength(3)
    expect(done.filter((one) => one === 'Error: disk')).toHaveLength(3)
  } finally {
    housekeeping.stop()
    vi.useRealTimers()
  }
})
