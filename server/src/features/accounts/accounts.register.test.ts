import { randomBytes } from 'node:crypto'
import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildTestApp, testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { freshAddress, registerOwner, type TestPerson, testPassword } from '../../../test/factories/people.ts'
import { insertInvitation } from '../../../test/sweeps/scene/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { createLinkTokens } from '../../platform/sessions/link-tokens.ts'
import { deriveKey } from '../../platform/tokens.ts'

const { app, owner: host } = await testPractice()

const links = createLinkTokens(deriveKey(testSecret, 'links in mails'))

const invite = async (email: string, at = app, by = host): Promise<string> => {
  const { practiceId, userId } = by
  const id = await insertInvitation(at, { practiceId, invitedBy: userId, email, userId: null })
  return links.sign('invitation', [practiceId, id, 1])
}

const register = (body: Record<string, unknown>, at = app, headers = {}): Promise<TestAnswer> =>
  callEndpoint(at, accountEndpoints.register, {
    body: { password: testPassword, firstName: 'Ana', lastName: 'Ruiz', ...body },
    headers,
  })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const practicesOf = async (at = app): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from practices`.execute(
    at.owner.queries,
  )
  return rows[0]?.count ?? 0
}

describe('registering with an invitation', () => {
  it('joins that practice as what the invitation says, and founds none', async () => {
    const email = freshAddress('ana')
    const invitation = await invite(email)
    const before = await practicesOf()
    const answer = await register({ email, invitation })
    const session: SessionPayload = answer.payload
    expect([answer.status, session.practice?.id, session.role]).toEqual([
      201,
      host.practiceId,
      'practitioner',
    ])
    expect(await practicesOf()).toBe(before)
    expect(await register({ email: freshAddress('otra'), invitation })).toMatchObject({
      status: 400,
      errors: [{ message: 'invalid_invitation' }],
    })
  })

  it('stores no account when the invitation is no good', async () => {
    const email = freshAddress('eva')
    expect(keyOf(await register({ email, invitation: 'x.y' }))).toBe('invalid_invitation')
    const { rows } = await sql`select 1 from users where email = ${email}`.execute(app.owner.queries)
    expect(rows).toEqual([])
  })

  it('needs no other proof of the address it was mailed to where accounts are activated by mail', async () => {
    const strict = await buildTestApp({ activationByMail: true })
    try {
      await register({ email: 'host@example.test' }, strict)
      await sql`update users set activated_at = now()`.execute(strict.owner.queries)
      const { rows } = await sql<TestPerson>`
        select user_id as "userId", practice_id as "practiceId" from memberships`.execute(
        strict.owner.queries,
      )
      const [by = host] = rows
      const invited = await invite('ana@example.test', strict, by)
      expect((await register({ email: 'ana@example.test', invitation: invited }, strict)).status).toBe(201)
      const forwarded = await invite('luis@example.test', strict, by)
      expect(keyOf(await register({ email: 'otro@example.test', invitation: forwarded }, strict))).toBe(
        'user_not_activated',
      )
    } finally {
      await strict.close()
    }
  })
})

describe('a call that comes twice', () => {
  it('with one Idempotency-Key makes one account', async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    const body = { email: freshAddress('doble') }
    const [first, second] = [await register(body, app, headers), await register(body, app, headers)]
    expect(second.text).toBe(first.text)
    const before = await practicesOf()
    await register(body, app, headers)
    expect(await practicesOf()).toBe(before)
  })
})

describe('public forms', () => {
  it('ask for a solved captcha, and an unsolved one costs its person no mail', async () => {
    const guarded = await buildTestApp({ captcha: true, rateLimits: true })
    try {
      const ask = (): Promise<TestAnswer> =>
        callEndpoint(guarded, recoveryEndpoints.forgotPassword, { body: { username: 'ana@example.test' } })
      for (let index = 0; index < 5; index += 1) expect(keyOf(await ask())).toBe('invalid_captcha')
      const { rows } = await sql<{ points: number }>`
        select points from rate_limits where key like 'mails%'`.execute(guarded.owner.queries)
      expect(rows.map(({ points }) => points)).toEqual([0, 0])
      expect(
        keyOf(await callEndpoint(guarded, recoveryEndpoints.resendActivation, { body: { username: 'ana' } })),
      ).toBe('invalid_captcha')
    } finally {
      await guarded.close()
    }
  })
})

describe('the hosted identity service', () => {
  const uid = 'hosted-uid'

  it('gets a token of its own with every sign-in, and proves identity again when the sign-in there is minutes old', async () => {
    const now = (): number => Math.floor(Date.now() / 1000)
    let signedInAt = now()
    const hosted = await buildTestApp({
      identity: {
        verify: async (idToken) => ({
          uid: idToken,
          email: null,
          emailVerified: false,
          name: null,
          signedInAt,
        }),
        customToken: async (one) => `custom token of ${one}`,
      },
    })
    try {
      const person = await registerOwner(hosted)
      await sql`update users set firebase_uid = ${uid} where id = ${person.userId}`.execute(
        hosted.owner.queries,
      )
      const login = await callEndpoint(hosted, accountEndpoints.login, {
        body: { username: person.username, password: testPassword },
      })
      const cookie = [login.headers['set-cookie'] ?? []]
        .flat()
        .map((one) => String(one).split(';')[0])
        .join('; ')
      const { token } = login.metadata as { token: string }
      const me = await callEndpoint(hosted, accountEndpoints.me, { token })
      const refreshed = await callEndpoint(hosted, accountEndpoints.refresh, { headers: { cookie } })
      for (const { metadata } of [login, me, refreshed])
        expect(metadata).toMatchObject({ firebaseToken: `custom token of ${uid}` })
      await sql`update sessions set authenticated_at = now() - interval '1 hour'`.execute(
        hosted.owner.queries,
      )
      const prove = (firebaseIdToken: string): Promise<TestAnswer> =>
        callEndpoint(hosted, recoveryEndpoints.reauthenticate, { token, body: { firebaseIdToken } })
      expect(keyOf(await prove('somebody else'))).toBe('invalid_token')
      signedInAt = now() - 301
      expect(keyOf(await prove(uid))).toBe('invalid_token')
      signedInAt = now()
      expect((await prove(uid)).status).toBe(200)
    } finally {
      await hosted.close()
    }
  })
})
