import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../../platform/database/database.ts'
import { readConfigurations } from '../../../platform/stored-configurations.ts'

/** What an account that was found by its name is compared with. */
export interface Credentials {
  readonly id: number
  readonly email: string
  readonly passwordHash: string | null
  readonly activated: boolean
  readonly disabled: boolean
  /** Whether the caller's browser is one the person signed in from before. */
  readonly fromKnownDevice: boolean
}

/** Finds by user name or e-mail address, whichever the text is; case does not matter. */
export const findCredentials = async (
  queries: Queries,
  name: string,
  deviceHash: Buffer | null,
): Promise<Credentials | undefined> => {
  const { rows } = await sql<Credentials>`
    select u.id, u.email, u.password_hash as "passwordHash", u.activated_at is not null as activated,
      u.disabled_at is not null as disabled,
      exists (select from known_devices d where d.user_id = u.id and d.hash = ${deviceHash}) as "fromKnownDevice"
    from users u
    where lower(u.username) = ${name.toLowerCase()} or lower(u.email) = ${name.toLowerCase()}
    -- Somebody may have chosen another's address as user name: the account that owns the address comes first.
    order by lower(u.email) = ${name.toLowerCase()} desc
    limit 1`.execute(queries)
  return rows[0]
}

/** An account as far as it decides whether somebody gets in. */
export interface SigningInAccount {
  readonly id: number
  readonly uid: string
  readonly email: string
  readonly firebaseUid: string | null
  readonly activated: boolean
  readonly disabled: boolean
  readonly totp: boolean
}

const signingInColumns = sql`
  id, uid, email, firebase_uid as "firebaseUid", activated_at is not null as activated,
  disabled_at is not null as disabled, totp_confirmed_at is not null as totp`

export const findSigningInAccount = async (
  queries: Queries,
  userId: number,
): Promise<SigningInAccount | undefined> => {
  const { rows } = await sql<SigningInAccount>`
    select ${signingInColumns} from users where id = ${userId}`.execute(queries)
  return rows[0]
}

/**
 * The same, locked, with its password: a reset at the same time either finds the session that is about to open, and
 * ends it, or is found here.
 */
export const lockSigningInAccount = async (
  tx: Tx,
  userId: number,
): Promise<(SigningInAccount & { readonly passwordHash: string | null }) | undefined> => {
  const { rows } = await sql<SigningInAccount & { passwordHash: string | null }>`
    select ${signingInColumns}, password_hash as "passwordHash" from users where id = ${userId}
    for no key update`.execute(tx)
  return rows[0]
}

/** A membership as far as the access rules of the practice ask. */
export interface PlaceOfWork {
  readonly practiceId: number
  readonly role: Role
  readonly timezone: string
  readonly access: PracticeConfigurations['access']
}

/** The one practice somebody belongs to; undefined when there is none or a choice. */
export const findOnlyPlaceOfWork = async (tx: Tx, userId: number): Promise<PlaceOfWork | undefined> => {
  const { rows } = await sql<Omit<PlaceOfWork, 'access'> & { configurations: string }>`
    select m.practice_id as "practiceId", m.role, p.timezone, p.configurations::text as configurations
    from memberships m join practices p on p.id = m.practice_id
    where m.user_id = ${userId} and m.ended_at is null limit 2`.execute(tx)
  const [row] = rows
  if (!row || rows.length > 1) return undefined
  const { configurations, ...place } = row
  return { ...place, access: readConfigurations(configurations).access }
}

/** Notes from which browser somebody signed in. */
export const noteDevice = async (tx: Tx, userId: number, hash: Buffer): Promise<void> => {
  await sql`
    insert into known_devices (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id, hash) do update set last_used_at = excluded.last_used_at`.execute(tx)
}

/** Forgets the browsers somebody signed in from: each has to prove itself again. */
export const forgetDevices = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}
