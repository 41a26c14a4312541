// The key of a PKCS #12 file (.p12, .pfx), old ones (RC2, 3DES) and those of today (AES): what node opens itself are the
// latter alone, and it does not give the key away.
import { createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509'
import forge from 'node-forge'
import type { KeyFileFault, NewSigningKey, PaperAnswers, PaperTask } from '../papers.ts'

const { asn1, pkcs12 } = forge

/** Kinds of bags (RFC 7292 §4.2). */
const bags = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
}

// forge takes a password for its Latin-1 bytes here; files of today mean UTF-8 (RFC 8018), and node hashes faster.
const deriveKey = (
  password: string,
  salt: string,
  rounds: number,
  length: number,
  digest?: { readonly algorithm: string },
): string =>
  pbkdf2Sync(password, Buffer.from(salt, 'binary'), rounds, length, digest?.algorithm ?? 'sha1').toString(
    'binary',
  )
Object.assign(forge.pkcs5, { pbkdf2: deriveKey })

const leastBits = 2048
const curves = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

class Fault extends Error {
  readonly key: KeyFileFault

  constructor(key: KeyFileFault) {
    super(key)
    this.key = key
  }
}

const refuse = (fault: KeyFileFault): never => {
  throw new Fault(fault)
}

const parsed = (bytes: Buffer): forge.asn1.Asn1 => {
  try {
    return asn1.fromDer(bytes.toString('binary'))
  } catch {
    return refuse('key_file_unreadable')
  }
}

const opened = (bytes: Buffer, password: string): forge.pkcs12.Pkcs12Pfx => {
  const file = parsed(bytes)
  try {
    return pkcs12.pkcs12FromAsn1(file, false, password)
  } catch (error) {
    const isPassword = error instanceof Error && /password|MAC|decrypt/i.test(error.message)
    return refuse(isPassword ? 'key_file_password' : 'key_file_unreadable')
  }
}

const bagsOf = (file: forge.pkcs12.Pkcs12Pfx, bagType: string): readonly forge.pkcs12.Bag[] =>
  file.getBags({ bagType })[bagType] ?? []

const derOf = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'binary')

// forge reads RSA alone; of other kinds it hands on what stands in the file.
const privateKeyOf = ({ key, asn1: info }: forge.pkcs12.Bag): KeyObject =>
  key
    ? createPrivateKey(forge.pki.privateKeyToPem(key))
    : createPrivateKey({ key: derOf(info), format: 'der', type: 'pkcs8' })

const findKey = (file: forge.pkcs12.Pkcs12Pfx): KeyObject => {
  const [bag] = [...bagsOf(file, bags.shroudedKey), ...bagsOf(file, bags.key)]
  return bag ? privateKeyOf(bag) : refuse('key_file_without_key')
}

const certificatesOf = (file: forge.pkcs12.Pkcs12Pfx): readonly X509Certificate[] =>
  bagsOf(file, bags.certificate).map(
    ({ cert, asn1: body }) => new X509Certificate(derOf(cert ? forge.pki.certificateToAsn1(cert) : body)),
  )

/** Up to four certificates above one, the nearest first. */
const chainAbove = (
  certificate: X509Certificate,
  all: readonly X509Certificate[],
  chain: readonly X509Certificate[] = [],
): readonly X509Certificate[] => {
  const isIssuer = (one: X509Certificate): boolean =>
    one !== certificate && certificate.checkIssued(one) && !chain.includes(one)
  const issuer = chain.length < 4 ? all.find(isIssuer) : undefined
  return issuer ? chainAbove(issuer, all, [...chain, issuer]) : chain
}

const mustBeStrong = ({ asymmetricKeyType: kind, asymmetricKeyDetails: details }: KeyObject): void => {
  if (kind !== 'rsa' && kind !== 'ec') refuse('key_kind_unknown')
  const isStrong =
    kind === 'rsa' ? (details?.modulusLength ?? 0) >= leastBits : curves.has(details?.namedCurve ?? '')
  if (!isStrong) refuse('key_too_weak')
}

/** Flags of the extension key usage; null for a certificate that may be used for everything. */
const usageOf = ({ raw }: X509Certificate): number | null => {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const found = extensions.find(({ extnID }) => extnID === id_ce_keyUsage)
  return found ? AsnConvert.parse(found.extnValue, KeyUsage).toNumber() : null
}

// Extended key usages that may sign: any, mail, client, documents (RFC 9336), documents (Adobe).
const signingPurposes = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
])

const maySign = (certificate: X509Certificate): boolean => {
  const usage = usageOf(certificate)
  // Its extended key usage, as Node calls it.
  const purposes = certificate.keyUsage
  const allows =
    usage === null || (usage & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) !== 0
  return allows && (!purposes || purposes.some((purpose) => signingPurposes.has(purpose)))
}

const mustBeGood = (certificate: X509Certificate, at: Date): void => {
  if (new Date(certificate.validTo) <= at) refuse('certificate_expired')
  if (new Date(certificate.validFrom) > at) refuse('certificate_not_yet_valid')
  if (!maySign(certificate)) refuse('certificate_not_for_signing')
}

const keyIn = ({ file: bytes, password, at }: PaperTask<'read'>): NewSigningKey => {
  const file = opened(Buffer.from(bytes, 'base64'), password)
  const key = findKey(file)
  mustBeStrong(key)
  const all = certificatesOf(file)
  const certificate = all.find((one) => one.checkPrivateKey(key)) ?? refuse('key_file_without_certificate')
  mustBeGood(certificate, new Date(at))
  return {
    certificate: certificate.toString(),
    chain: chainAbove(certificate, all).map(String),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    validUntil: new Date(certificate.validTo).toISOString(),
  }
}

/** The key and its certificates, or why nobody can sign with them. */
export const readSuppliedKey = (task: PaperTask<'read'>): PaperAnswers['read'] => {
  try {
    return { key: keyIn(task) }
  } catch (error) {
    return { fault: error instanceof Fault ? error.key : 'key_file_unreadable' }
  }
}
