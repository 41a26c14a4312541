import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, signIn, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

const newPassword = 'siete lunas sobre el puente'

let person: TestPerson

const app = await testServer({ alone: true })
beforeEach(async () => {
  person = await registerOwner(app)
})

const forgot = (username: string, headers = {}): Promise<TestAnswer> =>
  callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username }, headers })
const reset = (token: string, password = newPassword): Promise<TestAnswer> =>
  callEndpoint(app, recoveryEndpoints.resetPassword, { body: { token, password } })
const login = (password: string): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, { body: { username: person.username, password } })
const me = (token: string): Promise<TestAnswer> => callEndpoint(app, accountEndpoints.me, { token })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const mailsTo = async (address: string) => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to?.[0]?.address === address)
}

const linkIn = (text: string | undefined): URL => new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? '')
const lastLink = async (address = person.username): Promise<URL> =>
  linkIn((await mailsTo(address)).at(-1)?.text)
const tokenOf = (link: URL): string => link.searchParams.get('token') ?? ''

const resetToken = async (): Promise<string> => {
  await forgot(person.username)
  return tokenOf(await lastLink())
}

const countOf = async (table: 'audit_events' | 'users'): Promise<number> => {
  const row = await app.owner.queries
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

const lastAction = async (): Promise<string | undefined> => {
  const rows = await app.owner.queries.selectFrom('audit_events').select('action').orderBy('at').execute()
  return rows.at(-1)?.action
}

describe('a forgotten password', () => {
  it('is replaced with the link of the mail; every session ends, and the person hears of it', async () => {
    const token = await resetToken()
    expect(await reset(token)).toMatchObject({ status: 200, payload: { username: person.username } })
    expect(await lastAction()).toBe('account.password_reset')
    expect(keyOf(await me(person.token))).toBe('session_invalid')
    expect((await login(testPassword)).status).toBe(401)
    expect((await login(newPassword)).status).toBe(200)
    expect((await mailsTo(person.username)).map((mail) => mail.subject)).toHaveLength(2)
  })

  it('G7 ends a sign-in with the former password that was on its way', async () => {
    const token = await resetToken()
    const answers = await overtaking(
      () => login(testPassword),
      () => reset(token),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
  })

  it('G3 is answered the same for a name that nobody has, and mails nobody', async () => {
    const known = await forgot(person.username)
    const unknown = await forgot('nadie@example.test')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
    expect(await mailsTo('nadie@example.test')).toEqual([])
    expect(await mailsTo(person.username)).toHaveLength(1)
  })

  it('leaves no personal data in the queue', async () => {
    await forgot(person.username)
    const { rows } = await sql<{ payload: unknown }>`
      select j.payload from graphile_worker._private_jobs j`.execute(app.owner.queries)
    expect(JSON.stringify(rows)).not.toContain(person.username)
    await app.runJobs()
  })

  it('takes the link to the configured address, whatever host the request names', async () => {
    await forgot(person.username, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect((await lastLink()).href).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=/)
  })

  it('is not chosen among the common ones, and the link stays good for another', async () => {
    const token = await resetToken()
    expect(await reset(token, 'contraseña123')).toMatchObject({
      status: 400,
      errors: [{ params: { reason: 'password_common' } }],
    })
    expect((await reset(token)).status).toBe(200)
  })

  it('does not end the second factor of a proven address, and activates an account that waited for its mail', async () => {
    await sql`update users set activated_at = null, totp_confirmed_at = now(), email_verified_at = now()
      where id = ${person.userId}`.execute(app.owner.queries)
    expect((await reset(await resetToken())).status).toBe(200)
    expect(keyOf(await login(newPassword))).toBe('second_factor_required')
  })

  it('of a disabled account stays as it is', async () => {
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(app.owner.queries)
    expect((await forgot(person.username)).status).toBe(200)
    expect(await mailsTo(person.username)).toEqual([])
  })
})

/**
 * Two calls of which the second overtakes the first between its password and its transaction: nothing is written while
 * the account is locked, and of the two that wait the second was there first.
 */
const overtaking = async (
  slow: () => Promise<TestAnswer>,
  quick: () => Promise<TestAnswer>,
): Promise<TestAnswer[]> => {
  const waiting = async (least: number): Promise<void> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted`.execute(app.owner.queries)
    if ((rows[0]?.count ?? 0) < least) return waiting(least)
  }
  const lock = app.owner.queries.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${person.userId} for update`.execute(tx)
    const second = quick()
    await waiting(1)
    const first = slow()
    await waiting(2)
    return [first, second]
  })
  return Promise.all(await lock)
}

