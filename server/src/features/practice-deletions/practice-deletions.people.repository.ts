import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

const canSignIn = sql`u.activated_at is not null and u.disabled_at is null`

/** Who belongs to a practice and can sign in; owners alone where that is asked. */
export const findPeople = async (
  tx: Tx,
  practiceId: number,
  { owners }: { readonly owners: boolean },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and m.ended_at is null and ${canSignIn}
      and (not ${owners} or m.role = 'owner') order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who owned a practice when it was destroyed. */
export const findFormerOwners = async (tx: Tx, deletionId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from practice_deletion_owners o join users u on u.id = o.user_id
    where o.deletion_id = ${deletionId} and ${canSignIn} order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The certificate is theirs, whether they can sign in now or not. */
export const keepOwners = async (tx: Tx, deletionId: number, practiceId: number): Promise<void> => {
  await sql`
    insert into practice_deletion_owners (deletion_id, user_id)
    select ${deletionId}, m.user_id from memberships m
    where m.practice_id = ${practiceId} and m.role = 'owner' and m.ended_at is null
    on conflict do nothing`.execute(tx)
}

/** From the next request on nobody works in the practice, and no program reads in its name. */
export const endMemberships = async (tx: Tx, practiceId: number, by: number): Promise<void> => {
  await sql`
    update practice_keys set revoked_at = now(), revoked_by = ${by}
    where practice_id = ${practiceId} and revoked_at is null`.execute(tx)
  await sql`
    update memberships set ended_at = now() where practice_id = ${practiceId} and ended_at is null`.execute(
    tx,
  )
}

export interface Addressee {
  readonly email: string
  readonly firstName: string
  readonly language: 'es' | 'en' | 'it'
}

export const findAddressee = async (tx: Tx, userId: number): Promise<Addressee | undefined> => {
  const { rows } = await sql<Addressee>`
    select u.email, u.first_name as "firstName", u.language from users u where u.id = ${userId} and ${canSignIn}`.execute(
    tx,
  )
  return rows[0]
}
