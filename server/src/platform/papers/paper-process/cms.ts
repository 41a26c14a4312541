// The digital signature of the practice as PAdES B-B has it (ETSI EN 319 142-1 §6.3): CMS SignedData, detached (RFC
// 5652), whose signed attributes are content-type, message-digest and signing-certificate-v2. When it was signed stands
// in the dictionary of the PDF (signing.ts), never here.
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import {
  AsnAnyConverter,
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnSetType,
  OctetString,
} from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509'
import type { SigningMaterial } from '../papers.ts'
import { idSigningCertificateV2, signingCertificateOf } from './signing-certificate.ts'

const derOf = (pem: string): Buffer => new X509Certificate(pem).raw

/** DER of a certificate and of those above it. */
export const certificatesOf = ({
  certificate,
  chain,
}: SigningMaterial): readonly [own: Buffer, ...above: Buffer[]] => [derOf(certificate), ...chain.map(derOf)]

const serialized = (value: object): Buffer => Buffer.from(AsnConvert.serialize(value))

/** DER wants the members of a set in the order of their bytes. */
const inOrder = <Member extends object>(members: readonly Member[]): Member[] =>
  members.toSorted((one, other) => Buffer.compare(serialized(one), serialized(other)))

class SignedAttributes extends AsnArray<Attribute> {}
AsnSetType({ itemType: Attribute })(SignedAttributes)

const attribute = (attrType: string, value: object): Attribute =>
  new Attribute({ attrType, attrValues: [AsnConvert.serialize(value)] })

const attributesOf = (digest: Buffer, certificate: Buffer): SignedAttributes =>
  new SignedAttributes(
    inOrder([
      attribute(id_contentType, AsnObjectIdentifierConverter.toASN(id_data)),
      attribute(id_messageDigest, new OctetString(digest)),
      attribute(idSigningCertificateV2, signingCertificateOf(certificate)),
    ]),
  )

// RFC 5754 §2 and §3: SHA-256 and ECDSA have no parameters, RSA has NULL.
const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' })
const rsa = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.1', parameters: null })
const ecdsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

const algorithmOf = (key: KeyObject): AlgorithmIdentifier =>
  key.asymmetricKeyType === 'ec' ? ecdsaWithSha256 : rsa

/** Names its certificate by issuer and serial number. */
const signerOf = (certificate: Buffer): SignerIdentifier => {
  const { issuer, serialNumber } = AsnConvert.parse(certificate, Certificate).tbsCertificate
  // Written otherwise than it stands there it would be another name, and no program accepted the signature.
  if (!certificate.includes(serialized(issuer)))
    throw new Error('the name of an issuer is not written in DER')
  return new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) })
}

const signerInfo = (certificate: Buffer, key: KeyObject, digest: Buffer): SignerInfo => {
  const attributes = attributesOf(digest, certificate)
  return new SignerInfo({
    version: CMSVersion.v1,
    sid: signerOf(certificate),
    digestAlgorithm: sha256,
    signedAttrs: attributes,
    signatureAlgorithm: algorithmOf(key),
    signature: new OctetString(sign('sha256', serialized(attributes), key)),
  })
}

/** A certificate with the bytes it has: taken apart and put together again it may be another one. */
const asItIs = (der: Buffer): CertificateChoices => {
  const certificate = new Certificate()
  const bytes = Uint8Array.from(der).buffer
  // What writes itself is asked for both by asn1-schema.
  const own = { toASN: () => AsnAnyConverter.toASN(bytes), fromASN: () => certificate }
  return new CertificateChoices({ certificate: Object.assign(certificate, own) })
}

/** The signature over what has this SHA-256. */
export const signDigest = (material: SigningMaterial, digest: Buffer): Buffer => {
  const certificates = certificatesOf(material)
  const signer = signerInfo(certificates[0], createPrivateKey(material.privateKey), digest)
  const signedData = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(inOrder(certificates.map(asItIs))),
    signerInfos: new SignerInfos([signer]),
  })
  return serialized(
    new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) }),
  )
}
