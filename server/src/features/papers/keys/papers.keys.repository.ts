import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** The key a practice signs with, as it is kept. */
export interface KeptSigningKey {
  readonly id: number
  readonly certificate: string
  readonly chain: readonly string[]
  /** Encrypted. */
  readonly privateKey: Buffer
  readonly source: 'generated' | 'supplied'
  /** Instants. */
  readonly validUntil: string
  readonly createdAt: string
}

/** The keys that stand, the supplied one before the generated one. */
export const findSigningKeys = async (tx: Tx, practiceId: number): Promise<KeptSigningKey[]> => {
  const { rows } = await sql<KeptSigningKey>`
    select id, certificate, chain, private_key as "privateKey", source, iso(valid_until) as "validUntil",
      iso(created_at) as "createdAt"
    from practice_signing_keys where practice_id = ${practiceId} and retired_at is null
    order by source desc`.execute(tx)
  return rows
}

/** Takes a key out of use; what it signed still verifies. Answers whether there was one. */
export const retireSigningKey = async (
  tx: Tx,
  practiceId: number,
  source: KeptSigningKey['source'],
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_signing_keys set retired_at = now()
    where practice_id = ${practiceId} and source = ${source} and retired_at is null returning id`.execute(tx)
  return rows.length > 0
}

export type NewSigningKeyRow = Omit<KeptSigningKey, 'id' | 'createdAt'>

/** Stores a key as the one of its source; undefined when another one became that in between. */
export const insertSigningKey = async (
  tx: Tx,
  practiceId: number,
  key: NewSigningKeyRow,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into practice_signing_keys (practice_id, certificate, chain, private_key, source, valid_until)
    values (${practiceId}, ${key.certificate}, ${[...key.chain]}::text[], ${key.privateKey}, ${key.source},
      ${key.validUntil}::timestamptz)
    on conflict (practice_id, source) where retired_at is null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** The encrypted keys of a practice that lie here, those out of use included, held until the transaction ends. */
export const lockPrivateKeys = async (
  tx: Tx,
  practiceId: number,
): Promise<readonly { id: number; sealed: Buffer }[]> => {
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select id, private_key as sealed from practice_signing_keys
    where practice_id = ${practiceId} and private_key is not null order by id for update`.execute(tx)
  return rows
}

export const writePrivateKey = async (
  tx: Tx,
  practiceId: number,
  id: number,
  sealed: Buffer,
): Promise<void> => {
  await sql`update practice_signing_keys set private_key = ${sealed}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
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
