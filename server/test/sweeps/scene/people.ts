import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@ulna/contract/roles'
import { openStrands } from '../../../src/platform/audit/audit.strands.ts'
import { transaction } from '../../../src/platform/database/database.ts'
import { deriveKey, newToken } from '../../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../../build-test-app.ts'
import type { TestPerson } from '../../factories/people.ts'
import { links } from './links.ts'

const trailKey = deriveKey(testSecret, 'audit chain')

/** An account that nobody can sign in to. */
export const insertUser = async (
  app: TestApp,
  tag: string,
  name: string,
  activatedAt: Date | null = new Date(),
): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('users')
    .values({
      username: `${name}-${tag}`,
      email: `${name}-${tag}@example.test`,
      first_name: 'Persona',
      last_name: name,
      language: 'es',
      activated_at: activatedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A member that nobody signs in as. */
export const insertMember = async (
  app: TestApp,
  practiceId: number,
  { userId, role, clinical = true }: { userId: number; role: Role; clinical?: boolean | undefined },
): Promise<number> => {
  const practitioner = await app.owner.queries
    .insertInto('doctors')
    .values({ practice_id: practiceId, user_id: userId, first_name: 'Miembro', last_name: role })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await app.owner.queries
    .insertInto('memberships')
    .values({ practice_id: practiceId, user_id: userId, doctor_id: practitioner.id, role, clinical })
    .returning('id')
    .executeTakeFirstOrThrow()
  return member.id
}

interface InvitationWish {
  readonly practiceId: number
  readonly invitedBy: number
  readonly email: string
  readonly userId: number | null
  readonly role?: Role
}

/** An open invitation written behind the API. */
export const insertInvitation = async (app: TestApp, wish: InvitationWish): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('invitations')
    .values({
      practice_id: wish.practiceId,
      email: wish.email,
      user_id: wish.userId,
      by_address: true,
      role: wish.role ?? 'practitioner',
      clinical: true,
      clinical_by: wish.invitedBy,
      language: 'es',
      invited_by: wish.invitedBy,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const stageMembers = async (app: TestApp, by: TestPerson, canary: string) => {
  const memberUserId = await insertUser(app, randomUUID(), 'miembro')
  const memberId = await insertMember(app, by.practiceId, { userId: memberUserId, role: 'practitioner' })
  const arrivingUserId = await insertUser(app, randomUUID(), 'llegada', null)
  const arrivingId = await insertMember(app, by.practiceId, { userId: arrivingUserId, role: 'practitioner' })
  const email = `invitada-${canary}@example.test`
  const open = { practiceId: by.practiceId, invitedBy: by.userId, email, userId: null }
  const invitationId = await insertInvitation(app, open)
  return {
    memberId,
    memberUserId,
    arrivingId,
    invitationId,
    invitationToken: links.sign('invitation', [by.practiceId, invitationId, 1]),
  }
}

/** A practice that invites: what an answer to it does, it does elsewhere. */
export const stageHost = async (app: TestApp, by: TestPerson) => {
  const tag = randomUUID()
  const hostId = await insertUser(app, tag, 'anfitriona')
  const { id: practiceId } = await app.owner.queries
    .insertInto('practices')
    .values({ name: 'Anfitriona', timezone: 'Europe/Madrid', locale: 'es' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction(app.owner.queries, { practiceId, userId: hostId }, 'read write', (tx) =>
    openStrands(tx, trailKey, practiceId),
  )
  await insertMember(app, practiceId, { userId: hostId, role: 'owner' })
  const invite = (name: string, userId: number | null) =>
    insertInvitation(app, { practiceId, invitedBy: hostId, email: `${name}-${tag}@example.test`, userId })
  const joinId = await invite('unirse', null)
  return {
    acceptableId: await invite('aceptar', by.userId),
    declinableId: await invite('declinar', by.userId),
    joinToken: links.sign('invitation', [practiceId, joinId, 1]),
  }
}

/** What belongs to the person rather than to the practice. */
export const stageOwnThings = async (app: TestApp, { userId }: TestPerson) => {
  const session = await app.owner.queries
    .insertInto('sessions')
    .values({
      user_id: userId,
      remember: true,
      refresh_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const passkey = await app.owner.queries
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: newToken(),
      public_key: randomBytes(77),
      counter: 0,
      backed_up: true,
      name: 'Portátil',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: session.id, passkeyId: passkey.id }
}

/** Does as an admin what only admins may, whoever the scene is of. */
export const asAdmin = async <T>(app: TestApp, person: TestPerson, work: () => Promise<T>): Promise<T> => {
  const membership = (role: string) =>
    app.owner.queries
      .updateTable('memberships')
      .set({ role })
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', person.practiceId)
  const { role } = await app.owner.queries
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', person.userId)
    .where('practice_id', '=', person.practiceId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  await membership('admin').execute()
  return work().finally(() => membership(role).execute())
}
