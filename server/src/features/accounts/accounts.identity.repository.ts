import { sql } from 'kysely'
import type { Queries, Tx } from '../../platform/database.ts'

/** An account as far as a person of the hosted identity service may be it. */
export interface LinkableAccount {
  readonly id: number
  readonly firebaseUid: string | null
  readonly activated: boolean
  readonly disabled: boolean
}

const columns = sql`
  id, firebase_uid as "firebaseUid", activated_at is not null as activated, disabled_at is not null as disabled`

export const findByFirebaseUid = async (
  queries: Queries,
  uid: string,
): Promise<LinkableAccount | undefined> => {
  const { rows } = await sql<LinkableAccount>`
    select ${columns} from users where firebase_uid = ${uid}`.execute(queries)
  return rows[0]
}

export const findByAddress = async (
  queries: Queries,
  email: string,
): Promise<LinkableAccount | undefined> => {
  const { rows } = await sql<LinkableAccount>`
    select ${columns} from users where lower(email) = ${email.toLowerCase()}`.execute(queries)
  return rows[0]
}

export interface NewLinking {
  readonly userId: number
  readonly uid: string
  readonly email: string
}

/**
 * Links an account that is not linked and still has the address, which is proven from now on; undefined when there is
 * no such account any more. Answers whether the address was proven before.
 */
export const storeLinking = async (
  tx: Tx,
  { userId, uid, email }: NewLinking,
): Promise<{ readonly wasProven: boolean } | undefined> => {
  const { rows } = await sql<{ wasProven: boolean }>`
    select email_verified_at is not null as "wasProven" from users
    where id = ${userId} and lower(email) = ${email.toLowerCase()} and firebase_uid is null
    for no key update`.execute(tx)
  if (!rows[0]) return undefined
  await sql`
    update users set firebase_uid = ${uid}, email_verified_at = coalesce(email_verified_at, now()), updated_at = now()
    where id = ${userId}`.execute(tx)
  return rows[0]
}

/** Password and passkeys that somebody set who had not proven the address. */
export const removeUnprovenFactors = async (tx: Tx, userId: number): Promise<void> => {
  await sql`update users set password_hash = null where id = ${userId}`.execute(tx)
  await sql`delete from passkeys where user_id = ${userId}`.execute(tx)
}
