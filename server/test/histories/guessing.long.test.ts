import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { registerOwner, testPassword } from '../factories/people.ts'
import { testServer } from '../test-practice.ts'

const guesses = 10_000
const sprayed = 5000
const patienceMs = 540_000

const app = await testServer({ rateLimits: true, trustedProxies: 1 })

interface From {
  readonly address: string
  readonly device?: string
}

const login = (username: string, password: string, { address, device }: From): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.login, {
    body: { username, password },
    headers: { 'x-forwarded-for': address, ...(device ? { cookie: device } : {}) },
  })

const deviceIn = ({ headers }: TestAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0] ?? '')
    .find((one) => one.startsWith('__Host-ulna-device=')) ?? ''

/** How many of so many tries were looked at (401) and how many were not (429); fifty are under way at a time. */
const outcomes = async (count: number, one: (index: number) => Promise<TestAnswer>) => {
  const found: Record<number, number> = {}
  let next = 0
  const guesser = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const { status } = await one(index)
      found[status] = (found[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 50 }, guesser))
  return found
}

describe('G1 ten thousand guesses at one account', { timeout: patienceMs }, () => {
  it('have a hundred looked at when they come from a thousand addresses, and the person gets in', async () => {
    const person = await registerOwner(app)
    const device = deviceIn(await login(person.username, testPassword, { address: '203.0.113.1' }))
    const found = await outcomes(guesses, (index) => {
      const source = index % 1000
      return login(person.username, `guess ${index}`, {
        address: `198.18.${Math.floor(source / 250)}.${source % 250}`,
      })
    })
    expect(found).toEqual({ 401: 100, 429: guesses - 100 })
    expect((await login(person.username, testPassword, { address: '203.0.113.2', device })).status).toBe(200)
  })

  it('have ten looked at when they come from one address, and the person gets in from another', async () => {
    const person = await registerOwner(app)
    const found = await outcomes(guesses, (index) =>
      login(person.username, `guess ${index}`, { address: '198.19.0.1' }),
    )
    expect(found).toEqual({ 401: 10, 429: guesses - 10 })
    expect((await login(person.username, testPassword, { address: '203.0.113.3' })).status).toBe(200)
  })
})

describe('G2 three passwords at five thousand accounts from one address', { timeout: patienceMs }, () => {
  it('have fifty looked at, and the trail tells once', async () => {
    const found = await outcomes(3 * sprayed, (index) =>
      login(`persona-${index % sprayed}@example.test`, `clave ${Math.floor(index / sprayed)}`, {
        address: '198.19.0.2',
      }),
    )
    expect(found).toEqual({ 401: 50, 429: 3 * sprayed - 50 })
    const told = await app.owner.queries
      .selectFrom('audit_events')
      .select('action')
      .where('action', '=', 'account.spraying_suspected')
      .execute()
    expect(told).toHaveLength(1)
  })
})
