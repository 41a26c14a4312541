import type { Tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { AttestedSeal, AttestedSeals } from '../../platform/origins/origins.ts'
import type { Secrets } from '../../platform/tokens.ts'
import { anchorSeals, findAnchor } from './signatures.anchors.ts'
import { findSignaturesAfter, findWithdrawals } from './signatures.repository.ts'
import { attestable, createSealKeys, signatureText, withdrawalText } from './signatures.seals.ts'
import { checkSeal, isKnownWithdrawal, type SealChecks } from './signatures.verify.ts'

const pageSize = 200

const attestSignatures = async (tx: Tx, checks: SealChecks, practiceId: number): Promise<AttestedSeal[]> => {
  const attested: AttestedSeal[] = []
  let some = await findSignaturesAfter(tx, practiceId, 0, pageSize)
  while (some.length > 0) {
    for (const one of some) {
      const { state } = await checkSeal(tx, checks, one)
      attested.push({ ...attestable(one, signatureText(one)), state })
    }
    some = await findSignaturesAfter(tx, practiceId, some.at(-1)?.sequence ?? 0, pageSize)
  }
  return attested
}

const attestWithdrawals = async (tx: Tx, checks: SealChecks, practiceId: number): Promise<AttestedSeal[]> => {
  const anchor = await findAnchor(tx, practiceId)
  const attested: AttestedSeal[] = []
  for (const one of await findWithdrawals(tx, practiceId)) {
    const state = (await isKnownWithdrawal(tx, checks, one, anchor)) ? 'unchanged' : 'altered'
    attested.push({ ...attestable(one, withdrawalText(one)), state })
  }
  return attested
}

/**
 * What this installation says of every link of the chain of seals of a practice, each verified against what stands here
 * now: record, files and form are read again.
 */
export const attestSeals = async (
  tx: Tx,
  { secrets: [secret, ...former], files }: { readonly secrets: Secrets; readonly files: FileStore },
  practiceId: number,
): Promise<AttestedSeals> => {
  const checks = { keys: createSealKeys(secret, former), files }
  return {
    signatures: await attestSignatures(tx, checks, practiceId),
    withdrawals: await attestWithdrawals(tx, checks, practiceId),
  }
}

/**
 * Keeps what the seals of a practice are that came from elsewhere, under the key of this installation: nobody changes
 * them unseen from then on. Runs as the owner of the tables.
 */
export const anchorArrivedSeals = (
  tx: Tx,
  secret: string,
  arrived: { readonly practiceId: number; readonly epoch: number; readonly at: string },
): Promise<void> => anchorSeals(tx, createSealKeys(secret), arrived)
