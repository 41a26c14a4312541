import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Accounts of the owners of a practice who can sign in: who is told of what concerns all of it. */
export const ownersOf = async (tx: Tx, practiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and m.role = 'owner' and m.ended_at is null
      and u.activated_at is not null and u.disabled_at is null
    order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}
