import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import type { AccessRules } from '@ulna/contract/practices/practices.configurations'
import { hasRank, type Role, roles } from '@ulna/contract/roles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { addMember, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

let staff: Readonly<Record<Role, TestPerson>>

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

beforeAll(async () => {
  staff = {
    owner,
    admin: await addMember(app, owner.practiceId, 'admin', true),
    assistant: await addMember(app, owner.practiceId, 'assistant', true),
    practitioner: await addMember(app, owner.practiceId, 'practitioner', true),
  }
})

const never = { practitioner: [], assistant: [], admin: [] }

/** Each rule as it is broken, with what a member is told. */
const broken: readonly (readonly [key: string, rule: Partial<AccessRules>])[] = [
  ['ip_rejected', { networks: ['10.0.0.0/8', '2001:db8::/32'] }],
  ['schedule_rejected', { hours: never }],
  ['practice_domain_rejected', { mailDomains: ['clinica.example'] }],
]

/** Written behind the API, which would refuse rules that keep out whoever saves them. */
const setRules = async (access: Partial<AccessRules>): Promise<void> => {
  await sql`update practices set configurations = ${JSON.stringify({ access })}::jsonb where id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )
}

const memberRoutes = (): EndpointShape[] =>
  inCallOrder(app.endpoints).filter(({ access }) => typeof access === 'object')

const outcomeOf = async (endpoint: EndpointShape, person: TestPerson): Promise<string> => {
  const token = await mintToken(app, person)
  const { status, errors } = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token })
  return `${status} ${errors[0]?.message}`
}

describe('a rule of the practice that is broken', () => {
  it.each(broken)('%s answers every call of every member, and nothing happens', async (key, rule) => {
    await setRules(rule)
    const before = await fingerprintOfPractice(app, owner.practiceId)
    expect(memberRoutes().length).toBeGreaterThan(40)
    for (const [at, role] of roles.entries()) {
      if (role === 'owner' && key === 'schedule_rejected') continue
      for (const endpoint of dealt(memberRoutes(), sizes.share.visits, at)) {
        const found = [role, nameOf(endpoint), await outcomeOf(endpoint, staff[role])]
        expect(found).toEqual([role, nameOf(endpoint), `403 ${key}`])
      }
    }
    expect(await fingerprintOfPractice(app, owner.practiceId)).toEqual(before)
  })

  it('comes before the rank: nobody learns from outside what they may do inside', async () => {
    await setRules({ networks: ['10.0.0.0/8'] })
    const above = memberRoutes().filter(
      ({ access }) => typeof access === 'object' && !hasRank('practitioner', access.rank),
    )
    expect(above.length).toBeGreaterThan(10)
    for (const endpoint of above) {
      expect(await outcomeOf(endpoint, staff.practitioner)).toBe('403 ip_rejected')
    }
  })

  it.each(broken)('%s keeps from choosing the practice', async (key, rule) => {
    await setRules(rule)
    for (const role of roles) {
      const token = await mintToken(app, { ...staff[role], practiceId: null })
      const { status, errors } = await callEndpoint(app, practiceEndpoints.setCurrent, {
        token,
        params: { id: owner.practiceId },
      })
      const expected = role === 'owner' && key === 'schedule_rejected' ? undefined : key
      expect([role, status, errors[0]?.message]).toEqual([role, expected ? 403 : 200, expected])
    }
  })

  it('is none of hours to an owner, who is never locked out by them', async () => {
    await setRules({ hours: never })
    const reads = memberRoutes().filter(({ method }) => method === 'GET')
    for (const endpoint of reads) expect(await outcomeOf(endpoint, owner), nameOf(endpoint)).toMatch(/^200/)
  })

  it('that cannot be read keeps everybody out', async () => {
    await setRules({ networks: 'everywhere' as never })
    for (const role of roles) {
      const endpoint = memberRoutes()[0]
      if (endpoint) expect(await outcomeOf(endpoint, staff[role])).toMatch(/^500/)
    }
    await setRules({})
  })
})
