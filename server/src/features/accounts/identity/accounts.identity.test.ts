import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testSecret } from '../../../../test/build-test-app.ts'
import { captchaChallenge, solveCaptcha } from '../../../../test/captcha-solution.ts'
import { callEndpoint } from '../../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { type KeyServer, nowInSeconds, startKeyServer, testProject } from '../../../../test/key-server.ts'
import { insertInvitation } from '../../../../test/sweeps/scene/people.ts'
import { firebaseIdentity } from '../../../platform/identity/firebase-identity.ts'
import type { IdentityService } from '../../../platform/identity/identity.ts'
import { createLinkTokens } from '../../../platform/sessions/link-tokens.ts'
import { deriveKey } from '../../../platform/tokens.ts'

let keys: KeyServer
let app: TestApp
let identity: IdentityService
beforeAll(async () => {
  keys = await startKeyServer()
  const settings = { projectId: testProject, emulatorHost: undefined, serviceAccountFile: undefined }
  const hosted = await firebaseIdentity({ ...settings, keysUrl: keys.url })
  identity = { ...hosted, customToken: async (uid) => `custom token of ${uid}` }
})
afterAll(() => keys.close())
beforeEach(async () => {
  app = await buildTestApp({ identity })
})
afterEach(() => app.close())

const login = async (claims: Readonly<Record<string, unknown>>, more: object = {}) =>
  callEndpoint(app, identityEndpoints.firebaseLogin, {
    body: { firebaseIdToken: await keys.idToken(claims), ...more },
  })

const register = async (claims: Readonly<Record<string, unknown>>, more: object = {}) =>
  callEndpoint(app, identityEndpoints.firebaseRegister, {
    body: { firebaseIdToken: await keys.idToken(claims), ...more },
  })

const userOf = (id: number) =>
  app.owner.queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const trail = async (): Promise<string[]> => {
  const rows = await app.owner.queries.selectFrom('audit_events').select('action').execute()
  return rows.map(({ action }) => action).sort()
}

const prove = (person: TestPerson) =>
  sql`update users set email_verified_at = now() where id = ${person.userId}`.execute(app.owner.queries)

const isSignedIn = async ({ token }: TestPerson): Promise<boolean> =>
  (await callEndpoint(app, accountEndpoints.me, { token })).status === 200

