import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { reseal } from '../../platform/sealed-box.ts'
import { deriveKeys, type Secrets } from '../../platform/tokens.ts'
import { contextOf } from './keys/papers.keys.service.ts'

/** Encrypts the keys of a practice's papers with the key of the present secret. What no key opens stays as it is. */
export const resealSigningKeys = async (tx: Tx, practiceId: number, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, 'keys that papers are signed with')
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select id, private_key as sealed from practice_signing_keys where practice_id = ${practiceId} order by id for update`.execute(
    tx,
  )
  for (const { id, sealed } of rows) {
    const again = reseal(keys, sealed, contextOf(practiceId))
    if (again)
      await sql`update practice_signing_keys set private_key = ${again}
        where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  }
}

export const countSuppliedKeys = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from practice_signing_keys
    where practice_id = ${practiceId} and source = 'supplied' and retired_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Takes keys out of use that nothing opens any more. What they signed still verifies, by their certificates. */
export const endSigningKeys = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`update practice_signing_keys set retired_at = now()
    where practice_id = ${practiceId} and retired_at is null`.execute(tx)
}
