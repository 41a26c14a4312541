import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** The authenticator app of an account. */
export interface Authenticator {
  /** Encrypted; null while there is none. */
  readonly secret: Buffer | null
  readonly confirmed: boolean
}

/** Locks the account. */
export const lockAuthenticator = async (tx: Tx, userId: number): Promise<Authenticator> => {
  const { rows } = await sql<Authenticator>`
    select totp_secret as secret, totp_confirmed_at is not null as confirmed
    from users where id = ${userId} for update`.execute(tx)
  return rows[0] ?? { secret: null, confirmed: false }
}

/** A secret that counts once a code confirms it. */
export const storeSecret = async (tx: Tx, userId: number, secret: Buffer): Promise<void> => {
  await sql`
    update users set totp_secret = ${secret}, totp_confirmed_at = null, totp_step = null
    where id = ${userId}`.execute(tx)
}

export const confirmSecret = async (tx: Tx, userId: number): Promise<void> => {
  await sql`update users set totp_confirmed_at = now() where id = ${userId}`.execute(tx)
}

export const removeAuthenticator = async (tx: Tx, userId: number): Promise<void> => {
  await sql`
    update users set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where id = ${userId}`.execute(tx)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses a time step of the authenticator app; false when it, or a later one, was used before. */
export const useStep = async (tx: Tx, userId: number, step: number): Promise<boolean> => {
  const { rows } = await sql`
    update users set totp_step = ${step}
    where id = ${userId} and (totp_step is null or totp_step < ${step}) returning 1`.execute(tx)
  return rows.length === 1
}

export const replaceRecoveryCodes = async (
  tx: Tx,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** `hashes`: of one code, by the present key and former ones. False when there is no such code, or it was used before. */
export const useRecoveryCode = async (
  tx: Tx,
  userId: number,
  hashes: readonly Buffer[],
): Promise<boolean> => {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and hash = any(${[...hashes]}::bytea[]) and used_at is null returning 1`.execute(
    tx,
  )
  return rows.length === 1
}

/** The encrypted secrets of all authenticator apps, held until the transaction ends. */
export const lockAuthenticators = async (tx: Tx): Promise<readonly { id: number; sealed: Buffer }[]> => {
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select id, totp_secret as sealed from users where totp_secret is not null order by id for update`.execute(
    tx,
  )
  return rows
}

export const writeAuthenticator = async (tx: Tx, userId: number, sealed: Buffer): Promise<void> => {
  await sql`update users set totp_secret = ${sealed} where id = ${userId}`.execute(tx)
}

export const countSecondFactors = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where totp_confirmed_at is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Takes away what nothing opens any more: authenticator apps, recovery codes, short codes. Passwords and passkeys stay. */
export const endSecondFactors = async (tx: Tx): Promise<void> => {
  await sql`update users set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where totp_secret is not null`.execute(tx)
  await sql`delete from recovery_codes`.execute(tx)
  await sql`update users set short_code_hash = null where short_code_hash is not null`.execute(tx)
}
