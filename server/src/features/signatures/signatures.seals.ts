import { createHash } from 'node:crypto'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { deriveKey, hmacSha256, keyId } from '../../platform/tokens.ts'

export interface SealKey {
  readonly id: string
  readonly key: Buffer
}

/** The key that seals, and those that sealed before it. */
export interface SealKeys {
  readonly current: SealKey
  readonly all: ReadonlyMap<string, Buffer>
}

const keyOf = (secret: string): SealKey => {
  const key = deriveKey(secret, 'seals of signatures')
  return { key, id: keyId(key) }
}

/** Keys from the installation's secret; seals of former secrets verify as long as those are known. */
export const createSealKeys = (secret: string, formerSecrets: readonly string[] = []): SealKeys => {
  const current = keyOf(secret)
  const all = [current, ...formerSecrets.map(keyOf)]
  return { current, all: new Map(all.map(({ id, key }) => [id, key])) }
}

/** The link before the first of a practice. */
export const chainStart = (practiceId: number): Buffer =>
  createHash('sha256').update(`ulna seals of practice ${practiceId}`).digest()

interface Link {
  readonly practiceId: number
  readonly sequence: number
  readonly format: number
  readonly keyId: string
  readonly previous: Buffer
}

/** A signature with everything its seal covers. */
export interface SealedSignature extends Link {
  readonly id: number
  readonly sealId: string
  readonly recordId: number
  readonly patientId: number
  readonly recordVersion: number
  readonly signer: string
  readonly signerName: string
  readonly relation: string | null
  readonly doctorId: number
  readonly practitionerName: string
  /** Sealed from format 2 on; null in what was sealed before. */
  readonly practitionerUserId: number | null
  readonly practitionerLicence: string | null
  readonly image: Buffer | null
  readonly typedName: string | null
  readonly signedAt: Date
  readonly language: string
  readonly content: string
}

/** Taking back a signature, with everything its seal covers. */
export interface SealedWithdrawal extends Link {
  readonly signatureId: number
  readonly doctorId: number
  readonly practitionerName: string
  readonly reason: string
  readonly withdrawnAt: Date
}

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const linkOf = ({ practiceId, sequence, format, keyId }: Link) => ({ practiceId, sequence, format, keyId })

const identityOf = ({ practitionerUserId, practitionerLicence }: SealedSignature) => ({
  practitionerUserId,
  practitionerLicence,
})

// A format that was sealed never changes: golden-seals.test.ts. Another way of sealing is another format beside it.
export const signatureText = (one: SealedSignature): string =>
  canonicalJson({
    ...linkOf(one),
    ...(one.format === 1 ? {} : identityOf(one)),
    kind: 'signature',
    id: one.id,
    sealId: one.sealId,
    recordId: one.recordId,
    patientId: one.patientId,
    recordVersion: one.recordVersion,
    signer: one.signer,
    signerName: one.signerName,
    relation: one.relation,
    doctorId: one.doctorId,
    practitionerName: one.practitionerName,
    image: one.image && digest(one.image),
    typedName: one.typedName,
    signedAt: one.signedAt.toISOString(),
    language: one.language,
    content: digest(one.content),
  })

export const withdrawalText = (one: SealedWithdrawal): string =>
  canonicalJson({
    ...linkOf(one),
    kind: 'withdrawal',
    signatureId: one.signatureId,
    doctorId: one.doctorId,
    practitionerName: one.practitionerName,
    reason: one.reason,
    withdrawnAt: one.withdrawnAt.toISOString(),
  })

/** `HMAC-SHA-256(key, previous seal + canonical fields)`; null when the key is not known. */
const sealWith = (keys: SealKeys, { keyId, previous }: Link, text: string): Buffer | null => {
  const key = keys.all.get(keyId)
  return key ? hmacSha256(key).update(previous).update(text).digest() : null
}

/** In which signatures are sealed now: since 2 with the account and the licence number of whose session it was. */
export const sealFormat = 2

const isKnown = ({ format }: Link): boolean => format === 1 || format === sealFormat

/** What stands where a format seals nothing was put there later. */
const holdsOnlySealed = ({ format, practitionerUserId, practitionerLicence }: SealedSignature): boolean =>
  format !== 1 || (practitionerUserId === null && practitionerLicence === null)

export const sealOfSignature = (keys: SealKeys, one: SealedSignature): Buffer | null =>
  isKnown(one) && holdsOnlySealed(one) ? sealWith(keys, one, signatureText(one)) : null

export const sealOfWithdrawal = (keys: SealKeys, one: SealedWithdrawal): Buffer | null =>
  isKnown(one) ? sealWith(keys, one, withdrawalText(one)) : null

/** What an installation says of a link that left it: its place, and a digest of what its seal is over. */
export const attestable = (
  one: Pick<Link, 'sequence'> & { readonly seal: Buffer },
  text: string,
): { readonly sequence: number; readonly digest: string; readonly seal: string } => ({
  sequence: one.sequence,
  digest: digest(text),
  seal: one.seal.toString('hex'),
})
