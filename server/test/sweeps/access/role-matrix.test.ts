import { randomUUID } from 'node:crypto'
import { type EndpointShape, needsFreshProof } from '@ulna/contract/http/endpoint'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { clinicalByDefault, hasRank, type Role, roles } from '@ulna/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { addMember, joinPractice, registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken, type SessionWish } from '../scene/minted-session.ts'
import { membershipName, memberships } from '../scene/outsiders.ts'
import { insertInvitation, insertMember, insertUser } from '../scene/people.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** What somebody below the declared rank is told (product-decisions.md §4). */
const refusalBelow: Readonly<Record<Role, string>> = {
  practitioner: 'forbidden',
  assistant: 'assistant_role_required',
  admin: 'admin_role_required',
  owner: 'owner_role_required',
}

interface Standing {
  readonly role: Role
  readonly clinical: boolean
}

type Cell = readonly [endpoint: string, outcome: string]

/** Their samples name records of a colleague where the member writes none, which ask the rank of an assistant. */
const ofColleagues = new Set([
  'POST /sessionpackage/addRecordsToPackage/:id',
  'POST /sessionpackage/removeRecordsFromPackage/:id',
])

/** Its sample is paid for a package, which is no visit of the member's own. */
const forPackages = 'POST /receipt'

/** What an endpoint answers to a member: a refusal of access, or `done`. */
const expectedFor = (endpoint: EndpointShape, { role, clinical }: Standing, isFresh = true): string => {
  const { access } = endpoint
  if (access === 'public') return 'done'
  // Whatever they are in a practice: none of them installed it.
  if (access === 'operator') return 'operator_required'
  const proof = needsFreshProof(endpoint) && !isFresh ? 'reauth_required' : 'done'
  if (access === 'signed-in') return proof
  if (!hasRank(role, access.rank)) return refusalBelow[access.rank]
  if (nameOf(endpoint) === forPackages && role === 'practitioner') return refusalBelow.assistant
  if (ofColleagues.has(nameOf(endpoint)) && role === 'practitioner' && !clinical)
    return refusalBelow.assistant
  return access.clinical === true && !clinical ? 'clinical_access_required' : proof
}

/** Keys that say that somebody was not let in; anything else was answered by the use case itself. */
const refusals = new Set([
  'operator_required',
  ...Object.values(refusalBelow),
  'clinical_access_required',
  'reauth_required',
  'practice_required',
  'unauthorized',
  'invalid_token',
  'session_invalid',
  'token_expired',
  'user_not_activated',
  'ip_rejected',
  'schedule_rejected',
  'practice_domain_rejected',
])

const answerOf = async (endpoint: EndpointShape, scene: PracticeScene, token: string | null) => {
  const { status, errors, text } = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token })
  if (status === (endpoint.status ?? 200)) return 'done'
  return errors[0]?.message ?? `${status} ${text}`
}

/** Whose sample succeeds with a token alone is to succeed; of the others it is enough that they were let in. */
const outcomeOf = async (
  endpoint: EndpointShape,
  scene: PracticeScene,
  token: string | null,
): Promise<string> => {
  const answer = await answerOf(endpoint, scene, token)
  return nameOf(endpoint) in beyondToken && !refusals.has(answer) ? 'done' : answer
}

/** What ends sessions or the membership, which the other calls need. */
const endings: readonly string[] = ['POST /auth/changePassword', 'POST /practice/leave']

/** Every route, in an order in which one scene serves all. */
const allRoutes = (): EndpointShape[] => {
  const place = (endpoint: EndpointShape): number => endings.indexOf(nameOf(endpoint))
  return inCallOrder(app.endpoints).sort((one, other) => place(one) - place(other))
}

/** The routes that one of several asks for: each route is asked for by some of them, and by all in the long tier. */
const routesOf = <T>(all: readonly T[], one: T, isAsked = (_: EndpointShape) => true): EndpointShape[] =>
  dealt(allRoutes().filter(isAsked), sizes.share.routes, all.indexOf(one))

const isClosed = ({ access }: EndpointShape): boolean => access !== 'public'