describe('G4 the link of a reset', () => {
  const refused = { status: 401, errors: [{ message: 'invalid_token' }] }

  it('counts once, of two at the same time too', async () => {
    const token = await resetToken()
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await reset(token)).toMatchObject(refused)
  })

  it('ends with a newer one', async () => {
    const older = await resetToken()
    const newer = await resetToken()
    expect(await reset(older)).toMatchObject(refused)
    expect((await reset(newer)).status).toBe(200)
  })

  it('ends after an hour', async () => {
    const token = await resetToken()
    await sql`update mail_links set expires_at = now() where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(await reset(token)).toMatchObject(refused)
  })

  it('ends when the address is another by then', async () => {
    const token = await resetToken()
    await sql`update users set email = ${`x${person.username}`} where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(await reset(token)).toMatchObject(refused)
  })

  it('ends when the password is changed', async () => {
    const token = await resetToken()
    await callEndpoint(app, recoveryEndpoints.changePassword, {
      token: person.token,
      body: { currentPassword: testPassword, password: newPassword },
    })
    expect(await reset(token)).toMatchObject(refused)
  })

  it('has 256 secret bits that are not stored, and is good for nothing else', async () => {
    const token = await resetToken()
    const secret = token.slice(token.indexOf('.') + 1)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const { rows } = await sql<{ row: string }>`select l::text as row from mail_links l`.execute(
      app.owner.queries,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(secret)
    for (const other of [
      `${token}A`,
      token.slice(0, -1),
      token.replace(/^\d+/, (id) => String(Number(id) + 1)),
      'x',
    ])
      expect(await reset(other)).toMatchObject(refused)
    const confirmed = await callEndpoint(app, recoveryEndpoints.confirmMail, { body: { token } })
    expect(confirmed).toMatchObject(refused)
    const activated = await callEndpoint(app, recoveryEndpoints.activate, { body: { token } })
    expect(keyOf(activated)).toBe('invalid_activation')
    expect((await reset(token)).status).toBe(200)
  })

  it('does not leave the page as a referrer', async () => {
    const answer = await forgot(person.username)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })
})

describe('another password', () => {
  const change = (body: Record<string, unknown>): Promise<TestAnswer> =>
    callEndpoint(app, recoveryEndpoints.changePassword, { token: person.token, body })

  it('G7 takes the present one, ends the other sessions and keeps this one', async () => {
    const other = await signIn(app, person.username)
    const answer = await change({ currentPassword: testPassword, password: newPassword })
    expect(answer).toMatchObject({ status: 200, payload: { endedSessions: 1 } })
    expect(await lastAction()).toBe('account.password_changed')
    expect((await me(other.token)).status).toBe(401)
    expect((await me(person.token)).status).toBe(200)
    expect((await login(newPassword)).status).toBe(200)
    expect(await mailsTo(person.username)).toHaveLength(1)
  })

  it('G4 ends the link that would give the account another address', async () => {
    const email = `thief-${person.username}`
    await callEndpoint(app, settingsEndpoints.updateOwn, { token: person.token, body: { user: { email } } })
    const token = tokenOf(await lastLink(email))
    await change({ currentPassword: testPassword, password: newPassword })
    const confirmed = await callEndpoint(app, recoveryEndpoints.confirmMail, { body: { token } })
    expect(confirmed).toMatchObject({ status: 401, errors: [{ message: 'invalid_token' }] })
  })

  it('G7 does not come after a reset that was done meanwhile', async () => {
    const token = await resetToken()
    const answers = await overtaking(
      () => change({ currentPassword: testPassword, password: testPassword }),
      () => reset(token),
    )
    expect(answers.map(keyOf)).toEqual(['password_mismatch', undefined])
    expect((await login(newPassword)).status).toBe(200)
  })

  it('is refused with a wrong one, which leaves its row, or with none', async () => {
    expect(await change({ currentPassword: 'otra', password: newPassword })).toMatchObject({
      status: 400,
      errors: [{ message: 'password_mismatch' }],
    })
    expect(await lastAction()).toBe('account.reauthentication_failed')
    expect(await change({ password: newPassword })).toMatchObject({
      status: 400,
      errors: [{ field: 'currentPassword', params: { reason: 'field_required' } }],
    })
  })

  it('G12 is not chosen among the common ones', async () => {
    expect(await change({ currentPassword: testPassword, password: 'password123' })).toMatchObject({
      status: 400,
      errors: [{ field: 'password', params: { reason: 'password_common' } }],
    })
    expect((await login(testPassword)).status).toBe(200)
  })

  it('G13 takes a fresh proof of identity where there is none', async () => {
    await sql`update users set password_hash = null where id = ${person.userId}`.execute(app.owner.queries)
    await sql`update sessions set authenticated_at = now() - interval '6 minutes' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await change({ password: newPassword }))).toBe('reauth_required')
    await sql`update sessions set authenticated_at = now() where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect((await change({ password: newPassword })).status).toBe(200)
    expect((await login(newPassword)).status).toBe(200)
  })

  it('G12 may be as long as 128 characters, each of which counts, and any Unicode', async () => {
    const long = `${'ñandú y áéíóú, '.repeat(8)}fin`.slice(0, 120)
    expect((await change({ currentPassword: testPassword, password: `${long}a` })).status).toBe(200)
    expect((await login(`${long}b`)).status).toBe(401)
    expect((await login(`${long}a`.normalize('NFD'))).status).toBe(200)
  })
})

