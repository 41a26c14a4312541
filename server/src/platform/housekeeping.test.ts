import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { registerOwner } from '../../test/factories/people.ts'
import { tidyUp } from './housekeeping.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

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
