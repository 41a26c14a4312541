import type { Passkey } from '@ulna/contract/accounts/accounts.security'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../../platform/database/database.ts'

const passkeyColumns = sql`
  id, name, iso(created_at) as "createdAt", iso(last_used_at) as "lastUsedAt", backed_up as "backedUp"`

/** The passkeys of a person, oldest first. */
export const findPasskeys = async (queries: Queries, userId: number): Promise<Passkey[]> => {
  const { rows } = await sql<Passkey>`
    select ${passkeyColumns} from passkeys where user_id = ${userId} and removed_at is null order by id`.execute(
    queries,
  )
  return rows
}

/** A passkey as an assertion is checked against it. */
export interface Credential {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

const credentialColumns = sql`
  k.id, k.user_id as "userId", u.uid, k.credential_id as "credentialId", k.public_key as "publicKey", k.counter, k.transports`

export const findCredential = async (
  queries: Queries,
  credentialId: string,
): Promise<Credential | undefined> => {
  const { rows } = await sql<Credential>`
    select ${credentialColumns} from passkeys k join users u on u.id = k.user_id
    where k.credential_id = ${credentialId} and k.removed_at is null`.execute(queries)
  return rows[0]
}

export const findCredentialsOf = async (queries: Queries, userId: number): Promise<Credential[]> => {
  const { rows } = await sql<Credential>`
    select ${credentialColumns} from passkeys k join users u on u.id = k.user_id
    where k.user_id = ${userId} and k.removed_at is null order by k.id`.execute(queries)
  return rows
}

/** Who a new passkey is made for. */
export interface PasskeyOwner {
  readonly uid: string
  readonly username: string
  readonly fullName: string
}

export const findPasskeyOwner = async (
  queries: Queries,
  userId: number,
): Promise<PasskeyOwner | undefined> => {
  const { rows } = await sql<PasskeyOwner>`
    select uid, username, first_name || ' ' || last_name as "fullName" from users where id = ${userId}`.execute(
    queries,
  )
  return rows[0]
}

export interface NewPasskey {
  readonly userId: number
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
  readonly name: string
}

/** Keeps a passkey; undefined when one with this credential is kept already. */
export const insertPasskey = async (tx: Tx, key: NewPasskey): Promise<Passkey | undefined> => {
  const { rows } = await sql<Passkey>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
    values (${key.userId}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${[...key.transports]}, ${key.backedUp}, ${key.name})
    on conflict do nothing
    returning ${passkeyColumns}`.execute(tx)
  return rows[0]
}

/**
 * Notes that a passkey was used, with its counter, which only grows: a lower one is that of a copy. False when it does
 * not, or the passkey was removed. Devices without a counter always say 0.
 */
export const noteUse = async (tx: Tx, id: number, counter: number, backedUp: boolean): Promise<boolean> => {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = now()
    where id = ${id} and removed_at is null and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning 1`.execute(tx)
  return rows.length === 1
}

export const renamePasskeyRow = async (
  tx: Tx,
  userId: number,
  id: number,
  name: string,
): Promise<Passkey | undefined> => {
  const { rows } = await sql<Passkey>`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId} and removed_at is null
    returning ${passkeyColumns}`.execute(tx)
  return rows[0]
}

/** The passkey counts no more; false when the person has none of that id. */
export const removePasskeyRow = async (tx: Tx, userId: number, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update passkeys set removed_at = now() where id = ${id} and user_id = ${userId} and removed_at is null
    returning 1`.execute(tx)
  return rows.length === 1
}

export interface PasskeyToTellOf {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly firstName: string
  readonly language: Language
}

/** A passkey, removed or not, with whom a mail about it goes to. */
export const findPasskeyToTellOf = async (
  queries: Queries,
  id: number,
): Promise<PasskeyToTellOf | undefined> => {
  const { rows } = await sql<PasskeyToTellOf>`
    select k.id, k.name, u.email, u.first_name as "firstName", u.language
    from passkeys k join users u on u.id = k.user_id where k.id = ${id} and u.disabled_at is null`.execute(
    queries,
  )
  return rows[0]
}

export const deleteRemovedPasskey = async (tx: Tx, id: number): Promise<void> => {
  await sql`delete from passkeys where id = ${id} and removed_at is not null`.execute(tx)
}

/** Takes a challenge, each once; false when it was answered before. */
export const useChallenge = async (tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into used_challenges (hash, expires_at) values (${hash}, ${expiresAt})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}
