import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** How an account signs in, apart from its passkeys. */
export interface SignInMeans {
  readonly hasPassword: boolean
  readonly hostedIdentity: boolean
  readonly totp: boolean
  readonly recoveryCodesLeft: number
}

export const findSignInMeans = async (tx: Tx, userId: number): Promise<SignInMeans | undefined> => {
  const { rows } = await sql<SignInMeans>`
    select password_hash is not null as "hasPassword", firebase_uid is not null as "hostedIdentity",
      totp_confirmed_at is not null as totp,
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from users u where id = ${userId}`.execute(tx)
  return rows[0]
}
