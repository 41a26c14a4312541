import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Claims telling the owners that a supplied key ends in so many days; false where it was told by whoever else, or the
 * key is out of use or has ended.
 */
export const claimEndingNews = async (
  tx: Tx,
  practiceId: number,
  keyId: number,
  days: number,
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_signing_keys set told_days = ${days}
    where practice_id = ${practiceId} and id = ${keyId} and source = 'supplied' and retired_at is null
      and valid_until > now() and (told_days is null or told_days > ${days})
    returning id`.execute(tx)
  return rows.length > 0
}

const canSignIn = sql`m.role = 'owner' and m.ended_at is null and u.activated_at is not null and u.disabled_at is null`

/** The owners of a practice who can sign in. */
export const findOwnerIds = async (tx: Tx, practiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and ${canSignIn} order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What a mail about the end of a key says, and to whom. */
export interface EndingLetter {
  readonly email: string
  readonly firstName: string
  readonly language: Language
  readonly practice: string
  readonly timezone: string
  /** Instant. */
  readonly validUntil: string
}

/** Undefined where it is no longer true: the key was replaced or has ended, the person owns the practice no more. */
export const findEndingLetter = async (
  tx: Tx,
  practiceId: number,
  keyId: number,
  userId: number,
): Promise<EndingLetter | undefined> => {
  const { rows } = await sql<EndingLetter>`
    select u.email, u.first_name as "firstName", u.language, p.name as practice, p.timezone,
      iso(k.valid_until) as "validUntil"
    from practice_signing_keys k
      join practices p on p.id = k.practice_id
      join memberships m on m.practice_id = k.practice_id and m.user_id = ${userId}
      join users u on u.id = m.user_id
    where k.practice_id = ${practiceId} and k.id = ${keyId} and k.retired_at is null and k.valid_until > now()
      and ${canSignIn}`.execute(tx)
  return rows[0]
}
