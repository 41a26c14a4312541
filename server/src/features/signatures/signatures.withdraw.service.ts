import type { RecordSignatures, SignatureInput } from '@ulna/contract/signatures/signatures'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { readSealId } from '@ulna/contract/signatures/signatures.seal'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { change } from '../../platform/use-case.ts'
import { authorizeBy, openRecord } from '../records/records.open.service.ts'
import { moveHead, nextLink } from './signatures.chain.ts'
import type { SignatureDependencies } from './signatures.dependencies.ts'
import { requirePair, signaturesAfter } from './signatures.document.service.ts'
import { type Pair, requireOwnDevice } from './signatures.policy.ts'
import {
  findPractitioner,
  findSignatures,
  insertWithdrawal,
  openWithdrawnRecord,
  type StoredSignature,
} from './signatures.repository.ts'
import { sealOfWithdrawal } from './signatures.seals.ts'

/** The one that is named, else the newest that stands. */
const findStanding = async (
  tx: Tx,
  actor: PracticeActor,
  { recordId }: Pair,
  { seal }: SignatureInput,
): Promise<StoredSignature> => {
  const stored = await findSignatures(tx, actor.practiceId, [recordId])
  const wanted = seal === undefined ? null : readSealId(seal)
  const found = stored.findLast(
    (one) => one.withdrawnAt === null && (seal === undefined || one.sealId === wanted),
  )
  if (!found) throw new AppError('not_found')
  return found
}

const storeWithdrawal = async (
  tx: Tx,
  { keys }: SignatureDependencies,
  actor: PracticeActor,
  { signature, reason }: { signature: StoredSignature; reason: string },
): Promise<number> => {
  const { name: practitionerName } = await findPractitioner(tx, actor.practiceId, actor.doctorId)
  const { id: _, at, ...link } = await nextLink(tx, keys, actor.practiceId)
  const one = {
    ...link,
    signatureId: signature.id,
    doctorId: actor.doctorId,
    practitionerName,
    reason,
    withdrawnAt: at,
  }
  const seal = sealOfWithdrawal(keys, one)
  if (!seal) throw new Error('the key that seals is not known')
  await insertWithdrawal(tx, { ...one, seal })
  await moveHead(tx, { ...link, id: signature.id, at }, seal)
  return link.sequence
}

/**
 * Takes back a signature of an own record, just after it was written and with a reason. The signature stays to be seen;
 * the record opens again once none stands.
 */
export const withdraw = async (
  deps: SignatureDependencies,
  actor: PracticeActor,
  pair: Pair,
  input: SignatureInput,
): Promise<RecordSignatures> => {
  requireOwnDevice(actor)
  const { reason } = input
  if (reason === undefined) throw invalidField('reason', 'field_required')
  return change(deps.db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    authorizeBy(actor, signatureCan.withdraw, await openRecord(tx, actor, pair.recordId))
    const signature = await findStanding(tx, actor, pair, input)
    const sequence = await storeWithdrawal(tx, deps, actor, { signature, reason })
    await openWithdrawnRecord(tx, actor.practiceId, pair.recordId)
    const detail = { seal: signature.sealId, sequence }
    return signaturesAfter(tx, actor, pair, { action: 'signature.withdraw', detail })
  })
}
