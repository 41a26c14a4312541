import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { type Passkey, securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, signIn, type TestPerson } from '../../../../test/factories/people.ts'
import { type Mischief, SoftwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson
let device: SoftwareAuthenticator

const app = await testServer({ alone: true })
beforeEach(async () => {
  person = await registerOwner(app)
  device = new SoftwareAuthenticator()
})

const as = (who: TestPerson, endpoint: EndpointShape, body?: unknown, id?: number): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, {
    token: who.token,
    ...(body ? { body } : {}),
    ...(id ? { params: { id } } : {}),
  })

const add = async (who = person, mischief: Mischief = {}, by = device): Promise<TestAnswer> => {
  const options = (await as(who, securityEndpoints.passkeyOptions)).payload
  return as(who, securityEndpoints.addPasskey, { name: 'Portátil', response: by.create(options, mischief) })
}

const loginOptions = async (): Promise<never> =>
  (await callEndpoint(app, securityEndpoints.passkeyLoginOptions)).payload

const login = (response: unknown): Promise<TestAnswer> =>
  callEndpoint(app, securityEndpoints.passkeyLogin, { body: { response } })

const me = (token: string): Promise<TestAnswer> => callEndpoint(app, accountEndpoints.me, { token })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const trail = async (): Promise<string[]> => {
  const rows = await app.owner.queries.selectFrom('audit_events').select('action').orderBy('at').execute()
  return rows.map((row) => row.action)
}

