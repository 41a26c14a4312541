import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testSecret } from '../../test/build-test-app.ts'
import { registerOwner } from '../../test/factories/people.ts'
import { installationScope, transaction } from './database.ts'
import { fingerprintOf } from './secret-epochs.ts'
import { type Standing, standingOf } from './secret-start.ts'
import type { Secrets } from './tokens.ts'

let app: TestApp

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

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