describe('proving identity again', () => {
  const prove = (body: Record<string, unknown>): Promise<TestAnswer> =>
    callEndpoint(app, recoveryEndpoints.reauthenticate, { token: person.token, body })
  const passkeyOptions = (): Promise<TestAnswer> =>
    callEndpoint(app, securityEndpoints.passkeyOptions, { token: person.token })

  it('G13 with the password opens what asks for a fresh proof, for five minutes', async () => {
    const age = (interval: string) =>
      sql`update sessions set authenticated_at = now() - ${interval}::interval where user_id = ${person.userId}`.execute(
        app.owner.queries,
      )
    await age('301 seconds')
    expect(keyOf(await passkeyOptions())).toBe('reauth_required')
    expect(keyOf(await prove({ password: 'otra' }))).toBe('password_mismatch')
    expect(await lastAction()).toBe('account.reauthentication_failed')
    const answer = await prove({ password: testPassword })
    const { freshUntil }: { freshUntil: string } = answer.payload
    expect(Date.parse(freshUntil) - Date.now()).toBeGreaterThan(290_000)
    expect(await lastAction()).toBe('account.reauthenticated')
    expect((await passkeyOptions()).status).toBe(200)
    await age('301 seconds')
    expect(keyOf(await passkeyOptions())).toBe('reauth_required')
  })

  it('takes something to prove it with', async () => {
    expect(await prove({})).toMatchObject({
      status: 400,
      errors: [{ field: 'password', params: { reason: 'field_required' } }],
    })
    expect(keyOf(await prove({ firebaseIdToken: 'x'.repeat(30) }))).toBe('not_found')
  })

  it('declares each way it is refused', async () => {
    const refusals = [{ password: 'otra' }, { passkey: { id: 'x' } }, { firebaseIdToken: 'x'.repeat(30) }]
    const keys: unknown[] = []
    for (const body of refusals) keys.push(keyOf(await prove(body)))
    expect(keys).toEqual(['password_mismatch', 'passkey_rejected', 'not_found'])
    expect(recoveryEndpoints.reauthenticate.errors).toEqual(expect.arrayContaining(keys))
  })
})

