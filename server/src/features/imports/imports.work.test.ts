import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { importCalls, twoPatients } from '../../../test/factories/imports.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { openPool, type Tx } from '../../platform/database/database.ts'
import { step } from './imports.work.ts'

const app = await testServer()

/** The tests' PostgreSQL waits for no disk; a practice's does, as this one connection. */
const pool = openPool(app.pool.connection, { size: 1, onIdleError: (error) => Promise.reject(error) })
afterAll(() => pool.close())

const writeSomething = (tx: Tx, practiceId: number) =>
  sql`update imports set touched_at = now() where practice_id = ${practiceId}`.execute(tx)

const positionOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(tx)
  return rows[0]?.lsn ?? ''
}

it('waits for the disk when an import comes to its end', async () => {
  const owner = await registerOwner(app)
  const { id } = await importCalls(app, () => owner).start('patients', twoPatients)
  const key = { practiceId: owner.practiceId, importId: id }
  await sql`set synchronous_commit = on`.execute(pool.queries)
  let written = ''
  const work = (more: boolean) =>
    step({ ...app.db, queries: pool.queries }, key, 'draft', async (tx) => {
      await writeSomething(tx, owner.practiceId)
      written = await positionOf(tx)
      return { more }
    })
  expect(await work(true)).toBe(true)
  expect(await work(false)).toBe(false)
  const { rows } = await sql<{ flushed: boolean; commits: string }>`
    select pg_current_wal_flush_lsn() >= ${written}::pg_lsn as flushed,
      current_setting('synchronous_commit') as commits`.execute(pool.queries)
  expect(rows).toEqual([{ flushed: true, commits: 'on' }])
})
