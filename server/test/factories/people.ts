import { randomUUID } from 'node:crypto'
import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import type { Role } from '@ulna/contract/roles'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'

/** Somebody signed in to a test server. */
export interface TestPerson {
  readonly token: string
  readonly cookies: readonly string[]
  readonly userId: number
  readonly doctorId: number
  readonly practiceId: number
  readonly username: string
  readonly password: string
}

export const testPassword = 'cuatro gatos en el tejado'

const cookiesOf = (headers: Readonly<Record<string, unknown>>): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)

/** An address that nobody has: files that share a server, in whatever order, never meet by it. */
export const freshAddress = (name: string): string => `${name}-${randomUUID()}@example.test`

/** Registers an owner with a practice of their own. */
export const registerOwner = async (
  app: TestApp,
  given: Partial<{ firstName: string; lastName: string; timezone: string }> = {},
): Promise<TestPerson> => {
  const username = freshAddress('user')
  const answer = await callEndpoint(app, accountEndpoints.register, {
    body: {
      email: username,
      password: testPassword,
      firstName: 'Laura',
      lastName: 'Restrepo',
      timezone: 'America/Bogota',
      ...given,
    },
  })
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${answer.text}`)
  const session: SessionPayload = answer.payload
  const { token }: { token: string } = answer.metadata
  return {
    token,
    cookies: cookiesOf(answer.headers),
    userId: session.user.id,
    doctorId: session.doctor?.id ?? 0,
    practiceId: session.practice?.id ?? 0,
    username,
    password: testPassword,
  }
}

const insertMember = async (
  app: TestApp,
  practiceId: number,
  { userId, role, clinical }: { userId: number; role: Role; clinical: boolean },
): Promise<number> => {
  const practitioner = await app.owner.queries
    .insertInto('doctors')
    .values({ practice_id: practiceId, user_id: userId, first_name: 'Miembro', last_name: role })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.owner.queries
    .insertInto('memberships')
    .values({ practice_id: practiceId, user_id: userId, doctor_id: practitioner.id, role, clinical })
    .execute()
  return practitioner.id
}

/** A member of an existing practice with a role, signed in there. The membership is written behind the API. */
export const addMember = async (
  app: TestApp,
  practiceId: number,
  role: Role,
  clinical: boolean,
): Promise<TestPerson> => {
  const own = await registerOwner(app, { firstName: 'Miembro', lastName: role })
  await app.owner.queries
    .updateTable('memberships')
    .set({ ended_at: new Date() })
    .where('user_id', '=', own.userId)
    .execute()
  const doctorId = await insertMember(app, practiceId, { userId: own.userId, role, clinical })
  return { ...(await signIn(app, own.username)), doctorId, practiceId }
}

/** Joins an existing person to a second practice. */
export const joinPractice = (
  app: TestApp,
  {
    person,
    practiceId,
    role,
    clinical,
  }: { person: TestPerson; practiceId: number; role: Role; clinical: boolean },
): Promise<number> => insertMember(app, practiceId, { userId: person.userId, role, clinical })

export const signIn = async (app: TestApp, username: string, remember = false): Promise<TestPerson> => {
  const answer = await callEndpoint(app, accountEndpoints.login, {
    body: { username, password: testPassword, remember },
  })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  const session: SessionPayload = answer.payload
  const { token }: { token: string } = answer.metadata
  return {
    token,
    cookies: cookiesOf(answer.headers),
    userId: session.user.id,
    doctorId: session.doctor?.id ?? 0,
    practiceId: session.practice?.id ?? 0,
    username,
    password: testPassword,
  }
}
