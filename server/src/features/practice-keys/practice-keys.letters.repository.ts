import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { letterTo, type PracticeOwner } from '../../platform/sessions/practice-owners.ts'

/** What a mail to an owner about a new key says. */
export interface KeyLetter extends PracticeOwner {
  readonly key: string
  readonly by: string
  /** Instant. */
  readonly expiresAt: string
}

/** Finds what to write to an owner; undefined once they are none any more, or cannot sign in. */
export const findKeyLetter = (
  tx: Tx,
  practiceId: number,
  { keyId, ownerId }: { readonly keyId: number; readonly ownerId: number },
): Promise<KeyLetter | undefined> =>
  letterTo(
    tx,
    [practiceId, ownerId],
    sql<Omit<KeyLetter, keyof PracticeOwner>>`
      select k.name as key, b.first_name || ' ' || b.last_name as by, iso(k.expires_at) as "expiresAt"
      from practice_keys k join users b on b.id = k.created_by
      where k.practice_id = ${practiceId} and k.id = ${keyId}`.execute(tx),
  )
