import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
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
  person = await registerOwner(app)
})

const prove = (body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, recoveryEndpoints.reauthenticate, { token: person.token, body })

const repeat = async (times: number, body: Record<string, unknown>): Promise<(string | undefined)[]> => {
  const keys = []
  for (let index = 0; index < times; index += 1) keys.push((await prove(body)).errors[0]?.message)
  return keys
}

const failures = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where action = 'account.reauthentication_failed' and user_id = ${person.userId}`.execute(
    app.owner.queries,
  )
  return rows[0]?.count ?? 0
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

describe('a proof of identity that failed', () => {
  it('leaves one row for each wrong password, and none once there were too many', async () => {
    expect(await repeat(12, { password: 'una clave equivocada' })).toEqual([
      ...Array(10).fill('password_mismatch'),
      ...Array(2).fill('rate_limited'),
    ])
    expect(await failures()).toBe(10)
  })

  it('leaves one row for each wrong code, and none where no code was given or once there were too many', async () => {
    const code = await turnOnTotp()
    expect(await repeat(1, { password: testPassword })).toEqual(['second_factor_required'])
    expect(await failures()).toBe(0)
    expect(await repeat(7, { password: testPassword, code })).toEqual([
      ...Array(5).fill('invalid_code'),
      ...Array(2).fill('rate_limited'),
    ])
    expect(await failures()).toBe(5)
  })
})
