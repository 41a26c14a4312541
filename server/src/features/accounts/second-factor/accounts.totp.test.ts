import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, signIn, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson
let secret: string

const app = await testServer({ alone: true })
beforeEach(async () => {
  person = await registerOwner(app)
})

const as = (endpoint: EndpointShape, body?: unknown): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { token: person.token, ...(body ? { body } : {}) })
const login = (code?: string): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, {
    body: { username: person.username, password: testPassword, ...(code ? { code } : {}) },
  })
const me = (token: string): Promise<TestAnswer> => callEndpoint(app, accountEndpoints.me, { token })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

/** What the app shows a number of steps from now. */
const codeAt = (steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that is wrong at every step around now. */
const wrongCode = (): string => {
  const right = new Set([-2, -1, 0, 1, 2].map(codeAt))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.has(one)) ?? ''
}

/** Every step counts again, as if time had passed. */
const forgetSteps = () =>
  sql`update users set totp_step = null where id = ${person.userId}`.execute(app.owner.queries)

const start = async (): Promise<TestAnswer> => {
  const answer = await as(securityEndpoints.startTotp)
  secret = (answer.payload as { secret: string }).secret
  return answer
}

const turnOn = async (): Promise<string[]> => {
  await start()
  const answer = await as(securityEndpoints.confirmTotp, { code: codeAt(0) })
  await forgetSteps()
  return (answer.payload as { recoveryCodes: string[] }).recoveryCodes
}

describe('another password of an account with a second factor', () => {
  const another = 'siete perros bajo la mesa'
  const change = (code?: string): Promise<TestAnswer> =>
    as(recoveryEndpoints.changePassword, {
      currentPassword: testPassword,
      password: another,
      ...(code ? { code } : {}),
    })
  const loginWith = (password: string, code: string): Promise<TestAnswer> =>
    callEndpoint(app, accountEndpoints.login, { body: { username: person.username, password, code } })

  it('takes its code as well as the present password: a stolen session alone has neither', async () => {
    await turnOn()
    expect(keyOf(await change())).toBe('second_factor_required')
    expect(keyOf(await change(wrongCode()))).toBe('invalid_code')
    expect((await loginWith(testPassword, codeAt(0))).status).toBe(200)
    await forgetSteps()
    expect((await change(codeAt(0))).status).toBe(200)
    await forgetSteps()
    expect((await loginWith(another, codeAt(0))).status).toBe(200)
  })

  it('leaves a row where the code is wrong, and none where there is none', async () => {
    await turnOn()
    const failures = async (): Promise<number> => {
      const { rows } = await sql`
        select 1 from audit_events
        where action = 'account.reauthentication_failed' and user_id = ${person.userId}`.execute(
        app.owner.queries,
      )
      return rows.length
    }
    await change()
    expect(await failures()).toBe(0)
    await change(wrongCode())
    expect(await failures()).toBe(1)
  })

  it('takes a recovery code in its place, once', async () => {
    const [code = ''] = await turnOn()
    expect((await change(code)).status).toBe(200)
    expect(
      keyOf(
        await as(recoveryEndpoints.changePassword, {
          currentPassword: another,
          password: testPassword,
          code,
        }),
      ),
    ).toBe('invalid_code')
  })
})

