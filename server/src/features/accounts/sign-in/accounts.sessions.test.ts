import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { type OwnSession, securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { addMember, registerOwner, signIn, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

/** Another process of the same installation. */
let person: TestPerson

const app = await testServer({ alone: true })
const sibling = await buildTestApp({ on: app })
afterAll(async () => {
  await sibling.close()
})
beforeEach(async () => {
  person = await registerOwner(app)
})

const me = (token: string, at = app): Promise<TestAnswer> => callEndpoint(at, accountEndpoints.me, { token })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message
const cookieOf = (cookies: readonly string[]): string => cookies.map((one) => one.split(';')[0]).join('; ')
const refresh = (cookies: readonly string[], headers: Record<string, string> = {}): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.refresh, { headers: { cookie: cookieOf(cookies), ...headers } })
const listOf = async ({ token }: TestPerson): Promise<OwnSession[]> =>
  (await callEndpoint(app, securityEndpoints.sessions, { token })).payload

const lastSeen = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ seen: string }>`
    select last_seen_at::text as seen from sessions where user_id = ${person.userId} order by id desc limit 1`.execute(
    app.owner.queries,
  )
  return rows[0]?.seen
}

describe('own sessions', () => {
  it('are listed with what their device told, the newest use first; those that ended are not', async () => {
    const second = await signIn(app, person.username, true)
    const ended = await signIn(app, person.username)
    await callEndpoint(app, accountEndpoints.logout, { token: ended.token })
    const sessions = await listOf(second)
    expect(sessions.map(({ current, remember }) => [current, remember])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', practiceName: 'Laura Restrepo' })
  })

  it('are ended one by one, on every process, by their own person alone', async () => {
    const second = await signIn(app, person.username)
    const [{ id } = { id: 0 }] = (await listOf(second)).filter(({ current }) => current)
    const other = await registerOwner(app)
    const end = (token: string): Promise<TestAnswer> =>
      callEndpoint(app, securityEndpoints.endSession, { token, params: { id } })
    expect((await end(other.token)).status).toBe(404)
    expect((await me(second.token, sibling)).status).toBe(200)
    expect((await end(person.token)).payload).toEqual({ id })
    expect(keyOf(await me(second.token, sibling))).toBe('session_invalid')
    expect((await refresh(second.cookies)).status).toBe(401)
    expect((await end(person.token)).status).toBe(404)
  })

  it('G7 all end but this one', async () => {
    const others = [await signIn(app, person.username), await signIn(app, person.username)]
    const answer = await callEndpoint(app, securityEndpoints.endOtherSessions, { token: person.token })
    expect(answer.payload).toEqual({ ended: 2 })
    for (const { token, cookies } of others) {
      expect(keyOf(await me(token, sibling))).toBe('session_invalid')
      expect((await refresh(cookies)).status).toBe(401)
    }
    expect((await me(person.token, sibling)).status).toBe(200)
  })

  it('take their cookies along when one ends itself', async () => {
    const [{ id } = { id: 0 }] = await listOf(person)
    const answer = await callEndpoint(app, securityEndpoints.endSession, {
      token: person.token,
      params: { id },
    })
    expect(String(answer.headers['set-cookie'])).toContain('__Host-ulna=;')
  })
})

describe('G6 refreshing', () => {
  it('logs out neither of two tabs that race with one cookie, again and again', async () => {
    let cookies = person.cookies
    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all([refresh(cookies), refresh(cookies)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const renewed = answers.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat().map(String))
      cookies = renewed.filter((one) => one.startsWith('__Host-ulna='))
      expect(cookies).toHaveLength(1)
    }
  })

  it('of a replaced cookie after the grace time ends the whole family', async () => {
    const renewed = await refresh(person.cookies)
    const { token } = renewed.metadata as { token: string }
    await sql`update sessions set refreshed_at = now() - interval '61 seconds' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await refresh(person.cookies))).toBe('session_invalid')
    expect(keyOf(await me(token, sibling))).toBe('session_invalid')
    expect((await refresh([renewed.headers['set-cookie'] ?? []].flat().map(String))).status).toBe(401)
  })
})

describe('G6 a cookie that was copied', () => {
  const cookiesOf = ({ headers }: TestAnswer): string[] => [headers['set-cookie'] ?? []].flat().map(String)

  it('and renewed several times elsewhere ends the session when its owner comes back with the old one', async () => {
    let { cookies, token } = person
    for (let time = 0; time < 4; time += 1) {
      const renewed = await refresh(cookies)
      expect(renewed.status).toBe(200)
      cookies = cookiesOf(renewed)
      token = (renewed.metadata as { token: string }).token
    }
    expect((await me(token, sibling)).status).toBe(200)
    expect(keyOf(await refresh(person.cookies))).toBe('session_invalid')
    expect(keyOf(await me(token, sibling))).toBe('session_invalid')
    expect((await refresh(cookies)).status).toBe(401)
  })

  it('is nobody’s when it was never given out, and ends nothing', async () => {
    expect(keyOf(await refresh([`__Host-ulna=${'A'.repeat(43)}`]))).toBe('session_invalid')
    expect((await me(person.token)).status).toBe(200)
  })
})

describe('G8 the idle limit', () => {
  it('is put off by what a person does, and by no tab that only keeps itself alive', async () => {
    const first = await lastSeen()
    const renewed = await refresh(person.cookies)
    expect(renewed.status).toBe(200)
    const cookies = [renewed.headers['set-cookie'] ?? []].flat().map(String)
    await callEndpoint(app, patientEndpoints.list, { token: person.token })
    expect(await lastSeen()).toBe(first)
    expect((await refresh(cookies, { 'ulna-active': '1' })).status).toBe(200)
    expect(await lastSeen()).not.toBe(first)
  })

  it('holds on the way to a new token too', async () => {
    await sql`update sessions set last_seen_at = now() - interval '12 hours 1 second' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await refresh(person.cookies, { 'ulna-active': '1' }))).toBe('token_expired')
    expect(keyOf(await me(person.token, sibling))).toBe('session_invalid')
    expect(await listOf(await signIn(app, person.username))).toHaveLength(1)
  })
})

