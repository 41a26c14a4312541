import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson

const app = await testServer({ rateLimits: true, trustedProxies: 1 })
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(app.owner.queries)
  person = await registerOwner(app)
  await sql`delete from known_devices`.execute(app.owner.queries)
})

let addresses = 0
/** An address that nobody has used in this file. */
const newAddress = (): string => {
  addresses += 1
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

interface From {
  readonly address?: string
  readonly device?: string
}

const headersOf = ({ address, device }: From): Record<string, string> => ({
  ...(address ? { 'x-forwarded-for': address } : {}),
  ...(device ? { cookie: device } : {}),
})

const login = (password: string, from: From, username = person.username): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, { body: { username, password }, headers: headersOf(from) })

const deviceIn = ({ headers }: TestAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0] ?? '')
    .find((one) => one.startsWith('__Host-ulna-device=')) ?? ''

const statuses = (answers: readonly TestAnswer[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const actions = async (): Promise<string[]> => {
  const rows = await app.owner.queries.selectFrom('audit_events').select('action').execute()
  return rows.map(({ action }) => action)
}

const repeat = <T>(times: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => one(index)))

describe('G1 one account', () => {
  it('has ten passwords looked at from one source, of twenty at the same time, and then 429 with Retry-After', async () => {
    const from = { address: newAddress() }
    const answers = await repeat(20, () => login('una clave equivocada', from))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 10 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.errors[0]?.message).toBe('rate_limited')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(testPassword, from)).status).toBe(429)
    expect((await login(testPassword, { address: newAddress() })).status).toBe(200)
  })

  it('has no more than a hundred looked at a day from everywhere, and its person gets in from a known device all the same', async () => {
    const device = deviceIn(await login(testPassword, { address: newAddress() }))
    expect(device).toMatch(/^__Host-ulna-device=[\w-]{43}$/)
    await sql`update rate_limits set points = 99 where key like 'passwordsForAccount%'`.execute(
      app.owner.queries,
    )
    const answers = await repeat(5, () => login('una clave equivocada', { address: newAddress() }))
    expect(statuses(answers)).toEqual({ 401: 1, 429: 4 })
    const address = newAddress()
    await repeat(12, () => login('una clave equivocada', { address }))
    expect((await login(testPassword, { address, device })).status).toBe(200)
    expect((await login(testPassword, { address })).status).toBe(429)
  })

  it('has ten looked at from a known device too, which is known for its own people only', async () => {
    const device = deviceIn(await login(testPassword, { address: newAddress() }))
    const answers = await repeat(12, () => login('una clave equivocada', { address: newAddress(), device }))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 2 })
    const other = await registerOwner(app)
    await sql`delete from known_devices where user_id = ${other.userId}`.execute(app.owner.queries)
    const address = newAddress()
    const foreign = await repeat(12, () => login('una clave equivocada', { address, device }, other.username))
    expect(statuses(foreign)).toEqual({ 401: 10, 429: 2 })
    expect((await login(testPassword, { address }, other.username)).status).toBe(429)
  })

  it('does not use up what signs in', async () => {
    const from = { address: newAddress() }
    for (let index = 0; index < 15; index += 1) expect((await login(testPassword, from)).status).toBe(200)
  })

  it('lets its person in again after a reset by mail, wherever they are', async () => {
    await login('una clave equivocada', { address: newAddress() })
    await sql`update rate_limits set points = 100 where key like 'passwordsForAccount%'`.execute(
      app.owner.queries,
    )
    const address = newAddress()
    expect((await login(testPassword, { address })).status).toBe(429)
    await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: person.username } })
    await app.runJobs()
    const mail = (await app.mails()).findLast(({ to }) => to?.[0]?.address === person.username)
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1]
    await callEndpoint(app, recoveryEndpoints.resetPassword, { body: { token, password: testPassword } })
    expect((await login(testPassword, { address })).status).toBe(200)
  })
})

describe('G2 one source', () => {
  it('has fifty failures over all accounts, of which the trail tells once', async () => {
    const from = { address: newAddress() }
    const answers = await repeat(70, (index) => login('una clave', from, `nadie-${index}@example.test`))
    expect(statuses(answers)).toEqual({ 401: 50, 429: 20 })
    expect((await actions()).filter((one) => one === 'account.spraying_suspected')).toHaveLength(1)
    expect((await login(testPassword, from)).status).toBe(429)
  })

  it('is the /64 network of an IPv6 address', async () => {
    const answers = await repeat(12, (index) => login('una clave', { address: `2001:db8:0:7::${index + 1}` }))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 2 })
    expect((await login('una clave', { address: '2001:db8:0:8::1' })).status).toBe(401)
  })
})

