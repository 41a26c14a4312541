import { randomBytes } from 'node:crypto'
import type { Language } from '@ulna/contract/record-class/record-class'
import { isTemporary } from '@ulna/contract/records/records.policy'
import type { RecordSignatures, SignatureInput, Signer } from '@ulna/contract/signatures/signatures'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { sealIdOf } from '@ulna/contract/signatures/signatures.seal'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { change } from '../../platform/use-case.ts'
import { authorizeBy, type OpenRecord, openRecord, refuseOlder } from '../records/records.open.service.ts'
import { recordTextOf } from '../records/records.service.ts'
import { moveHead, nextLink } from './signatures.chain.ts'
import type { SignatureDependencies } from './signatures.dependencies.ts'
import {
  contentToSign,
  requirePair,
  type SealableContent,
  signaturesAfter,
} from './signatures.document.service.ts'
import { renderSignature } from './signatures.picture.ts'
import { type Pair, requireHandedOverRecord, requireOwnHand } from './signatures.policy.ts'
import {
  closeRecord,
  findPractitioner,
  findSignatures,
  insertSignature,
  type StoredSignature,
} from './signatures.repository.ts'
import { type SealedSignature, sealOfSignature } from './signatures.seals.ts'

/** How somebody signed: drawn, or typed. */
interface Hand {
  readonly image: Buffer | null
  readonly typedName: string | null
}

const handOf = async ({ signature, typedName }: SignatureInput): Promise<Hand> => {
  if (signature && typedName !== undefined) throw invalidField('typedName', 'field_unknown')
  if (signature) return { image: await renderSignature(signature), typedName: null }
  if (typedName === undefined) throw invalidField('signature', 'field_required')
  return { image: null, typedName }
}

const signerOf = ({ signer = 'patient', signerName }: SignatureInput): Signer => {
  if (signer === 'guardian' && signerName === undefined) throw invalidField('signerName', 'field_required')
  return signer
}

/** A patient and the practitioner sign once; a second parent may sign too. */
const refuseTwice = (standing: readonly StoredSignature[], signer: Signer, name: string): void => {
  const isThere = standing.some(
    (one) => one.signer === signer && (signer !== 'guardian' || one.signerName === name),
  )
  if (isThere) throw new AppError('already_signed')
}

/** version_conflict, with the record as it is now, for who saw something else (promises.md B8). */
const refuseUnseen = async (
  tx: Tx,
  actor: PracticeActor,
  {
    open: { record },
    sealable,
    input,
  }: { open: OpenRecord; sealable: SealableContent; input: SignatureInput },
): Promise<void> => {
  await refuseOlder(tx, actor, record, input.version)
  await refuseStale(input.contentHash, { version: sealable.contentHash }, async () =>
    (await recordTextOf(tx, actor, record.id)).value(),
  )
}

interface Signing {
  readonly actor: PracticeActor
  readonly pair: Pair
  readonly input: SignatureInput
  readonly hand: Hand
  readonly sealable: SealableContent
}

const nameOfSigner = (signer: Signer, { input, sealable }: Signing, practitioner: string): string => {
  if (signer === 'practitioner') return practitioner
  return signer === 'guardian' ? (input.signerName ?? '') : sealable.document.patient.name
}

/** The next link of the practice's chain; nobody else adds one until the transaction ends. */
const storeSeal = async (
  tx: Tx,
  { keys }: SignatureDependencies,
  signing: Signing,
  signer: Signer,
): Promise<SealedSignature> => {
  const { actor, pair, input, hand, sealable } = signing
  const standing = (await findSignatures(tx, actor.practiceId, [pair.recordId])).filter(
    ({ withdrawnAt }) => withdrawnAt === null,
  )
  const practitioner = await findPractitioner(tx, actor.practiceId, actor.doctorId)
  const signerName = nameOfSigner(signer, signing, practitioner.name)
  refuseTwice(standing, signer, signerName)
  const { at, ...link } = await nextLink(tx, keys, actor.practiceId)
  const one: SealedSignature = {
    ...link,
    ...pair,
    ...hand,
    sealId: sealIdOf(randomBytes(12)),
    recordVersion: sealable.document.record.version,
    signer,
    signerName,
    relation: signer === 'guardian' ? input.relation || null : null,
    doctorId: actor.doctorId,
    practitionerName: practitioner.name,
    practitionerUserId: actor.userId,
    practitionerLicence: practitioner.licenceNumber,
    signedAt: at,
    language: sealable.document.language,
    content: sealable.content,
  }
  const seal = sealOfSignature(keys, one)
  if (!seal) throw new Error('the key that seals is not known')
  await insertSignature(tx, { ...one, seal })
  await moveHead(tx, { ...link, at }, seal)
  return one
}

const languageOf = ({ language }: SignatureInput, actor: PracticeActor): Language =>
  language ?? actor.language

/**
 * Seals an own record as it is shown, with the hand of whoever signs, the time of the database and the seal before. Who
 * sends what they saw (`version`, `contentHash`) seals that or nothing.
 */
export const sign = async (
  deps: SignatureDependencies,
  actor: PracticeActor,
  pair: Pair,
  input: SignatureInput,
): Promise<RecordSignatures> => {
  const signer = signerOf(input)
  requireHandedOverRecord(actor, pair)
  requireOwnHand(actor, signer)
  const hand = await handOf(input)
  return change(deps.db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    const open = await openRecord(tx, actor, pair.recordId)
    authorizeBy(actor, signatureCan.sign, open)
    if (isTemporary(open.record)) throw new AppError('record_unfinished')
    const { practiceId } = actor
    const language = languageOf(input, actor)
    const sealable = await contentToSign(tx, deps.classes, practiceId, { recordId: pair.recordId, language })
    await refuseUnseen(tx, actor, { open, sealable, input })
    const one = await storeSeal(tx, deps, { actor, pair, input, hand, sealable }, signer)
    await closeRecord(tx, practiceId, pair.recordId)
    const detail = { seal: one.sealId, sequence: one.sequence, signer, version: one.recordVersion }
    return signaturesAfter(tx, actor, pair, { action: 'signature.sign', detail })
  })
}
