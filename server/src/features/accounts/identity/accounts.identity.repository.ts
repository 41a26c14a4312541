import { sql } from 'kysely'
import type { Queries, Tx } from '../../../platform/database/database.ts'

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

/**
 * Whether the address of an account that may be linked was proven before; undefined when there is no account any more
 * that has the address and is not linked. Locks the account.
 */
export const lockLinkable = async (
  tx: Tx,
  userId: number,
  email: string,
): Promise<{ readonly wasProven: boolean } | undefined> => {
  const { rows } = await sql<{ wasProven: boolean }>`
    select email_verified_at is not null as "wasProven" from users
    where id = ${userId} and lower(email) = ${email.toLowerCase()} and firebase_uid is null
    for no key update`.execute(tx)
  return rows[0]
}

/** Links an account with a person, who has proven its address. */
export const storeLinking = async (tx: Tx, userId: number, uid: string): Promise<void> => {
  await sql`
    update users set firebase_uid = ${uid}, email_verified_at = either(email_verified_at, now()), updated_at = now()
    where id = ${userId}`.execute(tx)
}

/** The link of an account, and whether its person could sign in without. */
export interface Linking {
  readonly linked: boolean
  readonly hasOtherWay: boolean
}

/** Locks the account. */
export const lockLinking = async (tx: Tx, userId: number): Promise<Linking> => {
  const { rows } = await sql<Linking>`
    select firebase_uid is not null as linked,
      password_hash is not null
        or exists (select from passkeys k where k.user_id = u.id and k.removed_at is null) as "hasOtherWay"
    from users u where id = ${userId} for no key update of u`.execute(tx)
  return rows[0] ?? { linked: false, hasOtherWay: false }
}

export const removeLinking = async (tx: Tx, userId: number): Promise<void> => {
  await sql`update users set firebase_uid = null, updated_at = now() where id = ${userId}`.execute(tx)
}

/** Password, passkeys and hosted identity that somebody set who had not proven the address. */
export const removeUnprovenFactors = async (tx: Tx, userId: number): Promise<void> => {
  await sql`update users set password_hash = null, firebase_uid = null where id = ${userId}`.execute(tx)
  await sql`delete from passkeys where user_id = ${userId}`.execute(tx)
}