describe('registering with the hosted identity service', () => {
  it('makes user, profile and practice with the proven address and no password, and signs in', async () => {
    const answer = await register(
      {},
      { practiceName: 'Fisio Norte', timezone: 'Europe/Madrid', language: 'it' },
    )
    expect(answer).toMatchObject({
      status: 201,
      payload: {
        user: { username: 'laura@example.test', email: 'laura@example.test', language: 'it' },
        doctor: { firstName: 'Laura', lastName: 'María Restrepo' },
        practice: { name: 'Fisio Norte', timezone: 'Europe/Madrid' },
        role: 'owner',
        clinical: true,
      },
      metadata: { firebaseToken: 'custom token of firebase-laura' },
    })
    const { id } = (answer.payload as { user: { id: number } }).user
    const user = await userOf(id)
    expect(user).toMatchObject({ firebase_uid: 'firebase-laura', password_hash: null })
    expect(user.email_verified_at).not.toBeNull()
    expect(user.activated_at).not.toBeNull()
    expect(await trail()).toEqual(['account.register'])
    expect(await login({})).toMatchObject({ status: 200, payload: { user: { id } } })
  })

  it('prefers the names of the form, and asks for them when nobody told them', async () => {
    const nobody = { name: undefined, sub: 'u1', email: 'u1@example.test' }
    expect(await register(nobody)).toMatchObject({
      status: 400,
      errors: [{ message: 'invalid_request', field: 'firstName', params: { reason: 'field_required' } }],
    })
    expect(await register({ ...nobody, name: 'Laura' })).toMatchObject({
      status: 400,
      errors: [{ field: 'lastName' }],
    })
    expect(await register(nobody, { firstName: 'Ana', lastName: 'Ruiz' })).toMatchObject({
      status: 201,
      payload: { doctor: { firstName: 'Ana', lastName: 'Ruiz' } },
    })
    const long = { name: `${'ñ'.repeat(300)} ${'x'.repeat(300)}`, sub: 'u2', email: 'u2@example.test' }
    expect((await register(long)).status).toBe(201)
  })

  it('joins the practice of an invitation, and the trail says as what', async () => {
    const owner = await registerOwner(app)
    const { practiceId, userId: invitedBy } = owner
    const invited = { practiceId, invitedBy, email: 'laura@example.test', userId: null }
    const id = await insertInvitation(app, invited)
    const links = createLinkTokens(deriveKey(testSecret, 'links in mails'))
    const invitation = links.sign('invitation', [practiceId, id, 1])
    expect(await register({}, { invitation })).toMatchObject({
      status: 201,
      payload: { practice: { id: practiceId }, role: 'practitioner' },
    })
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', 'account.register')
      .execute()
    const told = rows.map(({ detail }) => JSON.parse(detail) as object | null)
    expect(told).toContainEqual({ role: 'practitioner', clinical: true, clinicalAsked: false })
  })

  it('refuses an address that is not proven, or none', async () => {
    const refused = { status: 401, errors: [{ message: 'invalid_token' }] }
    expect(await register({ email_verified: false })).toMatchObject(refused)
    expect(await register({ email_verified: undefined })).toMatchObject(refused)
    expect(await register({ email: undefined })).toMatchObject(refused)
    expect(await app.owner.queries.selectFrom('users').select('id').execute()).toEqual([])
  })

  it('refuses whoever has an account already, by person or by address', async () => {
    await register({})
    const refused = { status: 409, errors: [{ message: 'user_already_registered' }] }
    expect(await register({})).toMatchObject(refused)
    expect(await register({ email: 'other@example.test' })).toMatchObject(refused)
    expect(await register({ sub: 'other' })).toMatchObject(refused)
    expect(await register({ sub: 'other', email: 'LAURA@EXAMPLE.test' })).toMatchObject(refused)
  })
})

