import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { type Mischief, SoftwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson
let device: SoftwareAuthenticator

const app = await testServer()
beforeEach(async () => {
  person = await registerOwner(app)
  device = new SoftwareAuthenticator()
})

const rejected = { status: 400, errors: [{ message: 'passkey_rejected' }] }

const add = async (mischief: Mischief = {}): Promise<TestAnswer> => {
  const { token } = person
  const options = (await callEndpoint(app, securityEndpoints.passkeyOptions, { token })).payload
  return callEndpoint(app, securityEndpoints.addPasskey, {
    token,
    body: { name: 'Portátil', response: device.create(options, mischief) },
  })
}

const answer = async (mischief: Mischief): Promise<Record<string, unknown>> =>
  device.get((await callEndpoint(app, securityEndpoints.passkeyLoginOptions)).payload, mischief)

const login = async (mischief: Mischief = {}): Promise<TestAnswer> =>
  callEndpoint(app, securityEndpoints.passkeyLogin, { body: { response: await answer(mischief) } })

const prove = async (mischief: Mischief = {}): Promise<TestAnswer> =>
  callEndpoint(app, recoveryEndpoints.reauthenticate, {
    token: person.token,
    body: { passkey: await answer(mischief) },
  })

const handleOf = (uid: string): string => Buffer.from(uid).toString('base64url')

describe('what a device signed', () => {
  it.each<[string, Mischief]>([
    ['by another key than the passkey’s', { foreignSignature: true }],
    ['for another account', { userHandle: handleOf('somebody else') }],
    ['for an account it does not name', { userHandle: null }],
    ['for an empty name', { userHandle: '' }],
  ])('signs nobody in and proves nothing: %s', async (_, mischief) => {
    await add()
    expect(await login(mischief)).toMatchObject(rejected)
    expect(await prove(mischief)).toMatchObject(rejected)
    expect((await login()).status).toBe(200)
    expect((await prove()).status).toBe(200)
  })

  it('is looked up by an id as long as a stranger may send', async () => {
    await add()
    const response = { ...(await answer({})), id: 'x'.repeat(10_000) }
    expect(await callEndpoint(app, securityEndpoints.passkeyLogin, { body: { response } })).toMatchObject(
      rejected,
    )
  })
})

describe('a passkey that a device has made', () => {
  it('is refused when its attestation was signed by another key', async () => {
    expect(await add({ foreignSignature: true })).toMatchObject(rejected)
    expect(await login()).toMatchObject(rejected)
  })

  it('has an id of 1023 bytes at most', async () => {
    expect(await add({ credentialIdBytes: 1024 })).toMatchObject(rejected)
    expect((await add({ credentialIdBytes: 1023 })).status).toBe(201)
    expect((await login()).status).toBe(200)
  })

  it.each<[unknown, string[]]>([
    [
      ['usb', 'telepathy', 'nfc', 7, 'usb'],
      ['usb', 'nfc'],
    ],
    ['usb', ['usb']],
    [7, []],
    [{}, []],
  ])('says how it is reached, as far as that is known: %j', async (transports, kept) => {
    expect((await add({ transports })).status).toBe(201)
    const rows = await app.owner.queries
      .selectFrom('passkeys')
      .select('transports')
      .where('user_id', '=', person.userId)
      .execute()
    expect(rows).toEqual([{ transports: kept }])
  })
})
