import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { type KeyServer, startKeyServer, testProject } from '../../../../test/key-server.ts'
import { firebaseIdentity } from '../../../platform/identity/firebase-identity.ts'

let keys: KeyServer
let app: TestApp
let person: TestPerson

beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())
beforeEach(async () => {
  const settings = { projectId: testProject, emulatorHost: undefined, serviceAccountFile: undefined }
  app = await buildTestApp({ identity: await firebaseIdentity({ ...settings, keysUrl: keys.url }) })
  person = await registerOwner(app)
})
afterEach(() => app.close())

const login = async (): Promise<TestAnswer> =>
  callEndpoint(app, identityEndpoints.firebaseLogin, {
    body: { firebaseIdToken: await keys.idToken({ email: person.username }) },
  })

const waitForLock = async (): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.owner.queries,
  )
  if (rows.length === 0) return waitForLock()
}

/** A first sign-in that finds, once it may write, what somebody else wrote since it looked. */
const loginOvertakenBy = async (change: RawBuilder<unknown>): Promise<TestAnswer> => {
  const overtaken = await app.owner.queries.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${person.userId} for update`.execute(tx)
    const answer = login()
    await waitForLock()
    await change.execute(tx)
    return { answer }
  })
  return overtaken.answer
}

const linkedTo = async (): Promise<unknown[]> => {
  const rows = await app.owner.queries
    .selectFrom('users')
    .select('id')
    .where('firebase_uid', '=', 'firebase-laura')
    .execute()
  return rows.map(({ id }) => id)
}

const failedSignIns = async (): Promise<number> => {
  const rows = await app.owner.queries
    .selectFrom('audit_events')
    .select('at')
    .where('action', '=', 'account.login_failed')
    .execute()
  return rows.length
}

describe('a first sign-in with the hosted identity service', () => {
  it('finds the account that another sign-in of the same person has linked meanwhile', async () => {
    const answer = await loginOvertakenBy(
      sql`update users set firebase_uid = 'firebase-laura' where id = ${person.userId}`,
    )
    expect(answer).toMatchObject({ status: 200, payload: { user: { id: person.userId } } })
  })

  it('finds the other account that was linked with the person meanwhile, and links no second', async () => {
    const other = await registerOwner(app)
    const answer = await loginOvertakenBy(
      sql`update users set firebase_uid = 'firebase-laura' where id = ${other.userId}`,
    )
    expect(answer).toMatchObject({ status: 200, payload: { user: { id: other.userId } } })
    expect(await linkedTo()).toEqual([other.userId])
  })

  it('links no account that has another address by then', async () => {
    const answer = await loginOvertakenBy(
      sql`update users set email = 'otra@example.test' where id = ${person.userId}`,
    )
    expect(answer).toMatchObject({ status: 401, errors: [{ message: 'unauthorized' }] })
    expect(await linkedTo()).toEqual([])
  })

  it('says that it is our trouble when the link cannot be written', async () => {
    const answer = await loginOvertakenBy(
      sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(answer.status).toBe(503)
    expect(await failedSignIns()).toBe(0)
    expect((await login()).status).toBe(200)
  })

  it('says that the service is away when its keys are, and notes no failed sign-in', async () => {
    keys.setAway(true)
    const answer = await login()
    keys.setAway(false)
    expect(answer).toMatchObject({ status: 503, errors: [{ message: 'service_unavailable' }] })
    expect(await failedSignIns()).toBe(0)
  })
})
