import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'

const { app, owner } = await testPractice({ alone: true })

const run = (text: string) => sql.raw(text).execute(app.owner.queries)

/** The connection of whoever writes ends by itself, at most so often, when the trigger runs. */
const endConnections = async (times: number, trigger: string): Promise<void> => {
  await run('alter sequence ended_connections restart')
  await run(`create or replace function end_connection() returns trigger language plpgsql as $$
    begin
      if nextval('public.ended_connections') <= ${times} then
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(5);
      end if;
      return new;
    end $$`)
  await run(trigger)
}

const beforeItIsWritten =
  'create trigger ending before insert on patients for each row execute function end_connection()'
const whenItIsCommitted =
  'create constraint trigger ending after insert on patients deferrable initially deferred for each row execute function end_connection()'

beforeAll(async () => {
  await run('create sequence ended_connections')
  await run('grant usage on sequence ended_connections to public')
})
afterEach(async () => {
  await run('drop trigger if exists ending on patients')
  app.log.length = 0
})

const create = (lastName: string) =>
  callEndpoint(app, patientEndpoints.create, {
    token: owner.token,
    headers: { 'idempotency-key': lastName },
    body: { firstName: 'Cortada', lastName },
  })

const count = async (lastName: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from patients where last_name = ${lastName}`.execute(app.owner.queries)
  return rows[0]?.count ?? -1
}

/** How often it was tried, counted by what no rollback takes back. */
const attempts = async (): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select last_value::int as last from ended_connections`.execute(
    app.owner.queries,
  )
  return rows[0]?.last ?? -1
}

describe('A8 a connection that ends under a write', () => {
  it('before it is committed: the write is done again, and is there once', async () => {
    await endConnections(2, beforeItIsWritten)
    expect((await create('Dos')).status).toBe(201)
    expect([await attempts(), await count('Dos')]).toEqual([3, 1])
  })

  it('each time: it is tried three times, and whoever made it is told to come back', async () => {
    await endConnections(1000, beforeItIsWritten)
    const { status, headers } = await create('Siempre')
    expect([status, headers['retry-after'], await attempts()]).toEqual([503, '2', 3])
    expect(await count('Siempre')).toBe(0)
  })

  it('while it is committed: it is not done again, for nobody knows whether it is there', async () => {
    await endConnections(1, whenItIsCommitted)
    const { status } = await create('Confirmada')
    expect([status, await attempts()]).toEqual([503, 1])
    // Whoever sends it again gets through, with one effect.
    expect((await create('Confirmada')).status).toBe(201)
    expect(await count('Confirmada')).toBe(1)
  })
})
