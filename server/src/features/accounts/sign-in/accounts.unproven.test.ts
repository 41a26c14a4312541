import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

const ownersPassword = 'siete lunas sobre el puente'

/** Registered with an address that nobody has proven, and turned everything on. */
let stranger: TestPerson
let recoveryCodes: readonly string[]

const turnOnSecondFactor = async ({ token }: TestPerson): Promise<string[]> => {
  const { payload } = await callEndpoint(app, securityEndpoints.startTotp, { token })
  const { secret }: { secret: string } = payload
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const confirmed = await callEndpoint(app, securityEndpoints.confirmTotp, { token, body: { code } })
  return (confirmed.payload as { recoveryCodes: string[] }).recoveryCodes
}

const app = await testServer({ alone: true })
beforeEach(async () => {
  stranger = await registerOwner(app)
  recoveryCodes = await turnOnSecondFactor(stranger)
  await sql`insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name)
    values (${stranger.userId}, ${stranger.username}, 'k', 0, true, 'Llave')`.execute(app.owner.queries)
  await sql`update users set firebase_uid = ${stranger.username} where id = ${stranger.userId}`.execute(
    app.owner.queries,
  )
})

const mailsToOwner = async () => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to?.[0]?.address === stranger.username)
}

const reset = async (): Promise<TestAnswer> => {
  await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: stranger.username } })
  const link = /https?:\S+/.exec((await mailsToOwner()).at(-1)?.text ?? '')?.[0] ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  return callEndpoint(app, recoveryEndpoints.resetPassword, { body: { token, password: ownersPassword } })
}

const login = (code?: string): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, {
    body: { username: stranger.username, password: ownersPassword, ...(code ? { code } : {}) },
  })

const means = async (): Promise<unknown> => {
  const { rows } = await sql`
    select firebase_uid is not null as linked, totp_secret is not null as secret,
      totp_confirmed_at is not null as confirmed, totp_step is not null as step,
      (select count(*)::int from recovery_codes c where c.user_id = u.id) as codes,
      (select count(*)::int from passkeys k where k.user_id = u.id) as passkeys
    from users u where id = ${stranger.userId}`.execute(app.owner.queries)
  return rows[0]
}

const nothing = { linked: false, secret: false, confirmed: false, step: false, codes: 0, passkeys: 0 }

describe('resetting the password of an account whose address nobody had proven', () => {
  it('G11 lets the owner of the address in, whatever a stranger had turned on to keep them out', async () => {
    expect((await reset()).status).toBe(200)
    expect(await means()).toEqual(nothing)
    const { status, metadata } = await login()
    expect(status).toBe(200)
    const { token }: { token: string } = metadata
    expect((await callEndpoint(app, securityEndpoints.overview, { token })).payload).toMatchObject({
      hasPassword: true,
      hostedIdentity: false,
      totp: false,
      recoveryCodesLeft: 0,
      passkeys: [],
    })
    expect((await mailsToOwner()).map(({ subject }) => subject)).toContain(
      'Verificación en dos pasos desactivada',
    )
  })

  it('leaves no secret of an authenticator app that was never confirmed', async () => {
    await sql`update users set totp_confirmed_at = null where id = ${stranger.userId}`.execute(
      app.owner.queries,
    )
    await reset()
    expect(await means()).toEqual(nothing)
    expect((await mailsToOwner()).map(({ subject }) => subject)).not.toContain(
      'Verificación en dos pasos desactivada',
    )
  })

  it('proves the address: what is set up afterwards stays through the next reset', async () => {
    await reset()
    const { token } = (await login()).metadata as { token: string }
    const [code = ''] = await turnOnSecondFactor({ ...stranger, token })
    expect((await reset()).status).toBe(200)
    expect(await login()).toMatchObject({ status: 401, errors: [{ message: 'second_factor_required' }] })
    expect((await login(code)).status).toBe(200)
  })
})

it('G11 a reset leaves the second factor, passkeys and link of an account whose address was proven', async () => {
  await sql`update users set email_verified_at = now() where id = ${stranger.userId}`.execute(
    app.owner.queries,
  )
  const before = await means()
  expect((await reset()).status).toBe(200)
  expect(await means()).toEqual(before)
  expect(await login()).toMatchObject({ status: 401, errors: [{ message: 'second_factor_required' }] })
  expect((await login(recoveryCodes[0])).status).toBe(200)
})