describe('the second factor', () => {
  it('counts once a first code confirms it; the other sessions end, and the person hears of it', async () => {
    const other = await signIn(app, person.username)
    const started = await start()
    expect(started).toMatchObject({ status: 201 })
    expect((started.payload as { uri: string }).uri).toMatch(
      /^otpauth:\/\/totp\/Ulna:.*secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    )
    expect((await login()).status).toBe(200)
    expect(keyOf(await as(securityEndpoints.confirmTotp, { code: wrongCode() }))).toBe('invalid_code')
    const { status, payload } = await as(securityEndpoints.confirmTotp, { code: codeAt(0) })
    expect(status).toBe(200)
    const { recoveryCodes }: { recoveryCodes: string[] } = payload
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await me(other.token)).status).toBe(401)
    expect((await me(person.token)).status).toBe(200)
    expect((await as(securityEndpoints.overview)).payload).toMatchObject({
      totp: true,
      recoveryCodesLeft: 10,
    })
    expect(keyOf(await as(securityEndpoints.startTotp))).toBe('already_exists')
    await app.runJobs()
    expect((await app.mails()).at(-1)?.to?.[0]?.address).toBe(person.username)
  })

  it('is asked for after the right password, and only then', async () => {
    await turnOn()
    expect(await login()).toMatchObject({ status: 401, errors: [{ message: 'second_factor_required' }] })
    const wrong = await callEndpoint(app, accountEndpoints.login, {
      body: { username: person.username, password: 'otra', code: codeAt(0) },
    })
    expect(keyOf(wrong)).toBe('unauthorized')
    expect(await login(wrongCode())).toMatchObject({ status: 400, errors: [{ message: 'invalid_code' }] })
    expect((await login(` ${codeAt(0).slice(0, 3)} ${codeAt(0).slice(3)}`)).status).toBe(200)
  })

  it('rests encrypted, each secret for its account', async () => {
    await turnOn()
    const other = await registerOwner(app)
    const { rows } = await sql<{ row: string }>`select u::text as row from users u`.execute(app.owner.queries)
    const bytes = Buffer.from(Secret.fromBase32(secret).buffer).toString('hex')
    expect(rows.map(({ row }) => row).join()).not.toMatch(new RegExp(`${secret}|${bytes}`, 'i'))
    await sql`update users set totp_secret = (select totp_secret from users where id = ${other.userId}),
      totp_confirmed_at = now() where id = ${person.userId}`.execute(app.owner.queries)
    expect(keyOf(await login(codeAt(0)))).toBe('invalid_code')
  })

  it('G11 takes the code of a step, and of none before it, once, of several at the same time too', async () => {
    await turnOn()
    const code = codeAt(0)
    const answers = await Promise.all([login(code), login(code), login(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(keyOf(await login(codeAt(-1)))).toBe('invalid_code')
    expect((await login(codeAt(1))).status).toBe(200)
    expect(keyOf(await login(codeAt(3)))).toBe('invalid_code')
  })

  it('G11 takes a recovery code once, however it is spelled', async () => {
    const [first = '', second = ''] = await turnOn()
    expect((await login(` ${first.toLowerCase().replace('-', ' ')}`)).status).toBe(200)
    expect(keyOf(await login(first))).toBe('invalid_code')
    expect((await login(second.replace('-', ''))).status).toBe(200)
    expect((await as(securityEndpoints.overview)).payload).toMatchObject({ recoveryCodesLeft: 8 })
    const made = (await as(securityEndpoints.makeRecoveryCodes)).payload as { recoveryCodes: string[] }
    expect((await login(made.recoveryCodes[0])).status).toBe(200)
    const { rows } = await sql<{ row: string }>`select c::text as row from recovery_codes c`.execute(
      app.owner.queries,
    )
    for (const code of made.recoveryCodes)
      expect(rows.map(({ row }) => row).join()).not.toContain(code.replace('-', ''))
  })

  it('G11 is not passed by resetting the password, nor by proving identity with the password alone', async () => {
    const [code = ''] = await turnOn()
    expect(keyOf(await as(recoveryEndpoints.reauthenticate, { password: testPassword }))).toBe(
      'second_factor_required',
    )
    expect(
      keyOf(await as(recoveryEndpoints.reauthenticate, { password: testPassword, code: wrongCode() })),
    ).toBe('invalid_code')
    expect((await as(recoveryEndpoints.reauthenticate, { password: testPassword, code })).status).toBe(200)
  })

  it('G11 G13 is turned on and off with a fresh proof of identity only', async () => {
    await turnOn()
    await sql`update sessions set authenticated_at = now() - interval '301 seconds' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    for (const endpoint of [
      securityEndpoints.startTotp,
      securityEndpoints.disableTotp,
      securityEndpoints.makeRecoveryCodes,
    ])
      expect(keyOf(await as(endpoint))).toBe('reauth_required')
    expect(keyOf(await as(securityEndpoints.confirmTotp, { code: codeAt(0) }))).toBe('reauth_required')
  })

  it('G7 ends the other sessions when it is turned off, and its codes with it', async () => {
    const [code = ''] = await turnOn()
    const { token } = (await login(code)).metadata as { token: string }
    expect((await as(securityEndpoints.disableTotp)).payload).toEqual({ totp: false })
    expect((await me(token)).status).toBe(401)
    expect((await login()).status).toBe(200)
    expect((await as(securityEndpoints.overview)).payload).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    })
    expect((await as(securityEndpoints.makeRecoveryCodes)).status).toBe(404)
    expect((await as(securityEndpoints.disableTotp)).status).toBe(200)
  })
})
