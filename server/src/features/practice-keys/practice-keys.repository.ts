import type { KeyLifetime, PracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import type { KeyScope } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

const keyWire = wireObject<PracticeKey>({
  id: wire.number('k.id'),
  name: wire.text('k.name'),
  scopes: wire.text('k.scopes'),
  beginning: wire.plain('k.beginning'),
  state: sql`case when k.revoked_at is not null then '"revoked"' when k.expires_at <= now() then '"expired"' else '"active"' end`,
  createdAt: wire.instant('k.created_at'),
  createdBy: wire.optionalText('c.full_name'),
  expiresAt: wire.instant('k.expires_at'),
  lastUsedAt: wire.optionalInstant('k.last_used_at'),
  revokedAt: wire.optionalInstant('k.revoked_at'),
  revokedBy: wire.optionalText('r.full_name'),
})

const keysOf = (practiceId: number) => sql`
  from practice_keys k
  left join doctors c on c.practice_id = ${practiceId} and c.user_id = k.created_by
  left join doctors r on r.practice_id = ${practiceId} and r.user_id = k.revoked_by
  where k.practice_id = ${practiceId}`

/** The keys of a practice, the newest first. */
export const findKeys = async (tx: Tx, practiceId: number): Promise<WireList<PracticeKey>> => {
  const { rows } = await sql<WireList<PracticeKey>>`
    select ${wireArray(keyWire, sql`k.created_at desc, k.id desc`)} as rows, count(*)::int as total
    ${keysOf(practiceId)}`.execute(tx)
  return rows[0] ?? noRows
}

export const findKey = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<PracticeKey> | undefined> => {
  const { rows } = await sql<WireRow<PracticeKey>>`
    select ${keyWire} as wire ${keysOf(practiceId)} and k.id = ${id}`.execute(tx)
  return rows[0]?.wire
}

/** How many keys of a practice count. */
export const countActiveKeys = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from practice_keys
    where practice_id = ${practiceId} and revoked_at is null and expires_at > now()`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface KeyColumns {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly lifetime: KeyLifetime
  readonly secretHash: Buffer
  readonly beginning: string
}

/** Whether somebody is an owner, and stays one until the transaction ends. */
const holdOwner = async (tx: Tx, practiceId: number, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from memberships
    where practice_id = ${practiceId} and user_id = ${userId} and role = 'owner' and ended_at is null for share`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Stores a key of an owner; answers its number, undefined when they are none any more. The membership is locked, so
 * whoever ends it at the same moment finds the key that ends with it.
 */
export const insertKey = async (
  tx: Tx,
  { practiceId, userId }: { readonly practiceId: number; readonly userId: number },
  { name, scopes, lifetime, secretHash, beginning }: KeyColumns,
): Promise<number | undefined> => {
  if (!(await holdOwner(tx, practiceId, userId))) return undefined
  const { rows } = await sql<{ id: number }>`
    insert into practice_keys (practice_id, name, scopes, secret_hash, beginning, created_by, expires_at)
    values (${practiceId}, ${name}, ${scopes}::text[], ${secretHash}, ${beginning}, ${userId},
      now() + make_interval(days => ${lifetime}::int))
    returning id`.execute(tx)
  return rows[0]?.id
}

export interface KeyState {
  readonly id: number
  /** Revoked, or past its day. */
  readonly ended: boolean
}

/** A key, held until the transaction ends. */
export const lockKey = async (tx: Tx, practiceId: number, id: number): Promise<KeyState | undefined> => {
  const { rows } = await sql<KeyState>`
    select id, revoked_at is not null or expires_at <= now() as ended from practice_keys
    where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export const revokeKeyRow = async (
  tx: Tx,
  { practiceId, userId }: { readonly practiceId: number; readonly userId: number },
  { id }: Authorized<KeyState>,
): Promise<void> => {
  await sql`update practice_keys set revoked_at = now(), revoked_by = ${userId}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Revokes what counts of the keys that somebody made; answers their numbers. */
export const revokeKeysMadeBy = async (tx: Tx, practiceId: number, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update practice_keys set revoked_at = now()
    where practice_id = ${practiceId} and created_by = ${userId} and revoked_at is null and expires_at > now()
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
