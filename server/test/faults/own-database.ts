import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool, type Pool } from '../../src/platform/database/database.ts'

/** An empty database for processes of the server, and a pool of the role that owns it. */
export interface OwnDatabase {
  /** The value of DATABASE_URL. */
  readonly url: string
  readonly pool: Pool
  drop(): Promise<void>
}

const asOwner = async (statement: string): Promise<void> => {
  const client = new pg.Client(inject('postgres').owner)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** `plainOwner`: the role in the URL owns the database and may create roles, and is no superuser. */
export const openOwnDatabase = async ({ plainOwner = false } = {}): Promise<OwnDatabase> => {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const owner = { ...inject('postgres').owner, database }
  const plain = { user: `plain_${database.slice(5, 17)}`, password: 'only-for-tests' }
  if (plainOwner) await asOwner(`create role ${plain.user} login createrole password '${plain.password}'`)
  const { user, password } = plainOwner ? plain : owner
  await asOwner(`create database ${database} owner ${user} template template0`)
  // What is counted over all of a long run takes longer than a request may.
  const pool = openPool(owner, { size: 2, onIdleError: () => undefined, patience: 600_000 })
  return {
    url: `postgres://${user}:${password}@localhost:${owner.port}/${database}?host=${encodeURIComponent(owner.host ?? '')}`,
    pool,
    drop: async () => {
      await pool.close()
      await asOwner(`drop database if exists ${database} with (force)`)
    },
  }
}
