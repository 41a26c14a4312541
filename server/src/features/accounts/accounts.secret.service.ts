import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { reseal } from '../../platform/sealed-box.ts'
import { deriveKeys, type Secrets } from '../../platform/tokens.ts'
import { contextOf } from './second-factor/accounts.second-factor.ts'

/** Encrypts the secrets of authenticator apps with the key of the present secret. What no key opens stays as it is. */
export const resealAuthenticators = async (tx: Tx, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, 'authenticator secrets')
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select id, totp_secret as sealed from users where totp_secret is not null order by id for update`.execute(
    tx,
  )
  for (const { id, sealed } of rows) {
    const again = reseal(keys, sealed, contextOf(id))
    if (again) await sql`update users set totp_secret = ${again} where id = ${id}`.execute(tx)
  }
}

export const countSecondFactors = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where totp_confirmed_at is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Takes away what nothing opens any more: authenticator apps and recovery codes. Passwords and passkeys stay. */
export const endSecondFactors = async (tx: Tx): Promise<void> => {
  await sql`update users set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where totp_secret is not null`.execute(tx)
  await sql`delete from recovery_codes`.execute(tx)
}
