import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { registerOwner, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let person: TestPerson

const app = await testServer({ rateLimits: true })
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(app.owner.queries)
  person = await registerOwner(app)
})

interface Given {
  readonly username?: string
  readonly password?: string
  readonly code?: string
  readonly cookie?: string
}

const login = ({ cookie, ...given }: Given = {}): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, {
    body: { username: person.username, password: testPassword, ...given },
    headers: cookie === undefined ? {} : { cookie },
  })
const keyOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const deviceIn = ({ headers }: TestAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0] ?? '')
    .find((one) => one.startsWith('__Host-ulna-device=')) ?? ''

/** The rows of failed sign-ins since the beginning of the test, oldest first. */
const failures = async (): Promise<unknown[]> => {
  const { rows } = await sql<{ subject: unknown; reason: unknown }>`
    select subject_type || ' ' || subject_id as subject, detail::jsonb ->> 'reason' as reason from audit_events
    where action = 'account.login_failed'
      and at >= (select created_at from users where id = ${person.userId}) order by at`.execute(
    app.owner.queries,
  )
  return rows.map(({ subject, reason }) => [subject, reason])
}

/** Turns the second factor on; answers its first code, which is used up by that. */
const turnOnTotp = async (): Promise<string> => {
  const { token } = person
  const { secret }: { secret: string } = (await callEndpoint(app, securityEndpoints.startTotp, { token }))
    .payload
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await callEndpoint(app, securityEndpoints.confirmTotp, { token, body: { code } })
  return code
}

describe('the cookie of a browser', () => {
  it('stays the same for whoever signs in there, so that each of them is known', async () => {
    const cookie = deviceIn(await login())
    expect(cookie).toMatch(/=[\w-]{43}$/)
    const other = await registerOwner(app)
    expect(deviceIn(await login({ cookie, username: other.username }))).toBe(cookie)
    expect(deviceIn(await login({ cookie }))).toBe(cookie)
  })

  it.each(['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}%20`])(
    'is replaced when it is none of ours: "%s"',
    async (value) => {
      const cookie = `__Host-ulna-device=${value}`
      const replaced = deviceIn(await login({ cookie }))
      expect(replaced).toMatch(/=[\w-]{43}$/)
      expect(replaced).not.toBe(cookie)
    },
  )
})

describe('the row of a sign-in that failed', () => {
  it('names the account whose password was wrong, and none where there is none', async () => {
    await login({ password: 'una clave equivocada' })
    await login({ username: 'nadie@example.test' })
    expect(await failures()).toEqual([
      [`user ${person.userId}`, 'unauthorized'],
      [null, 'unauthorized'],
    ])
  })

  it('is left by every code that was looked at, and by none that came after too many', async () => {
    const code = await turnOnTotp()
    const answers = []
    for (let index = 0; index < 8; index += 1) answers.push(await login({ code }))
    expect(answers.map(keyOf)).toEqual([...Array(5).fill('invalid_code'), ...Array(3).fill('rate_limited')])
    expect(await failures()).toEqual(Array(5).fill([`user ${person.userId}`, 'invalid_code']))
  })
})

it('a code that nobody looked at counts as no try', async () => {
  const code = await turnOnTotp()
  await sql`update users set activated_at = null where id = ${person.userId}`.execute(app.owner.queries)
  for (let index = 0; index < 8; index += 1) expect(keyOf(await login({ code }))).toBe('user_not_activated')
  await sql`update users set activated_at = now(), totp_step = null where id = ${person.userId}`.execute(
    app.owner.queries,
  )
  expect((await login({ code })).status).toBe(200)
})