describe('a session', () => {
  const pass = (hours: number): Promise<unknown> =>
    sql`update sessions set expires_at = expires_at - make_interval(hours => ${hours})
      where user_id = ${person.userId}`.execute(app.owner.queries)

  it.each([
    ['seven days', false, 7],
    ['thirty days when it is remembered', true, 30],
  ])('ends after %s, however much it is used', async (_, remember, days) => {
    const { token, cookies } = await signIn(app, person.username, remember)
    await pass(days * 24 - 1)
    expect((await me(token)).status).toBe(200)
    await pass(1)
    expect(keyOf(await me(token))).toBe('session_invalid')
    expect(keyOf(await refresh(cookies))).toBe('token_expired')
  })
})

describe('C9 what changes about a member', () => {
  it.each([
    ['disabled', 'session_invalid', sql`update users set disabled_at = now()`],
    ['not activated', 'user_not_activated', sql`update users set activated_at = null`],
  ])('counts at the next request on every process: %s', async (_, key, change) => {
    const member = await addMember(app, person.practiceId, 'assistant', true)
    expect((await me(member.token, sibling)).status).toBe(200)
    await sql`${change} where id = ${member.userId}`.execute(app.owner.queries)
    expect(keyOf(await me(member.token, sibling))).toBe(key)
  })

  it('counts when they are removed or demoted', async () => {
    const member = await addMember(app, person.practiceId, 'admin', true)
    const role = async (): Promise<unknown> =>
      ((await me(member.token, sibling)).payload as { role?: string } | undefined)?.role
    expect(await role()).toBe('admin')
    await sql`update memberships set role = 'practitioner' where user_id = ${member.userId}`.execute(
      app.owner.queries,
    )
    expect(await role()).toBe('practitioner')
    await sql`update memberships set ended_at = now() where user_id = ${member.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await me(member.token, sibling))).toBe('practice_required')
  })
})

describe('the access rules of a practice', () => {
  const setRules = (rules: object): Promise<unknown> =>
    sql`update practices set configurations = jsonb_set(configurations, '{access}', ${JSON.stringify(rules)}::jsonb)
      where id = ${person.practiceId}`.execute(app.owner.queries)
  const login = (): Promise<TestAnswer> =>
    callEndpoint(app, accountEndpoints.login, {
      body: { username: person.username, password: person.password },
    })

  it.each([
    ['ip_rejected', { networks: ['203.0.113.0/24'] }],
    ['practice_domain_rejected', { mailDomains: ['clinica.example'] }],
  ])(
    'keep somebody whose only practice it is out of the sign-in, and out of /auth/me: %s',
    async (key, rules) => {
      await setRules(rules)
      expect(await login()).toMatchObject({ status: 403, errors: [{ message: key }] })
      expect(await me(person.token)).toMatchObject({ status: 403, errors: [{ message: key }] })
      const rows = await app.owner.queries
        .selectFrom('audit_events')
        .select(['action', 'at'])
        .orderBy('at')
        .execute()
      expect(rows.at(-1)?.action).toBe('account.login_failed')
    },
  )

  it('bind the hours of every role but the owner', async () => {
    await setRules({ hours: { practitioner: [], assistant: [], admin: [] } })
    expect((await login()).status).toBe(200)
    await sql`update memberships set role = 'admin' where user_id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(keyOf(await login())).toBe('schedule_rejected')
  })
})
