import type { FoundUser } from '@ulna/contract/practices/practices.members'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'

/** An account that somebody may be asked to join with. */
export interface Person {
  readonly userId: number
  readonly username: string
  readonly email: string
  /** The address was proven to be theirs. */
  readonly proven: boolean
}

const personColumns = sql`u.id as "userId", u.username, u.email, u.email_verified_at is not null as proven`

/** Who works in a practice that the caller belongs to as well; nobody else is known by more than an address. */
const isColleagueOf = (callerId: number) => sql`exists (
  select from memberships own join memberships theirs on theirs.practice_id = own.practice_id
  where own.user_id = ${callerId} and own.ended_at is null and theirs.user_id = u.id and theirs.ended_at is null
)`

/** A colleague of the caller. */
export const findColleague = async (
  tx: Tx,
  callerId: number,
  userId: number,
): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`
    select ${personColumns} from users u
    where u.id = ${userId} and u.disabled_at is null and ${isColleagueOf(callerId)}`.execute(tx)
  return rows[0]
}

/** What somebody who is signed in is called. */
export const findOwnName = (
  tx: Tx,
  userId: number,
): Promise<{ readonly firstName: string; readonly lastName: string; readonly email: string }> =>
  tx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export const findPersonByEmail = async (tx: Tx, email: string): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`
    select ${personColumns} from users u
    where lower(u.email) = lower(${email}) and u.disabled_at is null`.execute(tx)
  return rows[0]
}

const startOf = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

interface FoundRow {
  readonly id: number
  readonly username: string
  readonly fullName: string
  readonly role: Role | null
}

/**
 * Colleagues of the caller who can sign in, by their exact address, or by the beginning of a user name that is no
 * address. A user name that is one is never searched: it may be chosen freely, and be somebody else's. Where it would be
 * told, what was typed is.
 */
export const findColleagues = async (
  tx: Tx,
  { practiceId, userId }: Pick<PracticeActor, 'practiceId' | 'userId'>,
  text: string,
  most: number,
): Promise<FoundUser[]> => {
  const { rows } = await sql<FoundRow>`
    select u.id, u.username, u.first_name || ' ' || u.last_name as "fullName", m.role
    from users u
    left join memberships m on m.practice_id = ${practiceId} and m.user_id = u.id and m.ended_at is null
    where u.disabled_at is null and u.activated_at is not null and ${isColleagueOf(userId)} and (
      lower(u.email) = lower(${text})
      or (lower(u.username) like lower(${startOf(text)}) and position('@' in u.username) = 0)
    )
    order by lower(u.username) = lower(${text}) desc, lower(u.username)
    limit ${most}`.execute(tx)
  return rows.map((row) => ({ ...row, username: row.username.includes('@') ? text : row.username }))
}
