// The digital signature of the practice: CMS SignedData, detached, SHA-256 (RFC 5652).
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { SigningMaterial } from '../papers.ts'

const { asn1 } = forge
const { Class, Type } = asn1

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

type Value = forge.asn1.Asn1

const node = (type: forge.asn1.Type, value: string | Value[]): Value =>
  asn1.create(Class.UNIVERSAL, type, Array.isArray(value), value)
const sequence = (...values: Value[]): Value => node(Type.SEQUENCE, values)
const set = (...values: Value[]): Value => node(Type.SET, values)
const tagged = (values: Value[]): Value => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, values)
const oid = (id: string): Value => node(Type.OID, asn1.oidToDer(id).getBytes())
const integer = (value: number): Value => node(Type.INTEGER, asn1.integerToDer(value).getBytes())
const octets = (bytes: Buffer): Value => node(Type.OCTETSTRING, bytes.toString('binary'))
const noParameters = (): Value => node(Type.NULL, '')

const bytesOf = (value: Value): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'binary')
const read = (bytes: Buffer): Value => asn1.fromDer(bytes.toString('binary'))

/** Names are taken as they stand: written anew, one that is not ASCII is no longer the one of the certificate. */
const issuerOf = (certificate: Value): Value => {
  const [body] = certificate.value as Value[]
  const fields = body?.value as Value[]
  const [serial, , issuer] = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? fields.slice(1) : fields
  if (serial === undefined || issuer === undefined) throw new Error('no certificate')
  return sequence(issuer, serial)
}

// DER wants the members of a set in the order of their bytes.
const attributesOf = (digest: Buffer, at: Date): Value[] =>
  [
    sequence(oid(oids.contentType), set(oid(oids.data))),
    sequence(oid(oids.signingTime), set(node(Type.UTCTIME, asn1.dateToUtcTime(at)))),
    sequence(oid(oids.messageDigest), set(octets(digest))),
  ].toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)))

const algorithmOf = (key: KeyObject): Value =>
  key.asymmetricKeyType === 'ec'
    ? sequence(oid(oids.ecdsaWithSha256))
    : sequence(oid(oids.rsa), noParameters())

const derOf = (pem: string): Buffer => new X509Certificate(pem).raw

/** DER of a certificate and of those above it. */
export const certificatesOf = ({ certificate, chain }: SigningMaterial): readonly [Buffer, ...Buffer[]] => [
  derOf(certificate),
  ...chain.map(derOf),
]

/** The signature over what has this digest. */
export const signDigest = (material: SigningMaterial, digest: Buffer, at: Date): Buffer => {
  const [own, ...above] = certificatesOf(material)
  const certificates = [own, ...above].map(read)
  const key = createPrivateKey(material.privateKey)
  const attributes = attributesOf(digest, at)
  const digestAlgorithm = () => sequence(oid(oids.sha256), noParameters())
  const signer = sequence(
    integer(1),
    issuerOf(read(own)),
    digestAlgorithm(),
    tagged(attributes),
    algorithmOf(key),
    octets(sign('sha256', bytesOf(set(...attributes)), key)),
  )
  const signedData = sequence(
    integer(1),
    set(digestAlgorithm()),
    sequence(oid(oids.data)),
    tagged(certificates),
    set(signer),
  )
  return bytesOf(sequence(oid(oids.signedData), tagged([signedData])))
}