it('G3 an unknown name is counted and refused as an account is', async () => {
  const tries = async (username: string): Promise<unknown[]> => {
    const from = { address: newAddress() }
    const answers = []
    for (let index = 0; index < 12; index += 1) answers.push(await login('una clave', from, username))
    return answers.map(({ status, text, headers }) => [status, text, Object.keys(headers).sort()])
  }
  expect(await tries('nadie@example.test')).toEqual(await tries(person.username))
})

it('G16 an address that the caller made up counts for nothing where no proxy is trusted', async () => {
  const bare = await buildTestApp({ rateLimits: true })
  try {
    const answers = await repeat(12, () =>
      callEndpoint(bare, accountEndpoints.login, {
        body: { username: 'nadie@example.test', password: 'una clave' },
        headers: {
          'x-forwarded-for': newAddress(),
          'x-real-ip': newAddress(),
          forwarded: `for=${newAddress()}`,
        },
      }),
    )
    expect(statuses(answers)).toEqual({ 401: 10, 429: 2 })
    const rows = await bare.owner.queries.selectFrom('audit_events').select('ip').distinct().execute()
    expect(rows).toEqual([{ ip: '127.0.0.1' }])
  } finally {
    await bare.close()
  }
})

describe('G11 codes', () => {
  it('are looked at five times in ten minutes for an account, on all paths together', async () => {
    const { token } = person
    const started = await callEndpoint(app, securityEndpoints.startTotp, { token })
    const secret = Secret.fromBase32((started.payload as { secret: string }).secret)
    const code = new TOTP({ secret }).generate()
    await callEndpoint(app, securityEndpoints.confirmTotp, { token, body: { code } })
    const signInWith = (given: string): Promise<TestAnswer> =>
      callEndpoint(app, accountEndpoints.login, {
        body: { username: person.username, password: testPassword, code: given },
        headers: headersOf({ address: newAddress() }),
      })
    const proveWith = (given: string): Promise<TestAnswer> =>
      callEndpoint(app, recoveryEndpoints.reauthenticate, {
        token,
        body: { password: testPassword, code: given },
      })
    // The code was used before, so it is wrong now.
    const answers = await repeat(12, (index) => (index % 2 === 0 ? signInWith(code) : proveWith(code)))
    expect(statuses(answers)).toEqual({ 400: 5, 429: 7 })
    expect((await signInWith('ABCDE-FGHJK')).status).toBe(429)
  })
})

describe('mails', () => {
  const mailsTo = async (address: string): Promise<number> => {
    await app.runJobs()
    return (await app.mails()).filter(({ to }) => to?.[0]?.address === address).length
  }
  const forgot = (username: string, from: From): Promise<TestAnswer> =>
    callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username }, headers: headersOf(from) })

  it('go three times an hour to an account, and twenty times from a source, without telling', async () => {
    const answers = []
    for (let index = 0; index < 5; index += 1) {
      answers.push(await forgot(person.username, { address: newAddress() }))
      await app.runJobs()
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await mailsTo(person.username)).toBe(3)
    const other = await registerOwner(app)
    const address = newAddress()
    await repeat(20, (index) => forgot(`nadie-${index}@example.test`, { address }))
    expect((await forgot(other.username, { address })).text).toBe(answers[0]?.text)
    expect(await mailsTo(other.username)).toBe(0)
  })
})

it('proving identity again is refused after ten wrong passwords', async () => {
  const answers = await repeat(12, () =>
    callEndpoint(app, recoveryEndpoints.reauthenticate, {
      token: person.token,
      body: { password: 'una clave' },
    }),
  )
  expect(statuses(answers)).toEqual({ 400: 10, 429: 2 })
})

describe('a stranger', () => {
  it('G1 does not use up the mails that let somebody in again', async () => {
    for (let index = 0; index < 4; index += 1)
      await callEndpoint(app, recoveryEndpoints.resendActivation, {
        body: { username: person.username },
        headers: headersOf({ address: newAddress() }),
      })
    await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: person.username } })
    await app.runJobs()
    expect((await app.mails()).filter(({ to }) => to?.[0]?.address === person.username)).toHaveLength(1)
  })

  it('G2 counts as one however many addresses of a /64 network they have', async () => {
    const knock = async (index: number): Promise<number> => {
      const headers = headersOf({ address: `2001:db8:77:1::${(index + 1).toString(16)}` })
      return (await callEndpoint(app, accountEndpoints.register, { body: {}, headers })).status
    }
    const answers = []
    for (let index = 0; index < 32; index += 1) answers.push(await knock(index))
    expect(answers.filter((status) => status === 429)).toHaveLength(2)
  })
})