describe('making a passkey', () => {
  it('keeps it, lists it, tells the person by mail, and leaves one row', async () => {
    const answer = await add()
    expect(answer).toMatchObject({
      status: 201,
      payload: { name: 'Portátil', backedUp: true, lastUsedAt: null },
    })
    const overview = await as(person, securityEndpoints.overview)
    expect(overview.payload).toMatchObject({ hasPassword: true, passkeys: [answer.payload] })
    expect((await trail()).at(-1)).toBe('account.passkey_added')
    await app.runJobs()
    const mail = (await app.mails()).at(-1)
    expect(mail?.to?.[0]?.address).toBe(person.username)
    expect(mail?.text).toContain('Portátil')
  })

  it('asks the device for a key that needs no name and verifies its user, of this host', async () => {
    await add()
    expect((await as(person, securityEndpoints.passkeyOptions)).payload).toMatchObject({
      rp: { id: 'localhost', name: 'Ulna' },
      user: { name: person.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ transports: ['internal', 'hybrid'] }],
    })
  })

  it('is asked for a fresh proof of identity', async () => {
    await sql`update sessions set authenticated_at = now() - interval '6 minutes' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await as(person, securityEndpoints.passkeyOptions))).toBe('reauth_required')
    expect(keyOf(await as(person, securityEndpoints.addPasskey, { name: 'x', response: {} }))).toBe(
      'reauth_required',
    )
  })

  it.each<[string, Mischief]>([
    ['a page of another origin', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'ulna.example' }],
    ['a device that did not verify its user', { userVerified: false }],
    ['an assertion instead', { type: 'webauthn.get' }],
  ])('refuses one from %s', async (_, mischief) => {
    expect(await add(person, mischief)).toMatchObject({
      status: 400,
      errors: [{ message: 'passkey_rejected' }],
    })
  })

  it('takes a challenge once, for the account it was made for', async () => {
    const options = (await as(person, securityEndpoints.passkeyOptions)).payload
    const other = await registerOwner(app)
    const body = { name: 'Móvil', response: device.create(options) }
    expect(keyOf(await as(other, securityEndpoints.addPasskey, body))).toBe('passkey_rejected')
    expect((await as(person, securityEndpoints.addPasskey, body)).status).toBe(201)
    const again = { name: 'Móvil', response: device.create(options) }
    expect(keyOf(await as(person, securityEndpoints.addPasskey, again))).toBe('passkey_rejected')
    const login = { ...((await loginOptions()) as object), rp: { id: 'localhost' }, user: { id: 'x' } }
    const wrong = { name: 'Móvil', response: device.create(login as never) }
    expect(keyOf(await as(person, securityEndpoints.addPasskey, wrong))).toBe('passkey_rejected')
  })

  it.each([
    {},
    { id: 1 },
    { id: 'x', rawId: 'x', type: 'public-key' },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: '' } },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 7, attestationObject: [] } },
    { id: 'x', rawId: 'x', type: 'public-key', response: null },
  ])('refuses what is no answer of a device: %j', async (response) => {
    expect(await as(person, securityEndpoints.addPasskey, { name: 'x', response })).toMatchObject({
      status: 400,
      errors: [{ message: 'passkey_rejected' }],
    })
    expect(await login(response)).toMatchObject({ status: 400, errors: [{ message: 'passkey_rejected' }] })
    expect(keyOf(await as(person, recoveryEndpoints.reauthenticate, { passkey: response }))).toBe(
      'passkey_rejected',
    )
  })
})

describe('signing in with a passkey', () => {
  it('needs no name, opens a session in the only practice, and leaves the row of a sign-in', async () => {
    await add()
    const answer = await login(device.get(await loginOptions()))
    const session: SessionPayload = answer.payload
    expect([answer.status, session.user.id, session.practice?.id]).toEqual([
      200,
      person.userId,
      person.practiceId,
    ])
    expect((await me((answer.metadata as { token: string }).token)).status).toBe(200)
    expect((await trail()).at(-1)).toBe('account.login')
    const { passkeys }: { passkeys: Passkey[] } = (await as(person, securityEndpoints.overview)).payload
    expect(passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  it('names no account: the challenge is the same for everybody, and signed', async () => {
    const options: Record<string, unknown> = await loginOptions()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    await add()
    const forged = { ...options, challenge: Buffer.from('a.99999999999999.b').toString('base64url') }
    expect(keyOf(await login(device.get(forged as never)))).toBe('passkey_rejected')
  })

  it('G11 takes an answer once', async () => {
    await add()
    const response = device.get(await loginOptions())
    expect((await login(response)).status).toBe(200)
    expect(await login(response)).toMatchObject({ status: 400, errors: [{ message: 'passkey_rejected' }] })
    expect((await trail()).at(-1)).toBe('account.login_failed')
  })

  it('refuses the counter of a copied device, and lets both of two parallel answers of one count once', async () => {
    await add()
    expect((await login(device.get(await loginOptions(), { counter: 7 }))).status).toBe(200)
    expect(keyOf(await login(device.get(await loginOptions(), { counter: 7 })))).toBe('passkey_rejected')
    expect(keyOf(await login(device.get(await loginOptions(), { counter: 3 })))).toBe('passkey_rejected')
    const response = device.get(await loginOptions(), { counter: 8 })
    const answers = await Promise.all([login(response), login(response), login(response)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it.each<[string, Mischief]>([
    ['another origin', { origin: 'https://localhost' }],
    ['another host', { rpId: 'example.test' }],
    ['an unverified user', { userVerified: false }],
    ['a registration', { type: 'webauthn.create' }],
  ])('refuses %s', async (_, mischief) => {
    await add()
    expect(keyOf(await login(device.get(await loginOptions(), mischief)))).toBe('passkey_rejected')
  })

  it('refuses a disabled account and one that is not activated', async () => {
    await add()
    const set = (column: 'disabled_at' | 'activated_at', value: Date | null) =>
      app.owner.queries
        .updateTable('users')
        .set({ [column]: value })
        .where('id', '=', person.userId)
        .execute()
    await set('activated_at', null)
    expect(keyOf(await login(device.get(await loginOptions())))).toBe('user_not_activated')
    await set('activated_at', new Date())
    await set('disabled_at', new Date())
    expect(keyOf(await login(device.get(await loginOptions())))).toBe('unauthorized')
  })
})

describe('passkeys of an account', () => {
  it('are renamed by their owner alone', async () => {
    const { id }: Passkey = (await add()).payload
    const other = await registerOwner(app)
    expect((await as(other, securityEndpoints.renamePasskey, { name: 'Mía' }, id)).status).toBe(404)
    expect((await as(other, securityEndpoints.removePasskey, undefined, id)).status).toBe(404)
    expect((await as(person, securityEndpoints.renamePasskey, { name: 'Mía' }, id)).payload).toMatchObject({
      id,
      name: 'Mía',
    })
  })

  it('G7 end the other sessions when one is removed, sign in no more, and the person hears of it', async () => {
    const { id }: Passkey = (await add()).payload
    const other = await signIn(app, person.username)
    const response = device.get(await loginOptions())
    expect((await as(person, securityEndpoints.removePasskey, undefined, id)).status).toBe(200)
    expect((await me(other.token)).status).toBe(401)
    expect((await me(person.token)).status).toBe(200)
    expect(keyOf(await login(response))).toBe('passkey_rejected')
    expect((await as(person, securityEndpoints.removePasskey, undefined, id)).status).toBe(404)
    await app.runJobs()
    expect((await app.mails()).at(-1)?.text).toContain('Portátil')
    const { rows } = await sql`select 1 from passkeys where id = ${id}`.execute(app.owner.queries)
    expect(rows).toEqual([])
  })

  it('prove again who is at the keyboard, with those of the account alone', async () => {
    await add()
    const other = await registerOwner(app)
    const age = sql`update sessions set authenticated_at = now() - interval '6 minutes'`
    await age.execute(app.owner.queries)
    const prove = async (who: TestPerson): Promise<TestAnswer> =>
      as(who, recoveryEndpoints.reauthenticate, { passkey: device.get(await loginOptions()) })
    expect(keyOf(await prove(other))).toBe('passkey_rejected')
    expect((await trail()).at(-1)).toBe('account.reauthentication_failed')
    expect(keyOf(await as(person, securityEndpoints.passkeyOptions))).toBe('reauth_required')
    expect((await prove(person)).status).toBe(200)
    expect((await as(person, securityEndpoints.passkeyOptions)).status).toBe(200)
  })

  it('end with a reset by mail when nobody had proven the address, and stay otherwise', async () => {
    const resetByMail = async (): Promise<void> => {
      await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: person.username } })
      await app.runJobs()
      const mail = (await app.mails()).findLast(({ to }) => to?.[0]?.address === person.username)
      const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1]
      const body = { token, password: person.password }
      expect((await callEndpoint(app, recoveryEndpoints.resetPassword, { body })).status).toBe(200)
    }
    await add()
    await resetByMail()
    expect(keyOf(await login(device.get(await loginOptions())))).toBe('passkey_rejected')
    const again = await signIn(app, person.username)
    await add(again)
    await resetByMail()
    expect((await login(device.get(await loginOptions()))).status).toBe(200)
  })
})
