import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** What a mail to an owner about a new key says. */
export interface KeyLetter {
  readonly email: string
  readonly firstName: string
  readonly language: Language
  readonly practice: string
  readonly timezone: string
  readonly key: string
  readonly by: string
  /** Instant. */
  readonly expiresAt: string
}

/** Finds what to write to an owner; undefined once they are none any more, or cannot sign in. */
export const findKeyLetter = async (
  tx: Tx,
  practiceId: number,
  { keyId, ownerId }: { readonly keyId: number; readonly ownerId: number },
): Promise<KeyLetter | undefined> => {
  const { rows } = await sql<KeyLetter>`
    select o.email, o.first_name as "firstName", o.language, p.name as practice, p.timezone, k.name as key,
      b.first_name || ' ' || b.last_name as by, iso(k.expires_at) as "expiresAt"
    from practice_keys k
      join practices p on p.id = k.practice_id
      join users b on b.id = k.created_by
      join memberships om on om.practice_id = k.practice_id and om.user_id = ${ownerId}
      join users o on o.id = om.user_id
    where k.practice_id = ${practiceId} and k.id = ${keyId}
      and om.role = 'owner' and om.ended_at is null and o.activated_at is not null and o.disabled_at is null`.execute(
    tx,
  )
  return rows[0]
}
