import type { RecordSignatures, Signature } from '@ulna/contract/signatures/signatures'
import type { StoredSignature } from './signatures.repository.ts'

const pictureOf = (image: Buffer | null): string | null =>
  image && `data:image/png;base64,${image.toString('base64')}`

/** A signature as it goes out. */
export const signatureOf = (one: StoredSignature): Signature => ({
  id: one.id,
  recordId: one.recordId,
  sealId: one.sealId,
  recordVersion: one.recordVersion,
  signer: one.signer,
  signerName: one.signerName,
  relation: one.relation,
  practitioner: {
    id: one.doctorId,
    fullName: one.practitionerName,
    licenceNumber: one.practitionerLicence,
  },
  image: pictureOf(one.image),
  typedName: one.typedName,
  language: one.language,
  signedAt: one.signedAt.toISOString(),
  withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
  withdrawnBy: one.withdrawnBy,
  withdrawReason: one.withdrawReason,
})

/** The signatures of one record, oldest first. */
export const signaturesOf = (recordId: number, stored: readonly StoredSignature[]): RecordSignatures => {
  const standing = stored.findLast(({ withdrawnAt }) => withdrawnAt === null)
  return {
    recordId,
    signed: standing !== undefined,
    signature: pictureOf(standing?.image ?? null),
    signatures: stored.map(signatureOf),
  }
}