// Sign-in with what no sample can have is refused as a wrong password is.
const isSignIn = ({ access, ...endpoint }: EndpointShape): boolean =>
  access === 'public' && nameOf(endpoint) in beyondToken

const walk = async (
  person: TestPerson,
  scene: PracticeScene,
  expectation: (endpoint: EndpointShape) => string,
  routes = allRoutes(),
): Promise<void> => {
  const expected: Cell[] = []
  const found: Cell[] = []
  for (const endpoint of routes.filter((one) => !isSignIn(one))) {
    const token = await mintToken(app, person)
    expected.push([nameOf(endpoint), expectation(endpoint)])
    found.push([nameOf(endpoint), await outcomeOf(endpoint, scene, token)])
  }
  expect(found).toEqual(expected)
}

describe('C2: the access an endpoint declares', () => {
  it.each(memberships)('is what it enforces for $role, clinical: $clinical', async (standing) => {
    const member = await addMember(app, owner.practiceId, standing.role, standing.clinical)
    const scene = await stageScene(app, member, standing.clinical ? member : owner)
    const expectation = (endpoint: EndpointShape) => expectedFor(endpoint, standing)
    await walk(member, scene, expectation, routesOf(memberships, standing))
  })

  it.each(memberships)(
    'asks $role, clinical: $clinical, for a fresh proof where it says so',
    async (standing) => {
      const member = await addMember(app, owner.practiceId, standing.role, standing.clinical)
      const scene = await stageScene(app, member, standing.clinical ? member : owner)
      expect(allRoutes().filter(needsFreshProof).length).toBeGreaterThan(5)
      for (const endpoint of routesOf(memberships, standing, needsFreshProof)) {
        const token = await mintToken(app, { ...member, stale: true })
        const found = [nameOf(endpoint), await outcomeOf(endpoint, scene, token)]
        expect(found, membershipName(standing)).toEqual([
          nameOf(endpoint),
          expectedFor(endpoint, standing, false),
        ])
      }
    },
  )

  it('is that of the practice in which a member of two works', async () => {
    const standing = { role: 'practitioner', clinical: false } as const
    const person = await registerOwner(app)
    const doctorId = await joinPractice(app, {
      person,
      practiceId: owner.practiceId,
      role: standing.role,
      clinical: standing.clinical,
    })
    const member = {
      ...person,
      practiceId: owner.practiceId,
      doctorId,
      token: await mintToken(app, { ...person, practiceId: owner.practiceId }),
    }
    const atWork = (endpoint: EndpointShape) => expectedFor(endpoint, standing)
    await walk(member, await stageScene(app, member, owner), atWork, routesOf(['work', 'home'], 'work'))
    // They are still an owner at home.
    const atHome = (endpoint: EndpointShape) => expectedFor(endpoint, { role: 'owner', clinical: true })
    await walk(person, await stageScene(app, person), atHome, routesOf(['work', 'home'], 'home'))
  })
})

/** Calls of the signed-in whose sample names a thing of the person of the scene: to anybody else it is not there. */
const ofOneself: Readonly<Record<string, string>> = {
  'GET /auth/me': 'practice_required',
  'GET /practice/deletion/:id/certificate': 'not_found',
  'POST /auth/setCurrentPractice/:id': 'not_found',
  'DELETE /auth/sessions/:id': 'not_found',
  'PUT /auth/passkeys/:id': 'not_found',
  'DELETE /auth/passkeys/:id': 'not_found',
  'POST /invitation/:id/accept': 'not_found',
  'DELETE /invitation/:id': 'not_found',
}

interface Stranger {
  readonly who: string
  /** What everything that is not public answers, or what only a member’s calls do. */
  readonly all?: string
  readonly ranked?: string
  /** Whose session it is; null for somebody without one. */
  session(): Promise<SessionWish | null>
}

const formerly = async (change: RawBuilder<unknown>): Promise<SessionWish> => {
  const person = await addMember(app, owner.practiceId, 'owner', true)
  await sql`${change} = ${person.userId}`.execute(app.owner.queries)
  return person
}

