import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

const ownsAndCanSignIn = sql`m.role = 'owner' and m.ended_at is null and u.activated_at is not null and u.disabled_at is null`

/** Accounts of the owners of a practice who can sign in: who is told of what concerns all of it. */
export const ownersOf = async (tx: Tx, practiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and ${ownsAndCanSignIn} order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** To whom a mail about all of a practice goes, and which practice it is. */
export interface PracticeOwner {
  readonly email: string
  readonly firstName: string
  readonly language: Language
  readonly practice: string
  readonly timezone: string
}

/** One of them; undefined once they are none any more, or cannot sign in. */
const findOwner = async (tx: Tx, practiceId: number, userId: number): Promise<PracticeOwner | undefined> => {
  const { rows } = await sql<PracticeOwner>`
    select u.email, u.first_name as "firstName", u.language, p.name as practice, p.timezone
    from memberships m join users u on u.id = m.user_id join practices p on p.id = m.practice_id
    where m.practice_id = ${practiceId} and m.user_id = ${userId} and ${ownsAndCanSignIn}`.execute(tx)
  return rows[0]
}

/** A letter to one of them about something of the practice; undefined where either is gone. */
export const letterTo = async <About>(
  tx: Tx,
  [practiceId, userId]: readonly [practiceId: number, userId: number],
  about: Promise<{ readonly rows: readonly About[] }>,
): Promise<(PracticeOwner & About) | undefined> => {
  const [owner, { rows }] = await Promise.all([findOwner(tx, practiceId, userId), about])
  const [subject] = rows
  return owner && subject && { ...owner, ...subject }
}
