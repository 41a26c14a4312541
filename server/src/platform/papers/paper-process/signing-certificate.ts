// The attribute signing-certificate-v2 (RFC 5035 §4), by which a signature names its certificate: it is then no other
// one with the same key. The hash is SHA-256, the default of the structure, which DER leaves out.
import { createHash } from 'node:crypto'
import { AsnProp, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema'

// Applied as functions: Node strips types and knows no decorators.
const sequence = AsnType({ type: AsnTypeTypes.Sequence })

class EssCertIdV2 {
  certHash = new OctetString()
}
sequence(EssCertIdV2)
AsnProp({ type: OctetString })(EssCertIdV2.prototype, 'certHash')

/** Written by asn1-schema. */
export class SigningCertificateV2 {
  readonly certs: EssCertIdV2[] = []
}
sequence(SigningCertificateV2)
AsnProp({ type: EssCertIdV2, repeated: 'sequence' })(SigningCertificateV2.prototype, 'certs')

export const idSigningCertificateV2 = '1.2.840.113549.1.9.16.2.47'

/** The value of the attribute; `certificate` is DER. */
export const signingCertificateOf = (certificate: Buffer): SigningCertificateV2 => {
  const named = new EssCertIdV2()
  named.certHash = new OctetString(createHash('sha256').update(certificate).digest())
  const value = new SigningCertificateV2()
  value.certs.push(named)
  return value
}
