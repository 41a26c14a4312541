import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres-database.ts'
import { distributeTables, requireDistributable } from './distribution.ts'

const isCluster = inject('postgres').workers.length > 0
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('one PostgreSQL is refused in a sentence before anything is changed; what is distributed already stays as it is', async () => {
  const { ownerConnection } = database
  if (isCluster) return expect(await distributeTables(ownerConnection)).toEqual({ tables: [], shared: [] })
  for (const ask of [requireDistributable, distributeTables])
    await expect(ask(ownerConnection)).rejects.toThrow(
      /^This database is one PostgreSQL: [^\n]+ Nothing was changed\.$/,
    )
})