const strangers: readonly Stranger[] = [
  { who: 'nobody', all: 'unauthorized', session: async () => null },
  {
    who: 'somebody without a practice',
    ranked: 'practice_required',
    session: async () => ({ ...(await registerOwner(app)), practiceId: null }),
  },
  {
    who: 'a former owner whose session is still in the practice',
    ranked: 'practice_required',
    session: () => formerly(sql`update memberships set ended_at = now() where user_id`),
  },
  {
    who: 'somebody whose session names a practice they were never in',
    ranked: 'practice_required',
    session: async () => ({ ...(await registerOwner(app)), practiceId: owner.practiceId }),
  },
  {
    who: 'an owner who was switched off',
    all: 'session_invalid',
    session: () => formerly(sql`update users set disabled_at = now() where id`),
  },
  {
    who: 'an owner whose account waits for its activation',
    all: 'user_not_activated',
    session: () => formerly(sql`update users set activated_at = null where id`),
  },
  {
    who: 'an owner whose session was ended',
    all: 'session_invalid',
    session: async () => ({ ...owner, ended: true }),
  },
  {
    who: 'an owner whose token ran out',
    all: 'token_expired',
    session: async () => ({ ...owner, expired: true }),
  },
]

describe('C2: every closed route', () => {
  it.each(strangers)('keeps out $who', async (stranger) => {
    const { all, ranked, session } = stranger
    const scene = await stageScene(app, owner)
    const wish = await session()
    const expectation = (endpoint: EndpointShape): string => {
      if (all !== undefined) return all
      if (endpoint.access === 'operator') return 'operator_required'
      if (typeof endpoint.access === 'object') return ranked ?? ''
      return ofOneself[nameOf(endpoint)] ?? 'done'
    }
    for (const endpoint of routesOf(strangers, stranger).filter(isClosed)) {
      const found = await outcomeOf(endpoint, scene, wish && (await mintToken(app, wish)))
      expect([nameOf(endpoint), found]).toEqual([nameOf(endpoint), expectation(endpoint)])
    }
  })

  it('keeps out a token that nobody was given', async () => {
    const scene = await stageScene(app, owner)
    for (const endpoint of allRoutes().filter(isClosed)) {
      const found = await outcomeOf(endpoint, scene, 'A'.repeat(43))
      expect([nameOf(endpoint), found]).toEqual([nameOf(endpoint), 'invalid_token'])
    }
  })
})

/** What becomes of somebody by a call, for each way to manage members. */
interface Management {
  readonly how: string
  readonly endpoint: EndpointShape
  /** Whether it gives clinical access to whom it is about. */
  readonly gives?: (target: Role) => boolean
  /** Makes somebody with a role, and answers the call that manages them. */
  call(target: Role): Promise<object>
}

const newcomer = async (role: Role, clinical = true): Promise<number> =>
  insertMember(app, owner.practiceId, { userId: await insertUser(app, randomUUID(), role), role, clinical })

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `matrix-${addresses}@example.test`
}

const newInvitation = (role: Role): Promise<number> =>
  insertInvitation(app, {
    practiceId: owner.practiceId,
    invitedBy: owner.userId,
    email: newAddress(),
    userId: null,
    role,
  })

