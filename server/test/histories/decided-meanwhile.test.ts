import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CallOptions, callEndpoint, type TestAnswer } from '../client.ts'
import { addMember, registerOwner, type TestPerson } from '../factories/people.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { insertInvitation } from '../sweeps/scene/people.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice()

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

const waitForLock = async (): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.owner.queries,
  )
  if (rows.length === 0) return waitForLock()
}

/** Answers what a call finds that waits for a row of a table while that row gets another fate. */
const overtakenAt = async (
  row: RawBuilder<unknown>,
  call: () => Promise<TestAnswer>,
  fate: RawBuilder<unknown>,
): Promise<TestAnswer> => {
  const waiting = await app.owner.queries.transaction().execute(async (tx) => {
    await sql`select 1 from ${row} for update`.execute(tx)
    const answer = call()
    await waitForLock()
    await fate.execute(tx)
    return { answer }
  })
  return waiting.answer
}

/** A call that was admitted, and finds once it may decide what has become of its caller since. */
const overtaken = (
  by: TestPerson,
  call: () => Promise<TestAnswer>,
  fate: RawBuilder<unknown>,
): Promise<TestAnswer> =>
  overtakenAt(
    sql`memberships where user_id = ${by.userId}`,
    call,
    sql`update memberships set ${fate} where user_id = ${by.userId}`,
  )

const memberIdOf = async (person: TestPerson): Promise<number> => {
  const { id } = await app.owner.queries
    .selectFrom('memberships')
    .select('id')
    .where('practice_id', '=', owner.practiceId)
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return id
}

const invitationOf = ({ practiceId, userId }: TestPerson): Promise<number> =>
  insertInvitation(app, {
    practiceId,
    invitedBy: userId,
    email: `waits-${userId}@example.test`,
    userId: null,
  })

interface Decision {
  readonly what: string
  readonly endpoint: EndpointShape
  readonly of: (member: TestPerson) => Promise<CallOptions>
}

const decisions: readonly Decision[] = [
  {
    what: 'changes a member',
    endpoint: memberEndpoints.change,
    of: async (member) => ({ params: { id: await memberIdOf(member) }, body: { role: 'assistant' } }),
  },
  {
    what: 'removes a member',
    endpoint: memberEndpoints.remove,
    of: async (member) => ({ params: { id: await memberIdOf(member) } }),
  },
  {
    what: 'invites a member to another role',
    endpoint: memberEndpoints.invite,
    of: async ({ userId }) => ({ body: { users: [{ userId, role: 'assistant' }] } }),
  },
  {
    what: 'invites somebody',
    endpoint: memberEndpoints.invite,
    of: async ({ userId }) => ({
      body: { users: [{ email: `new-${userId}@example.test`, role: 'assistant' }] },
    }),
  },
  {
    what: 'mails an invitation again',
    endpoint: memberEndpoints.resendInvitation,
    of: async (member) => ({ params: { id: await invitationOf(member) } }),
  },
  {
    what: 'withdraws an invitation',
    endpoint: memberEndpoints.withdrawInvitation,
    of: async (member) => ({ params: { id: await invitationOf(member) } }),
  },
]

const decide = async ({ endpoint, of }: Decision, fate: RawBuilder<unknown>): Promise<string> => {
  const by = await addMember(app, owner.practiceId, 'admin', true)
  const member = await addMember(app, owner.practiceId, 'practitioner', true)
  const options = { ...(await of(member)), token: await mintToken(app, by) }
  return outcome(await overtaken(by, () => callEndpoint(app, endpoint, options), fate))
}

describe('somebody who was demoted or removed since they asked', () => {
  it.each(decisions)('is refused as what they are by then when the call $what', async (decision) => {
    expect(await decide(decision, sql`role = role`)).toMatch(/^20[01]$/)
    expect(await decide(decision, sql`role = 'practitioner'`)).toBe('admin_role_required')
    expect(await decide(decision, sql`ended_at = now()`)).toBe('practice_required')
  })
})

it('who may give clinical access only since they asked proves who they are before they give it', async () => {
  const by = await addMember(app, owner.practiceId, 'admin', false)
  const token = await mintToken(app, { ...by, stale: true })
  const body = { users: [{ email: `given-by-${by.userId}@example.test`, role: 'practitioner' }] }
  const invite = () => callEndpoint(app, memberEndpoints.invite, { token, body })
  expect(outcome(await overtaken(by, invite, sql`role = 'owner', clinical = true`))).toBe('reauth_required')
})

it('a practice that was left meanwhile is not left again', async () => {
  const by = await addMember(app, owner.practiceId, 'practitioner', true)
  const token = await mintToken(app, by)
  const answer = await overtaken(
    by,
    () => callEndpoint(app, practiceEndpoints.leave, { token }),
    sql`ended_at = now()`,
  )
  expect(outcome(answer)).toBe('practice_required')
})

it.each(['accept', 'decline'] as const)(
  'an invitation that ended meanwhile cannot be answered: %s',
  async (answered) => {
    const person = await registerOwner(app)
    const { practiceId, userId: invitedBy } = owner
    const email = `meanwhile-${person.userId}@example.test`
    const id = await insertInvitation(app, { practiceId, invitedBy, email, userId: person.userId })
    const token = await mintToken(app, person)
    const answer = await overtakenAt(
      sql`invitations where id = ${id}`,
      () => callEndpoint(app, invitationEndpoints[answered], { params: { id }, token }),
      sql`update invitations set withdrawn_at = now() where id = ${id}`,
    )
    expect(outcome(answer)).toBe('not_found')
  },
)
