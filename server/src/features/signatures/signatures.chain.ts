import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { chainStart, type SealKeys, sealFormat } from './signatures.seals.ts'

/** The place of the next link in the chain of a practice, ours until the transaction ends. */
export interface NextLink {
  readonly practiceId: number
  readonly id: number
  readonly sequence: number
  readonly previous: Buffer
  readonly format: number
  readonly keyId: string
  /** Instant of the database's clock. */
  readonly at: Date
}

interface Head {
  readonly sequence: number
  readonly seal: Buffer
}

/** Two that sign in one practice at the same time get two places, one after the other. */
export const nextLink = async (tx: Tx, keys: SealKeys, practiceId: number): Promise<NextLink> => {
  await sql`
    insert into seal_heads (practice_id, sequence, seal) values (${practiceId}, 0, ${chainStart(practiceId)})
    on conflict do nothing`.execute(tx)
  const [heads, numbers, now] = await Promise.all([
    sql<Head>`select sequence, seal from seal_heads where practice_id = ${practiceId} for update`.execute(tx),
    sql<{ id: number }>`select nextval('global_id') as id`.execute(tx),
    databaseNow(tx),
  ])
  const [head] = heads.rows
  const [number] = numbers.rows
  if (!head || !number) throw new Error(`practice ${practiceId} has no chain of seals`)
  return {
    practiceId,
    id: number.id,
    sequence: head.sequence + 1,
    previous: head.seal,
    format: sealFormat,
    keyId: keys.current.id,
    at: new Date(now),
  }
}

export const moveHead = async (tx: Tx, { practiceId, sequence }: NextLink, seal: Buffer): Promise<void> => {
  await sql`
    update seal_heads set sequence = ${sequence}, seal = ${seal} where practice_id = ${practiceId}`.execute(
    tx,
  )
}
