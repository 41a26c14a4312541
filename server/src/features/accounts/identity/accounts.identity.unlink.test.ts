import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { type SecurityOverview, securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, signIn, type TestPerson } from '../../../../test/factories/people.ts'
import { type KeyServer, startKeyServer, testProject } from '../../../../test/key-server.ts'
import { firebaseIdentity } from '../../../platform/identity/firebase-identity.ts'

let keys: KeyServer
let app: TestApp
let person: TestPerson

beforeAll(async () => {
  keys = await startKeyServer()
  const settings = { projectId: testProject, emulatorHost: undefined, serviceAccountFile: undefined }
  app = await buildTestApp({ identity: await firebaseIdentity({ ...settings, keysUrl: keys.url }) })
})
afterAll(async () => {
  await app.close()
  await keys.close()
})
beforeEach(async () => {
  person = await registerOwner(app)
  await set('email_verified_at = now()')
})

const set = (what: string) =>
  sql.raw(`update users set ${what} where id = ${person.userId}`).execute(app.owner.queries)

const signInThere = async (): Promise<TestAnswer> =>
  callEndpoint(app, identityEndpoints.firebaseLogin, {
    body: { firebaseIdToken: await keys.idToken({ email: person.username, sub: person.username }) },
  })

const link = async (): Promise<void> => {
  expect((await signInThere()).status).toBe(200)
}

const unlink = (token = person.token): Promise<TestAnswer> =>
  callEndpoint(app, identityEndpoints.firebaseUnlink, { token })

const overview = async (token = person.token): Promise<SecurityOverview> =>
  (await callEndpoint(app, securityEndpoints.overview, { token })).payload

const subjects = async (): Promise<string[]> => {
  await app.runJobs()
  const mails = (await app.mails()).filter((mail) => mail.to?.[0]?.address === person.username)
  return mails.map(({ subject }) => subject ?? '')
}

const isSignedIn = async (token: string): Promise<boolean> =>
  (await callEndpoint(app, accountEndpoints.me, { token })).status === 200

const actions = async (): Promise<string[]> => {
  const rows = await app.owner.queries
    .selectFrom('audit_events')
    .select('action')
    .where('user_id', '=', person.userId)
    .where('action', '=', 'account.identity_unlinked')
    .execute()
  return rows.map(({ action }) => action)
}

describe('the first sign-in with the hosted identity service', () => {
  it('tells the person of the link by mail, in their language, and only the first', async () => {
    await set(`language = 'it'`)
    expect((await overview()).hostedIdentity).toBe(false)
    await link()
    await link()
    expect((await overview()).hostedIdentity).toBe(true)
    expect(await subjects()).toEqual(['Account Google collegato all’account Ulna'])
  })

  it('G11 ends the second factor of an account whose address nobody had proven', async () => {
    await set(`email_verified_at = null, totp_secret = 'x', totp_confirmed_at = now()`)
    await link()
    const linked = await app.owner.queries
      .selectFrom('users')
      .select(['totp_secret', 'totp_confirmed_at', 'firebase_uid'])
      .where('id', '=', person.userId)
      .executeTakeFirst()
    expect(linked).toEqual({ totp_secret: null, totp_confirmed_at: null, firebase_uid: person.username })
  })
})

describe('unlinking the hosted identity', () => {
  it('leaves the password, ends the other sessions, and the person hears of it', async () => {
    await link()
    const other = await signIn(app, person.username)
    expect(await unlink()).toMatchObject({ status: 200, payload: { hostedIdentity: false } })
    expect((await overview()).hostedIdentity).toBe(false)
    expect(await isSignedIn(other.token)).toBe(false)
    expect(await isSignedIn(person.token)).toBe(true)
    expect(await actions()).toHaveLength(1)
    expect((await subjects()).at(-1)).toBe('Cuenta de Google desvinculada de la cuenta de Ulna')
    expect((await signIn(app, person.username)).userId).toBe(person.userId)
  })

  it('lets the person link again', async () => {
    await link()
    await unlink()
    await link()
    expect((await overview()).hostedIdentity).toBe(true)
  })

  it('is refused when it is the only way to sign in, and works once there is a password or a passkey', async () => {
    const refused = { status: 409, errors: [{ message: 'last_way_in' }] }
    await link()
    await set('password_hash = null')
    expect(await unlink()).toMatchObject(refused)
    const passkey = await app.owner.queries
      .insertInto('passkeys')
      .values({
        user_id: person.userId,
        credential_id: person.username,
        public_key: Buffer.from('k'),
        counter: 0,
        backed_up: true,
        name: 'Llave',
        removed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await unlink()).toMatchObject(refused)
    expect((await overview()).hostedIdentity).toBe(true)
    await sql`update passkeys set removed_at = null where id = ${passkey.id}`.execute(app.owner.queries)
    expect((await unlink()).status).toBe(200)

    await link()
    await sql`delete from passkeys where id = ${passkey.id}`.execute(app.owner.queries)
    const body = { password: 'siete lunas sobre el puente' }
    const { token } = person
    expect((await callEndpoint(app, recoveryEndpoints.changePassword, { token, body })).status).toBe(200)
    expect((await unlink()).status).toBe(200)
  })

  it('G13 takes a fresh proof of identity', async () => {
    await link()
    await sql`update sessions set authenticated_at = now() - interval '301 seconds' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(await unlink()).toMatchObject({ status: 401, errors: [{ message: 'reauth_required' }] })
    expect((await overview()).hostedIdentity).toBe(true)
  })

  it('of an account that is not linked changes nothing and tells nobody', async () => {
    const other = await signIn(app, person.username)
    expect((await unlink()).status).toBe(200)
    expect(await isSignedIn(other.token)).toBe(true)
    expect(await subjects()).toEqual([])
  })

  it('works though the installation has no such service any more', async () => {
    await link()
    const plain = await buildTestApp({ on: app })
    const answer = await callEndpoint(plain, identityEndpoints.firebaseUnlink, { token: person.token })
    await plain.close()
    expect(answer.status).toBe(200)
    expect((await overview()).hostedIdentity).toBe(false)
  })
})
