import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { describe, expect, it } from 'vitest'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ rateLimits: true })
const admin = await addMember(app, owner.practiceId, 'admin', false)

const ask = async (
  who: TestPerson | null,
  endpoint: EndpointShape,
  options: CallOptions = {},
): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...options, token: who && (await mintToken(app, who)) })

/** How many of the calls were answered before they were too many. */
const answered = async (most: number, call: (index: number) => Promise<TestAnswer>): Promise<number> => {
  for (let index = 0; index < most; index += 1) {
    const { status, errors, headers } = await call(index)
    if (status !== 429) continue
    expect(errors).toMatchObject([{ message: 'rate_limited' }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    return index
  }
  return most
}

const search = (who: TestPerson) => (index: number) =>
  ask(who, memberEndpoints.searchUsers, { query: { q: `persona${index}` } })

const inviting = (count: number, name: string) => ({
  users: Array.from({ length: count }, (_, index) => ({
    email: `${name}-${index}@example.test`,
    role: 'assistant',
  })),
})

describe('G11 limits of one person', () => {
  it('end searching for users, and nobody else’s', async () => {
    expect(await answered(80, search(owner))).toBe(60)
    expect((await search(admin)(0)).status).toBe(200)
  })

  it('end exporting the trail', async () => {
    expect(await answered(8, () => ask(admin, auditEndpoints.exportTrail))).toBe(5)
  })

  it('end inviting by the number of people, all or none', async () => {
    const invite = (count: number, name: string) =>
      ask(owner, memberEndpoints.invite, { body: inviting(count, name) })
    for (const name of ['a', 'b', 'c']) expect((await invite(50, name)).status).toBe(201)
    expect((await invite(45, 'd')).status).toBe(201)
    expect((await invite(6, 'e')).status).toBe(429)
    expect((await invite(5, 'f')).status).toBe(201)
    expect((await invite(1, 'g')).status).toBe(429)
    const { invitations } = (await ask(owner, memberEndpoints.list)).metadata as { invitations: unknown[] }
    expect(invitations).toHaveLength(200)
  })
})

describe('G11 a limit for one person', () => {
  it('ends mails that invite the same address, whoever sends them from whichever practice', async () => {
    const body = { users: [{ email: 'molesta@example.test', role: 'assistant' }] }
    const statuses: number[] = []
    for (let sender = 0; sender < 3; sender += 1) {
      const stranger = await registerOwner(app)
      for (let time = 0; time < 4; time += 1)
        statuses.push((await ask(stranger, memberEndpoints.invite, { body })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429, 429])
  })

  it('is not used up by who may not invite them', async () => {
    const leader = { users: [{ email: 'futura-duena@example.test', role: 'owner' }] }
    for (let time = 0; time < 12; time += 1) {
      const { errors } = await ask(admin, memberEndpoints.invite, { body: leader })
      expect(errors).toMatchObject([{ message: 'owner_role_required' }])
    }
    const practice = await registerOwner(app)
    expect((await ask(practice, memberEndpoints.invite, { body: leader })).status).toBe(201)
  })

  it('is not used up by who has to prove who they are first', async () => {
    const practice = await registerOwner(app)
    const token = await mintToken(app, { ...practice, stale: true })
    const body = { users: [{ email: 'futuro-colega@example.test', role: 'practitioner' }] }
    for (let time = 0; time < 12; time += 1) {
      const { errors } = await callEndpoint(app, memberEndpoints.invite, { token, body })
      expect(errors).toMatchObject([{ message: 'reauth_required' }])
    }
    expect((await ask(practice, memberEndpoints.invite, { body })).status).toBe(201)
  })
})

describe('G11 a limit of one source', () => {
  it('ends guessing links', async () => {
    const guess = (index: number) =>
      ask(null, invitationEndpoints.offer, { params: { token: `1.${index}.1.${'A'.repeat(43)}` } })
    expect(await answered(70, guess)).toBe(60)
  })
})
