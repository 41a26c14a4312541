import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { hmacSha256 } from '../../platform/tokens.ts'
import { erasedSealText, findErasedSeals } from './signatures.erased.ts'
import { findSignaturesAfter, findWithdrawals } from './signatures.repository.ts'
import { type SealKeys, signatureText, withdrawalText } from './signatures.seals.ts'

/** What speaks for seals whose key was lost: a digest over all of them as they were then. */
export interface SealAnchor {
  /** The last seal that it is about. */
  readonly sequence: number
  /** Instant. */
  readonly at: string
  /** Id of the key that the digest is made with. */
  readonly keyId: string
  readonly content: Buffer
}

/** The anchor that the most seals stand under; undefined where no key was ever lost. */
export const findAnchor = async (tx: Tx, practiceId: number): Promise<SealAnchor | undefined> => {
  const { rows } = await sql<SealAnchor>`
    select sequence, iso(at) as at, key_id as "keyId", content from seal_anchors
    where practice_id = ${practiceId} order by epoch desc limit 1`.execute(tx)
  return rows[0]
}

const pageSize = 200

/** A keyed digest over all signatures and withdrawals of a practice as far as a place of its chain. */
export const contentOfSeals = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
  through: number,
): Promise<Buffer> => {
  const digest = hmacSha256(key).update(`ulna anchor of seals of practice ${practiceId}`)
  let some = await findSignaturesAfter(tx, practiceId, 0, pageSize)
  while (some.length > 0) {
    for (const one of some.filter(({ sequence }) => sequence <= through))
      digest.update(one.seal).update(signatureText(one))
    some = await findSignaturesAfter(tx, practiceId, some.at(-1)?.sequence ?? through, pageSize)
  }
  for (const one of await findWithdrawals(tx, practiceId))
    if (one.sequence <= through) digest.update(one.seal).update(withdrawalText(one))
  for (const one of await findErasedSeals(tx, practiceId))
    if (one.sequence <= through) digest.update(one.seal).update(erasedSealText(one))
  return digest.digest()
}

export const countSeals = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(sequence), 0)::int as count from seal_heads where practice_id = ${practiceId}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Keeps what the seals of a practice are, whose key was lost. Runs as the owner of the tables. */
export const anchorSeals = async (
  tx: Tx,
  { current }: SealKeys,
  { practiceId, epoch, at }: { readonly practiceId: number; readonly epoch: number; readonly at: string },
): Promise<void> => {
  const sequence = await countSeals(tx, practiceId)
  if (sequence === 0) return
  const content = await contentOfSeals(tx, current.key, practiceId, sequence)
  await sql`
    insert into seal_anchors (practice_id, epoch, sequence, at, key_id, content)
    values (${practiceId}, ${epoch}, ${sequence}, ${at}::timestamptz, ${current.id}, ${content})`.execute(tx)
}
