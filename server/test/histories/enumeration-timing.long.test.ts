import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { testPassword } from '../factories/people.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { testServer } from '../test-practice.ts'

const samples = 1000

let token: string

const app = await testServer({ activationByMail: true })

beforeAll(async () => {
  await callEndpoint(app, accountEndpoints.register, { body: newcomer('known@example.test') })
  await sql`update users set activated_at = now()`.execute(app.owner.queries)
  await callEndpoint(app, accountEndpoints.register, { body: newcomer('asker@example.test') })
  await sql`update users set activated_at = now()`.execute(app.owner.queries)
  const { rows } = await sql<{ userId: number; practiceId: number }>`
    select m.user_id as "userId", m.practice_id as "practiceId" from memberships m
    join users u on u.id = m.user_id where u.email = 'asker@example.test'`.execute(app.owner.queries)
  token = await mintToken(app, rows[0] ?? { userId: 0, practiceId: 0 })
})

const newcomer = (email: string) => ({ email, password: testPassword, firstName: 'Ana', lastName: 'Ruiz' })
const stranger = (): string => `${randomUUID().slice(0, 5)}@example.test`

interface Question {
  readonly endpoint: EndpointShape
  readonly body: (name: string) => object
  readonly signedIn?: true
}

const questions: readonly (readonly [string, Question])[] = [
  ['login', { endpoint: accountEndpoints.login, body: (username) => ({ username, password: 'otra clave' }) }],
  ['register', { endpoint: accountEndpoints.register, body: newcomer }],
  ['forgotPassword', { endpoint: recoveryEndpoints.forgotPassword, body: (username) => ({ username }) }],
  ['resendActivation', { endpoint: recoveryEndpoints.resendActivation, body: (username) => ({ username }) }],
  [
    'another address',
    { endpoint: settingsEndpoints.updateOwn, body: (email) => ({ user: { email } }), signedIn: true },
  ],
]

const timeOf = async ({ endpoint, body, signedIn }: Question, name: string): Promise<number> => {
  const started = performance.now()
  await callEndpoint(app, endpoint, { body: body(name), token: signedIn ? token : null })
  return performance.now() - started
}

/** How well times tell one group from the other: 0.5 not at all, 0 or 1 always (area under the ROC curve). */
const areaUnderCurve = (one: readonly number[], other: readonly number[]): number => {
  const wins = one.map((a) => other.reduce((sum, b) => sum + (a > b ? 1 : a === b ? 0.5 : 0), 0))
  return wins.reduce((sum, count) => sum + count, 0) / (one.length * other.length)
}

describe('G3 the time of an answer', () => {
  it.each(questions)(
    'of %s does not tell whether there is such an account',
    async (_, question) => {
      const known: number[] = []
      const unknown: number[] = []
      for (let round = 0; round < samples; round += 1) {
        // They take turns, each first as often: what else the machine does falls on both.
        const order = round % 2 === 0 ? [known, unknown] : [unknown, known]
        for (const times of order)
          times.push(await timeOf(question, times === known ? 'known@example.test' : stranger()))
      }
      const area = areaUnderCurve(known, unknown)
      expect(Math.abs(area - 0.5)).toBeLessThanOrEqual(0.1)
    },
    3_600_000,
  )
})