describe('activation by mail', () => {
  let strict: TestApp

  beforeAll(async () => {
    strict = await buildTestApp({ activationByMail: true })
  })
  afterAll(() => strict.close())

  const register = (email: string, more: Record<string, unknown> = {}): Promise<TestAnswer> =>
    callEndpoint(strict, accountEndpoints.register, {
      body: { email, password: testPassword, firstName: 'Ana', lastName: 'Ruiz', ...more },
    })
  const lastMail = async (address: string) => {
    await strict.runJobs()
    return (await strict.mails()).filter((mail) => mail.to?.[0]?.address === address).at(-1)
  }
  const activate = (token: string): Promise<TestAnswer> =>
    callEndpoint(strict, recoveryEndpoints.activate, { body: { token } })
  const strictLogin = (username: string): Promise<TestAnswer> =>
    callEndpoint(strict, accountEndpoints.login, { body: { username, password: testPassword } })

  it('stores the account, lets nobody in until the link is opened, and then signs in, once', async () => {
    expect(await register('ana@example.test')).toMatchObject({
      status: 403,
      errors: [{ message: 'user_not_activated' }],
    })
    expect(keyOf(await strictLogin('ana@example.test'))).toBe('user_not_activated')
    const link = linkIn((await lastMail('ana@example.test'))?.text)
    expect(link.href).toMatch(/^http:\/\/localhost:3000\/activate\?token=/)
    const answer = await activate(tokenOf(link))
    expect(answer).toMatchObject({
      status: 200,
      payload: { user: { email: 'ana@example.test' }, role: 'owner' },
    })
    expect(keyOf(await activate(tokenOf(link)))).toBe('invalid_activation')
    expect((await strictLogin('ana@example.test')).status).toBe(200)
  })

  it('G3 answers the same for an address that is taken, whose owner hears of it', async () => {
    const fresh = await register('luis@example.test')
    const pending = await register('LUIS@example.test')
    await activate(tokenOf(linkIn((await lastMail('luis@example.test'))?.text)))
    const taken = await register('luis@example.test')
    for (const answer of [pending, taken]) {
      expect([answer.status, answer.text]).toEqual([fresh.status, fresh.text])
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(fresh.headers).sort())
    }
    const before = (await lastMail('luis@example.test'))?.subject
    expect(before).toBe('Ya hay una cuenta con esta dirección')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from users where email like '%luis@%' or email like '%invalid'`.execute(
      strict.owner.queries,
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('lets nobody in with a password that a stranger gave before the owner of the address registered', async () => {
    await register('sara@example.test', { password: 'espera a su dueña' })
    await register('sara@example.test')
    const answer = await activate(tokenOf(linkIn((await lastMail('sara@example.test'))?.text)))
    expect(answer.status).toBe(200)
    const byStranger = { username: 'sara@example.test', password: 'espera a su dueña' }
    expect((await callEndpoint(strict, accountEndpoints.login, { body: byStranger })).status).toBe(401)
    const { token } = answer.metadata as { token: string }
    const body = { password: newPassword }
    expect((await callEndpoint(strict, recoveryEndpoints.changePassword, { token, body })).status).toBe(200)
  })

  it('G3 answers the same for a taken address when the invitation is no good', async () => {
    await register('nora@example.test')
    const invitation = 'x.y'
    const [fresh, taken] = [
      await register('nueva@example.test', { invitation }),
      await register('nora@example.test', { invitation }),
    ]
    expect(keyOf(fresh)).toBe('invalid_invitation')
    expect([taken.status, taken.text]).toEqual([fresh.status, fresh.text])
  })

  it('tells that a user name is taken, which is no address', async () => {
    await register('eva@example.test', { username: 'eva' })
    const free = await register('otra@example.test', { username: 'eva' })
    const taken = await register('eva@example.test', { username: 'eva' })
    expect([keyOf(free), keyOf(taken)]).toEqual(['user_already_registered', 'user_already_registered'])
  })

  it('is mailed again when asked for, and says nothing of who there is', async () => {
    await register('rosa@example.test')
    const first = tokenOf(linkIn((await lastMail('rosa@example.test'))?.text))
    const ask = (username: string) =>
      callEndpoint(strict, recoveryEndpoints.resendActivation, { body: { username } })
    const [known, unknown] = [await ask('rosa@example.test'), await ask('nadie@example.test')]
    expect(unknown.text).toBe(known.text)
    const second = tokenOf(linkIn((await lastMail('rosa@example.test'))?.text))
    expect(keyOf(await activate(first))).toBe('invalid_activation')
    expect((await activate(second)).status).toBe(200)
  })

  it('stays when the person then needs a second factor', async () => {
    await register('ines@example.test')
    await sql`update users set totp_confirmed_at = now() where email = 'ines@example.test'`.execute(
      strict.owner.queries,
    )
    const token = tokenOf(linkIn((await lastMail('ines@example.test'))?.text))
    expect(keyOf(await activate(token))).toBe('second_factor_required')
    expect(keyOf(await strictLogin('ines@example.test'))).toBe('second_factor_required')
  })
})

it('a user name with an @ is the own address: nobody signs in with, or learns of, another’s', async () => {
  const before = await countOf('users')
  const answer = await callEndpoint(app, accountEndpoints.register, {
    body: {
      email: 'mallory@example.test',
      username: person.username,
      password: testPassword,
      firstName: 'M',
      lastName: 'M',
    },
  })
  expect(answer).toMatchObject({
    status: 400,
    errors: [{ field: 'username', params: { reason: 'field_foreign_address' } }],
  })
  expect(await countOf('users')).toBe(before)
})
