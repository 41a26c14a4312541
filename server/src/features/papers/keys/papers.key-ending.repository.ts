import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { letterTo, type PracticeOwner } from '../../../platform/sessions/practice-owners.ts'

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

/** What a mail about the end of a key says, and to whom. */
export interface EndingLetter extends PracticeOwner {
  /** Instant. */
  readonly validUntil: string
}

/** Undefined where it is no longer true: the key was replaced or has ended, the person owns the practice no more. */
export const findEndingLetter = (
  tx: Tx,
  practiceId: number,
  keyId: number,
  userId: number,
): Promise<EndingLetter | undefined> =>
  letterTo(
    tx,
    [practiceId, userId],
    sql<Omit<EndingLetter, keyof PracticeOwner>>`
      select iso(valid_until) as "validUntil" from practice_signing_keys
      where practice_id = ${practiceId} and id = ${keyId} and retired_at is null and valid_until > now()`.execute(
      tx,
    ),
  )
