import type { Tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { AttestedSeal, AttestedSeals } from '../../platform/origins/origins.ts'
import type { Secrets } from '../../platform/tokens.ts'
import { anchorSeals, findAnchor } from './signatures.anchors.ts'
import { erasedSealText, findErasedSeals, isErasedByUs, proveErasedSeal } from './signatures.erased.ts'
import { findSignaturesAfter, findSignaturesInFile, findWithdrawals } from './signatures.repository.ts'
import {
  attestable,
  createSealKeys,
  type SealKeys,
  signatureText,
  withdrawalText,
} from './signatures.seals.ts'
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

const attestErased = async (tx: Tx, keys: SealKeys, practiceId: number): Promise<AttestedSeal[]> =>
  (await findErasedSeals(tx, practiceId)).map((one) => ({
    ...attestable(one, erasedSealText(one)),
    state: isErasedByUs(keys, one) ? 'unchanged' : 'altered',
  }))

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
    erased: await attestErased(tx, checks.keys, practiceId),
  }
}

/** A signature that leaves alone with its record: the text that its seal covers, and what was found of it. */
export interface HandedSeal extends AttestedSeal {
  readonly recordId: number
  readonly sealId: string
  /** The document that was signed, as it was sealed. */
  readonly content: string
}

/** What this installation says of the seals in the file of a patient, each verified against what stands here now. */
export const attestSealsOf = async (
  tx: Tx,
  checks: SealChecks,
  practiceId: number,
  patientId: number,
): Promise<HandedSeal[]> => {
  const attested: HandedSeal[] = []
  for (const one of await findSignaturesInFile(tx, practiceId, patientId)) {
    const { state } = await checkSeal(tx, checks, one)
    const { recordId, sealId, content } = one
    attested.push({ ...attestable(one, signatureText(one)), recordId, sealId, content, state })
  }
  return attested
}

interface ArrivedSeals {
  readonly practiceId: number
  readonly epoch: number
  /** Instant. */
  readonly at: string
  /** What the origin said of them, as it stands in the archive. */
  readonly seals: string
}

/**
 * Keeps what the seals of a practice are that came from elsewhere, under the key of this installation: nobody changes
 * them unseen from then on. Runs as the owner of the tables.
 */
export const anchorArrivedSeals = async (
  tx: Tx,
  secret: string,
  { seals, ...arrived }: ArrivedSeals,
): Promise<void> => {
  const keys = createSealKeys(secret)
  const { erased } = JSON.parse(seals) as AttestedSeals
  const attested = new Map(erased.map((one) => [one.sequence, one]))
  for (const one of await findErasedSeals(tx, arrived.practiceId)) {
    const said = attested.get(one.sequence)
    const link = attestable(one, erasedSealText(one))
    if (said?.digest === link.digest && said.seal === link.seal && said.state === 'unchanged')
      await proveErasedSeal(tx, keys, one)
  }
  await anchorSeals(tx, keys, arrived)
}
