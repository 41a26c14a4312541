import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { contentOfSeals, findAnchor, type SealAnchor } from './signatures.anchors.ts'
import { keepErasedSeal } from './signatures.erased.ts'
import { findSignaturesOf, findWithdrawalsOf } from './signatures.repository.ts'
import { type SealKeys, sealOfSignature, sealOfWithdrawal } from './signatures.seals.ts'

/** The anchor of a lost key, if what it speaks for is still as it was then. */
const findSoundAnchor = async (
  tx: Tx,
  keys: SealKeys,
  practiceId: number,
): Promise<SealAnchor | undefined> => {
  const anchor = await findAnchor(tx, practiceId)
  const key = anchor && keys.all.get(anchor.keyId)
  const content = key && (await contentOfSeals(tx, key, practiceId, anchor.sequence))
  return content?.equals(anchor?.content ?? Buffer.alloc(0)) === true ? anchor : undefined
}

/**
 * Keeps the links of everything that was signed in a file and is about to be erased, so that the chain of the practice
 * goes through. Each seal is verified before: one that is not as it was signed stays found. Answers how many there are.
 */
export const keepLinksOfSeals = async (
  tx: Tx,
  keys: SealKeys,
  practiceId: number,
  patientId: number,
): Promise<number> => {
  const anchor = await findSoundAnchor(tx, keys, practiceId)
  const isAnchored = ({ keyId, sequence }: { keyId: string; sequence: number }): boolean =>
    !keys.all.has(keyId) && sequence <= (anchor?.sequence ?? 0)
  const erasedAt = new Date(await databaseNow(tx))
  const signed = await findSignaturesOf(tx, practiceId, patientId)
  for (const one of signed) {
    const proved = sealOfSignature(keys, one)?.equals(one.seal) === true || isAnchored(one)
    await keepErasedSeal(tx, keys, { ...one, erasedAt }, proved)
  }
  for (const one of await findWithdrawalsOf(tx, practiceId, patientId)) {
    const proved = sealOfWithdrawal(keys, one)?.equals(one.seal) === true || isAnchored(one)
    await keepErasedSeal(tx, keys, { ...one, sealId: null, erasedAt }, proved)
  }
  return signed.length
}

/** What a sound anchor of a lost key speaks for, before some of its seals are erased; null where there is none. */
export const soundAnchorOf = async (tx: Tx, keys: SealKeys, practiceId: number): Promise<number | null> =>
  (await findSoundAnchor(tx, keys, practiceId))?.sequence ?? null

/** Makes the digest of a lost key's seals anew, over what stays of them. */
export const anchorAgain = async (
  tx: Tx,
  { current }: SealKeys,
  { practiceId, erasureId, through }: { practiceId: number; erasureId: number; through: number },
): Promise<void> => {
  const content = await contentOfSeals(tx, current.key, practiceId, through)
  await sql`select anchor_seals_again(${practiceId}, ${erasureId}, ${through}, ${content}, ${current.id})`.execute(
    tx,
  )
}
