import type { Signer } from '@ulna/contract/signatures/signatures'

/** What a signature is (ASTM E1762-95): of whoever wrote it, or of whoever agrees to it. */
export const signatureTypes: Readonly<Record<Signer, readonly [string, string]>> = {
  practitioner: ['1.2.840.10065.1.12.1.1', "Author's Signature"],
  patient: ['1.2.840.10065.1.12.1.7', 'Consent Signature'],
  guardian: ['1.2.840.10065.1.12.1.7', 'Consent Signature'],
}
