import type { Access, EndpointShape } from '@ulna/contract/http/endpoint'
import { hasRank, type Role } from '@ulna/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { addMember, registerOwner, type TestPerson } from '../factories/people.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from './endpoint-samples.ts'
import { mintToken } from './minted-session.ts'
import { membershipName, memberships } from './outsiders.ts'
import { stageScene } from './practice-scene.ts'

let app: TestApp
let owner: TestPerson

beforeAll(async () => {
  app = await buildTestApp()
  owner = await registerOwner(app)
})
afterAll(() => app.close())

/** What somebody below the declared rank is told (decisions.md §4). */
const refusalBelow: Readonly<Record<Role, string>> = {
  practitioner: 'forbidden',
  assistant: 'assistant_role_required',
  admin: 'admin_role_required',
  owner: 'owner_role_required',
}

const expectedFor = (access: Access, role: Role, clinical: boolean): string => {
  if (typeof access === 'string') return 'done'
  if (!hasRank(role, access.rank)) return refusalBelow[access.rank]
  return access.clinical && !clinical ? 'clinical_access_required' : 'done'
}

type Cell = readonly [endpoint: string, outcome: string]

const outcomeOf = async (endpoint: EndpointShape, input: object, token: string | null): Promise<string> => {
  const { status, errors, text } = await callEndpoint(app, endpoint, { ...input, token })
  if (status === (endpoint.status ?? 200)) return 'done'
  return errors[0]?.message ?? `${status} ${text}`
}

const inMatrix = (): EndpointShape[] =>
  inCallOrder(app.endpoints).filter((endpoint) => !(nameOf(endpoint) in beyondToken))

describe('C2: the access an endpoint declares', () => {
  it.each(memberships)('is what it enforces for $role, clinical: $clinical', async (membership) => {
    const { role, clinical } = membership
    const member = await addMember(app, owner.practiceId, role, clinical)
    const scene = await stageScene(app, member, clinical ? member : owner)
    const expected: Cell[] = []
    const found: Cell[] = []
    for (const endpoint of inMatrix()) {
      const token = await mintToken(app, member)
      expected.push([nameOf(endpoint), expectedFor(endpoint.access, role, clinical)])
      found.push([nameOf(endpoint), await outcomeOf(endpoint, sampleOf(endpoint, scene), token)])
    }
    expect(found, membershipName(membership)).toEqual(expected)
  })

  const strangers = [
    { who: 'nobody', closed: 'unauthorized', ranked: 'unauthorized' },
    { who: 'somebody without a practice', closed: 'done', ranked: 'practice_required' },
  ] as const

  it.each(strangers)('keeps out $who', async ({ who, closed, ranked }) => {
    const scene = await stageScene(app, owner)
    const person = await registerOwner(app)
    for (const endpoint of inMatrix()) {
      if (endpoint.access === 'public') continue
      // Without a practice there is nobody to tell of, and the practice of the sample is not theirs to choose.
      if (
        endpoint.access === 'signed-in' &&
        who !== 'nobody' &&
        ['/auth/me', '/auth/setCurrentPractice/:id'].includes(endpoint.path)
      )
        continue
      const token = who === 'nobody' ? null : await mintToken(app, { ...person, practiceId: null })
      const outcome = await outcomeOf(endpoint, sampleOf(endpoint, scene), token)
      expect([nameOf(endpoint), outcome]).toEqual([
        nameOf(endpoint),
        endpoint.access === 'signed-in' ? closed : ranked,
      ])
    }
  })
})