const management: readonly Management[] = [
  {
    how: 'giving a member the role',
    endpoint: memberEndpoints.change,
    call: async (role) => ({ params: { id: await newcomer('practitioner') }, body: { role } }),
  },
  {
    how: 'taking the role from a member',
    endpoint: memberEndpoints.change,
    call: async (role) => ({ params: { id: await newcomer(role) }, body: { role: 'practitioner' } }),
  },
  {
    how: 'changing clinical access of the role',
    endpoint: memberEndpoints.change,
    call: async (role) => ({ params: { id: await newcomer(role) }, body: { clinical: false } }),
  },
  {
    how: 'removing a member with the role',
    endpoint: memberEndpoints.remove,
    call: async (role) => ({ params: { id: await newcomer(role) } }),
  },
  {
    how: 'inviting to the role',
    endpoint: memberEndpoints.invite,
    gives: (role) => clinicalByDefault[role],
    call: async (role) => ({ body: { users: [{ email: newAddress(), role }] } }),
  },
  {
    how: 'inviting to the role with clinical access',
    endpoint: memberEndpoints.invite,
    gives: () => true,
    call: async (role) => ({ body: { users: [{ email: newAddress(), role, clinical: true }] } }),
  },
  {
    how: 'giving the role clinical access',
    endpoint: memberEndpoints.change,
    gives: () => true,
    call: async (role) => ({ params: { id: await newcomer(role, false) }, body: { clinical: true } }),
  },
  {
    how: 'giving clinical access by inviting a member again',
    endpoint: memberEndpoints.invite,
    gives: () => true,
    call: async (role) => {
      const userId = await insertUser(app, randomUUID(), role)
      await insertMember(app, owner.practiceId, { userId, role, clinical: false })
      return { body: { users: [{ userId, role, clinical: true }] } }
    },
  },
  {
    how: 'mailing somebody of the role the link to sign in here',
    endpoint: memberEndpoints.welcome,
    call: async (role) => {
      const userId = await insertUser(app, randomUUID(), role, null)
      return { params: { id: await insertMember(app, owner.practiceId, { userId, role }) } }
    },
  },
  {
    how: 'mailing an invitation to the role again',
    endpoint: memberEndpoints.resendInvitation,
    call: async (role) => ({ params: { id: await newInvitation(role) } }),
  },
  {
    how: 'withdrawing an invitation to the role',
    endpoint: memberEndpoints.withdrawInvitation,
    call: async (role) => ({ params: { id: await newInvitation(role) } }),
  },
]

describe('C2: managing members', () => {
  interface Attempt {
    readonly by: Standing
    readonly target: Role
    readonly stale: boolean
    /** Clinical access is wished for somebody who has none. */
    readonly wishes: boolean
  }

  /** Who may give clinical access: owners, and admins who have it (product-decisions.md §4). */
  const mayGive = ({ role, clinical }: Standing): boolean =>
    role === 'owner' || (role === 'admin' && clinical)

  /**
   * Admins and owners are an owner’s to manage, with a fresh proof; the others an admin’s. Giving clinical access takes a
   * fresh proof; who may not give it asks for it, and that takes none (product-decisions.md §4).
   */
  const expected = ({ by, target, stale, wishes }: Attempt): string => {
    if (!hasRank(by.role, 'admin')) return 'admin_role_required'
    const leads = hasRank(target, 'admin')
    if (leads && by.role !== 'owner') return 'owner_role_required'
    if (stale && (leads || (wishes && mayGive(by)))) return 'reauth_required'
    return wishes && !mayGive(by) ? 'asked' : 'done'
  }

  /** Whether clinical access was given or waits now, by what the call answered. */
  const becameOf = (payload: unknown): string => {
    const [first] = [payload].flat() as { clinicalAsked?: unknown }[]
    return first?.clinicalAsked ? 'asked' : 'done'
  }

  let actors: (TestPerson & { readonly standing: Standing })[]

  beforeAll(async () => {
    actors = []
    for (const standing of memberships) {
      const person = await addMember(app, owner.practiceId, standing.role, standing.clinical)
      actors.push({ ...person, standing })
    }
  })

  const attempt = async (
    { endpoint, call }: Management,
    actor: TestPerson,
    target: Role,
    stale: boolean,
  ): Promise<string | undefined> => {
    const token = await mintToken(app, { ...actor, stale })
    const { status, errors, payload } = await callEndpoint(app, endpoint, { ...(await call(target)), token })
    return status === (endpoint.status ?? 200) ? becameOf(payload) : errors[0]?.message
  }

  it.each(management)('$how takes what the table says', async (one) => {
    for (const { standing: by, ...actor } of actors) {
      for (const target of roles) {
        for (const stale of [false, true]) {
          const tried = { by, target, stale, wishes: one.gives?.(target) ?? false }
          const found = await attempt(one, actor, target, stale)
          expect({ ...tried, found }).toEqual({ ...tried, found: expected(tried) })
        }
      }
    }
  })
})
