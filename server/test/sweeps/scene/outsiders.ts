import type { Role } from '@ulna/contract/roles'
import type { TestApp } from '../../build-test-app.ts'
import { addMember, joinPractice, registerOwner, type TestPerson } from '../../factories/people.ts'
import { mintKey } from './keys.ts'
import { mintToken } from './minted-session.ts'

/** Somebody who has no business in a practice. */
export interface Outsider {
  readonly name: string
  /** A session that no earlier call has touched; null for somebody who is not signed in. */
  token(): Promise<string | null>
}

/** Every rank with and without clinical membership. */
export const memberships: readonly { readonly role: Role; readonly clinical: boolean }[] = [
  { role: 'owner', clinical: true },
  { role: 'owner', clinical: false },
  { role: 'admin', clinical: true },
  { role: 'admin', clinical: false },
  { role: 'assistant', clinical: true },
  { role: 'assistant', clinical: false },
  { role: 'practitioner', clinical: true },
  { role: 'practitioner', clinical: false },
]

export const membershipName = ({ role, clinical }: { role: Role; clinical: boolean }): string =>
  `${role}, ${clinical ? 'clinical' : 'not clinical'}`

const endMembership = async (app: TestApp, person: TestPerson, practiceId: number): Promise<void> => {
  await app.owner.queries
    .updateTable('memberships')
    .set({ ended_at: new Date() })
    .where('user_id', '=', person.userId)
    .where('practice_id', '=', practiceId)
    .execute()
}

const exMembers = async (app: TestApp, ownId: number, otherId: number): Promise<Outsider[]> => {
  const person = await addMember(app, otherId, 'owner', true)
  await joinPractice(app, { person, practiceId: ownId, role: 'owner', clinical: true })
  await endMembership(app, person, otherId)
  return [
    {
      name: 'ex-member, session still in the other practice',
      token: () => mintToken(app, { ...person, practiceId: otherId }),
    },
    {
      name: 'ex-member, session in the own practice',
      token: () => mintToken(app, { ...person, practiceId: ownId }),
    },
    { name: 'ex-member, no practice chosen', token: () => mintToken(app, { ...person, practiceId: null }) },
  ]
}

const lostSessions = async (app: TestApp, otherId: number): Promise<Outsider[]> => {
  const insider = await addMember(app, otherId, 'owner', true)
  const disabled = await addMember(app, otherId, 'owner', true)
  await app.owner.queries
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.userId)
    .execute()
  return [
    {
      name: 'disabled owner of the other practice',
      token: () => mintToken(app, { ...disabled, practiceId: otherId }),
    },
    {
      name: 'session of the other owner that was ended',
      token: () => mintToken(app, { ...insider, practiceId: otherId, ended: true }),
    },
    {
      name: 'token of the other owner that ran out',
      token: () => mintToken(app, { ...insider, practiceId: otherId, expired: true }),
    },
  ]
}

/** Programs: one with a key of the own practice, others with what is none of the other one, or no more. */
const programs = async (app: TestApp, ownId: number, otherId: number): Promise<Outsider[]> => {
  const maker = await addMember(app, ownId, 'owner', true)
  const insider = await addMember(app, otherId, 'owner', true)
  const of = async (name: string, key: Promise<{ secret: string }>, said = (secret: string) => secret) => {
    const { secret } = await key
    return { name, token: async () => said(secret) }
  }
  return [
    await of('key of the own practice', mintKey(app, { ...maker, practiceId: ownId })),
    await of(
      'key of the own practice that says it is of the other',
      mintKey(app, { ...maker, practiceId: ownId }),
      (secret) => secret.replace(`ulna_${ownId}_`, `ulna_${otherId}_`),
    ),
    await of(
      'key of the other practice that was revoked',
      mintKey(app, { ...insider, practiceId: otherId, revoked: true }),
    ),
    await of(
      'key of the other practice that ran out',
      mintKey(app, { ...insider, practiceId: otherId, expired: true }),
    ),
  ]
}

/** Who must get nothing of practice `otherId`: everybody else, most of them at home in practice `ownId`. */
export const inviteOutsiders = async (app: TestApp, ownId: number, otherId: number): Promise<Outsider[]> => {
  const members = await Promise.all(
    memberships.map(async (one): Promise<Outsider> => {
      const person = await addMember(app, ownId, one.role, one.clinical)
      return { name: membershipName(one), token: () => mintToken(app, person) }
    }),
  )
  return [
    { name: 'anonymous', token: async () => null },
    { name: 'token that nobody was given', token: async () => 'A'.repeat(43) },
    ...members,
    ...(await exMembers(app, ownId, otherId)),
    ...(await lostSessions(app, otherId)),
    ...(await programs(app, ownId, otherId)),
  ]
}

/** Owner of both practices at home in `ownId` at the moment: the other one opens by choosing it, and by nothing else. */
export const inviteOwnerOfBoth = async (app: TestApp, ownId: number, otherId: number): Promise<Outsider> => {
  const person = await registerOwner(app)
  await joinPractice(app, { person, practiceId: ownId, role: 'owner', clinical: true })
  await joinPractice(app, { person, practiceId: otherId, role: 'owner', clinical: true })
  return { name: 'owner of both', token: () => mintToken(app, { ...person, practiceId: ownId }) }
}
