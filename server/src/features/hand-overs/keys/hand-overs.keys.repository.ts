import { handOverLifetimes } from '@ulna/contract/hand-overs/hand-overs'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

export interface KeptHandOverKey {
  readonly id: number
  readonly recipient: string
  /** Encrypted. */
  readonly identity: Buffer
  /** Instant. */
  readonly createdAt: string
  readonly present: boolean
}

/** The key of a practice, and those before it that still open what was on its way; the present one first. */
export const findHandOverKeys = async (tx: Tx, practiceId: number): Promise<KeptHandOverKey[]> => {
  const { rows } = await sql<KeptHandOverKey>`
    select id, recipient, identity, iso(created_at) as "createdAt", retired_at is null as present
    from hand_over_keys where practice_id = ${practiceId} and (retired_at is null
      or retired_at > now() - make_interval(days => ${handOverLifetimes.formerKeyDays}))
    order by present desc, id desc`.execute(tx)
  return rows
}

/** Keeps a key as the present one; another one that became that in between stays. */
export const insertHandOverKey = async (
  tx: Tx,
  practiceId: number,
  {
    recipient,
    identity,
    userId,
  }: { readonly recipient: string; readonly identity: Buffer; readonly userId: number },
): Promise<void> => {
  await sql`
    insert into hand_over_keys (practice_id, recipient, identity, made_by)
    values (${practiceId}, ${recipient}, ${identity}, ${userId})
    on conflict (practice_id) where retired_at is null do nothing`.execute(tx)
}

export const retireHandOverKey = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`update hand_over_keys set retired_at = now()
    where practice_id = ${practiceId} and retired_at is null`.execute(tx)
}

/** Forgets keys whose time to open what was on its way is over. */
export const deleteFormerKeys = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`delete from hand_over_keys where practice_id = ${practiceId}
    and retired_at <= now() - make_interval(days => ${handOverLifetimes.formerKeyDays})`.execute(tx)
}

/** The encrypted keys of a practice, held until the transaction ends. */
export const lockIdentities = async (
  tx: Tx,
  practiceId: number,
): Promise<readonly { readonly id: number; readonly identity: Buffer }[]> => {
  const { rows } = await sql<{ id: number; identity: Buffer }>`
    select id, identity from hand_over_keys where practice_id = ${practiceId} order by id for update`.execute(
    tx,
  )
  return rows
}

export const writeIdentity = async (
  tx: Tx,
  practiceId: number,
  id: number,
  identity: Buffer,
): Promise<void> => {
  await sql`update hand_over_keys set identity = ${identity}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Takes keys away that nothing opens any more: a new one is made when the next file is to come. */
export const endHandOverKeys = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`delete from hand_over_keys where practice_id = ${practiceId}`.execute(tx)
}
