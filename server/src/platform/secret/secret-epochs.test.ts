import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { transaction } from '../database/database.ts'
import { installationScope } from '../database/entering.ts'
import type { Secrets } from '../tokens.ts'
import { fingerprintOf } from './secret-epochs.ts'
import { type Standing, standingOf } from './secret-start.ts'

const app = await testServer({ alone: true })

const standing = (...secrets: Secrets): Promise<Standing> =>
  transaction(app.owner.queries, installationScope, 'read write', (tx) => standingOf(tx, secrets))

const other = 'another secret that is long enough to be one'

it('takes any secret where nobody has written anything', async () => {
  expect(await standing(other)).toEqual({ kind: 'first' })
})

it('takes in a database from before only the secret that the last row was written with', async () => {
  await registerOwner(app)
  expect(await standing(testSecret)).toEqual({ kind: 'first' })
  expect(await standing(other, testSecret)).toEqual({ kind: 'replaced', former: testSecret, epoch: 0 })
  expect(await standing(other)).toMatchObject({ kind: 'foreign' })
})

it('looks up the ends of a long trail and reads nothing else of it', async () => {
  await sql`
    insert into audit_events (practice_id, strand, seq, at, action, detail, request_id, mac)
    select id, 16, n, now() - n * interval '1 s', 'patient.read', '{}', 'long', '\\x00'
    from practices, generate_series(1, 500) as n`.execute(app.owner.queries)
  await sql`analyze audit_events`.execute(app.owner.queries)
  const read = await transaction(app.owner.queries, installationScope, 'read write', async (tx) => {
    // Before migration 0041 no index led from a practice to its newest row.
    await sql`drop index audit_events_by_time`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    expect(await standingOf(tx, [testSecret])).toEqual({ kind: 'first' })
    const { rows } = await sql<{ count: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'audit_events'`.execute(tx)
    return rows[0]?.count
  })
  expect(read).toBeLessThan(50)
})

it('goes by the newest fingerprint, and tells nothing of the secret by it', async () => {
  const note = (epoch: number, secret: string) =>
    sql`insert into secret_epochs (epoch, fingerprint, began)
      values (${epoch}, ${fingerprintOf(secret)}, ${epoch === 1 ? 'first' : 'replaced'})`.execute(
      app.owner.queries,
    )
  await note(1, testSecret)
  expect(await standing(testSecret)).toEqual({ kind: 'same' })
  await note(2, other)
  expect(await standing(testSecret)).toMatchObject({ kind: 'foreign', epoch: 2 })
  expect(await standing(testSecret, other)).toEqual({ kind: 'replaced', former: other, epoch: 2 })
  expect(await standing(other)).toEqual({ kind: 'same' })
  expect(fingerprintOf(other)).toMatch(/^[0-9a-f]{64}$/)
})