describe('signing in with the hosted identity service', () => {
  it('links the account of the same proven address the first time, and knows the person from then on', async () => {
    const person = await registerOwner(app)
    await prove(person)
    const who = { email: person.username }
    expect(await login(who)).toMatchObject({
      status: 200,
      payload: { user: { id: person.userId }, practice: { id: person.practiceId } },
      metadata: { firebaseToken: 'custom token of firebase-laura' },
    })
    expect(await trail()).toEqual(['account.identity_linked', 'account.login', 'account.register'])
    expect(await userOf(person.userId)).toMatchObject({ firebase_uid: 'firebase-laura' })
    const moved = await login({ email: 'new-address@example.test', email_verified: false })
    expect(moved).toMatchObject({ status: 200, payload: { user: { id: person.userId } } })
    expect(await isSignedIn(person)).toBe(true)
    const byPassword = { username: person.username, password: person.password }
    expect(await callEndpoint(app, accountEndpoints.login, { body: byPassword })).toMatchObject({
      status: 200,
      metadata: { firebaseToken: 'custom token of firebase-laura' },
    })
  })

  it('G5 never links by an address that is not proven, nor by a name that looks like one', async () => {
    const person = await registerOwner(app)
    await prove(person)
    const refused = { status: 401, errors: [{ message: 'unauthorized' }] }
    expect(await login({ email: person.username, email_verified: false })).toMatchObject(refused)
    expect(await login({ email: person.username, email_verified: undefined })).toMatchObject(refused)
    expect(await login({ email: undefined, name: person.username })).toMatchObject(refused)
    expect(await login({ sub: person.username, email: 'else@example.test' })).toMatchObject(refused)
    await sql`update users set username = 'victim@example.test' where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(await login({ email: 'victim@example.test' })).toMatchObject(refused)
    expect(await userOf(person.userId)).toMatchObject({ firebase_uid: null })
    expect((await trail()).filter((action) => action === 'account.login_failed')).toHaveLength(5)
  })

  it('takes an account that was made with an address nobody had proven away from whoever made it', async () => {
    const stranger = await registerOwner(app)
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name)
      values (${stranger.userId}, 'c', 'k', 0, true, 'Llave')`.execute(app.owner.queries)
    expect((await login({ email: stranger.username })).status).toBe(200)
    expect(await isSignedIn(stranger)).toBe(false)
    expect(await userOf(stranger.userId)).toMatchObject({
      password_hash: null,
      email_verified_at: expect.any(Date),
    })
    expect(await app.owner.queries.selectFrom('passkeys').select('id').execute()).toEqual([])
    const byPassword = { username: stranger.username, password: stranger.password }
    expect((await callEndpoint(app, accountEndpoints.login, { body: byPassword })).status).toBe(401)
  })

  it('never gives an account that is linked to somebody else of the same address', async () => {
    await register({})
    expect(await login({ sub: 'a-second-person' })).toMatchObject({ status: 401 })
  })

  it('links once when it is asked twice at the same time', async () => {
    const person = await registerOwner(app)
    await prove(person)
    const answers = await Promise.all([1, 2, 3].map(() => login({ email: person.username })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await trail()).filter((action) => action === 'account.identity_linked')).toHaveLength(1)
  })

  it('refuses an account that is disabled or waits for its activation, and links neither', async () => {
    const person = await registerOwner(app)
    const set = (what: string) =>
      sql.raw(`update users set ${what} where id = ${person.userId}`).execute(app.owner.queries)
    await set('disabled_at = now()')
    expect(await login({ email: person.username })).toMatchObject({
      status: 401,
      errors: [{ message: 'unauthorized' }],
    })
    await set('disabled_at = null, activated_at = null')
    expect(await login({ email: person.username })).toMatchObject({
      status: 403,
      errors: [{ message: 'user_not_activated' }],
    })
    expect(await userOf(person.userId)).toMatchObject({ firebase_uid: null })
    await set("firebase_uid = 'firebase-laura', activated_at = now(), disabled_at = now()")
    expect((await login({ email: person.username })).status).toBe(401)
  })

  it('G11 is no way round the second factor', async () => {
    const person = await registerOwner(app)
    await prove(person)
    await sql`update users set totp_secret = 'x', totp_confirmed_at = now() where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    const sessions = () => app.owner.queries.selectFrom('sessions').select('id').execute()
    const before = (await sessions()).length
    const asked = { status: 401, errors: [{ message: 'second_factor_required' }] }
    expect(await login({ email: person.username })).toMatchObject(asked)
    expect(await login({ email: person.username })).toMatchObject(asked)
    expect(await sessions()).toHaveLength(before)
  })

  it('G5 refuses every token that is no good, with its row in the trail', async () => {
    await register({})
    const refused = { status: 401, errors: [{ message: 'invalid_token' }] }
    expect(await login({ aud: 'another' })).toMatchObject(refused)
    expect(await login({ exp: nowInSeconds() - 60 })).toMatchObject(refused)
    const token = await keys.idToken()
    for (const bad of [`${token}x`, token.slice(0, -10), `${token.slice(0, token.lastIndexOf('.'))}.`]) {
      const answer = await callEndpoint(app, identityEndpoints.firebaseLogin, {
        body: { firebaseIdToken: bad },
      })
      expect(answer).toMatchObject(refused)
    }
    expect((await trail()).filter((action) => action === 'account.login_failed')).toHaveLength(5)
  })
})

describe('proving again who is at the keyboard', () => {
  const reauthenticate = async (token: string, claims: Readonly<Record<string, unknown>>) =>
    callEndpoint(app, recoveryEndpoints.reauthenticate, {
      token,
      body: { firebaseIdToken: await keys.idToken(claims) },
    })

  it('works for the linked person who signed in there within five minutes', async () => {
    const { token } = (await register({})).metadata as { token: string }
    expect((await reauthenticate(token, {})).status).toBe(200)
    expect((await reauthenticate(token, { auth_time: nowInSeconds() - 290 })).status).toBe(200)
    for (const claims of [
      { auth_time: nowInSeconds() - 310 },
      { sub: 'somebody-else' },
      { aud: 'another' },
    ]) {
      expect(await reauthenticate(token, claims)).toMatchObject({
        status: 401,
        errors: [{ message: 'invalid_token' }],
      })
    }
    expect(recoveryEndpoints.reauthenticate.errors).toContain('invalid_token')
  })
})

describe('a custom token of ours', () => {
  const custom = { firebase: { identities: {}, sign_in_provider: 'custom' } }

  it('G13 makes no session fresh, and G7 no other one: it proves what the session proves that it was given to', async () => {
    const { token } = (await register({})).metadata as { token: string }
    const firebaseIdToken = await keys.idToken(custom)
    const refused = { status: 401, errors: [{ message: 'invalid_token' }] }
    expect(
      await callEndpoint(app, recoveryEndpoints.reauthenticate, { token, body: { firebaseIdToken } }),
    ).toMatchObject(refused)
    expect(await login(custom)).toMatchObject(refused)
  })
})

describe('G13 a session', () => {
  it('is as fresh as the sign-in there was', async () => {
    await register({})
    const startTotpOf = async (signedInAt: number) => {
      const { token } = (await login({ auth_time: signedInAt })).metadata as { token: string }
      return callEndpoint(app, securityEndpoints.startTotp, { token })
    }
    expect(await startTotpOf(nowInSeconds() - 310)).toMatchObject({
      status: 401,
      errors: [{ message: 'reauth_required' }],
    })
    expect((await startTotpOf(nowInSeconds() + 5)).status).toBe(201)
  })
})

describe('tokens that are no good', () => {
  it('are counted whichever door they are shown at', async () => {
    const counting = await buildTestApp({ identity, rateLimits: true })
    const body = { firebaseIdToken: await keys.idToken({ aud: 'another' }) }
    const show = async () =>
      (await callEndpoint(counting, identityEndpoints.firebaseRegister, { body })).status
    const answers: number[] = []
    // A few at a time: on a busy machine more would be told to come back before they were counted.
    for (let wave = 0; wave < 11; wave += 1)
      answers.push(...(await Promise.all(Array.from({ length: 5 }, show))))
    expect(answers.filter((status) => status === 429)).toHaveLength(5)
    await counting.close()
  })
})

describe('with the captcha on', () => {
  it('registering asks for it, signing in does not', async () => {
    const guarded = await buildTestApp({ identity, captcha: true })
    const body = { firebaseIdToken: await keys.idToken() }
    expect(await callEndpoint(guarded, identityEndpoints.firebaseRegister, { body })).toMatchObject({
      status: 400,
      errors: [{ message: 'invalid_captcha' }],
    })
    const captcha = solveCaptcha(await captchaChallenge(guarded))
    const solved = await callEndpoint(guarded, identityEndpoints.firebaseRegister, {
      body: { ...body, captcha },
    })
    expect(solved.status).toBe(201)
    expect((await callEndpoint(guarded, identityEndpoints.firebaseLogin, { body })).status).toBe(200)
    await guarded.close()
  })
})

describe('an installation without the service', () => {
  it('has neither endpoint, and gives nobody a custom token', async () => {
    const plain = await buildTestApp()
    const body = { firebaseIdToken: await keys.idToken() }
    for (const endpoint of [identityEndpoints.firebaseLogin, identityEndpoints.firebaseRegister]) {
      expect(await callEndpoint(plain, endpoint, { body })).toMatchObject({
        status: 404,
        errors: [{ message: 'not_found' }],
      })
    }
    const { token } = await registerOwner(plain)
    const me = await callEndpoint(plain, accountEndpoints.me, { token })
    expect(me.metadata).toEqual({ firebaseToken: null })
    await plain.close()
  })
})
