// The key of a PKCS #12 file (.p12, .pfx), old ones (RC2, 3DES) and those of today (AES): what node opens itself are the
// latter alone, and it does not give the key away.
import { createPrivateKey, pbkdf2Sync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

const { asn1, pkcs12 } = forge
const { oids } = forge.pki

// forge takes a password for its Latin-1 bytes here; files of today mean UTF-8 (RFC 8018), and node hashes faster.
forge.pkcs5.pbkdf2 = (password, salt, rounds, length, md) =>
  pbkdf2Sync(password, Buffer.from(salt, 'binary'), rounds, length, md?.algorithm ?? 'sha1').toString(
    'binary',
  )

const leastBits = 2048
const curves = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

class Fault extends Error {}

const refuse = (fault) => {
  throw new Fault(fault)
}

const opened = (bytes, password) => {
  let file
  try {
    file = asn1.fromDer(bytes.toString('binary'))
  } catch {
    return refuse('key_file_unreadable')
  }
  try {
    return pkcs12.pkcs12FromAsn1(file, false, password)
  } catch (error) {
    return refuse(/password|MAC|decrypt/i.test(error.message) ? 'key_file_password' : 'key_file_unreadable')
  }
}

const bagsOf = (file, bagType) => file.getBags({ bagType })[bagType] ?? []

const derOf = (value) => Buffer.from(asn1.toDer(value).getBytes(), 'binary')

// forge reads RSA alone; of other kinds it hands on what stands in the file.
const privateKeyOf = ({ key, asn1: info }) =>
  key === null
    ? createPrivateKey({ key: derOf(info), format: 'der', type: 'pkcs8' })
    : createPrivateKey(forge.pki.privateKeyToPem(key))

const findKey = (file) => {
  const [bag] = [...bagsOf(file, oids.pkcs8ShroudedKeyBag), ...bagsOf(file, oids.keyBag)]
  return bag ? privateKeyOf(bag) : refuse('key_file_without_key')
}

const certificatesOf = (file) =>
  bagsOf(file, oids.certBag).map(
    ({ cert, asn1: body }) =>
      new X509Certificate(derOf(cert === null ? body : forge.pki.certificateToAsn1(cert))),
  )

/** Up to four certificates above one, the nearest first. */
const chainAbove = (certificate, all) => {
  const chain = []
  for (let below = certificate; below && chain.length < 4; ) {
    const issuer = all.find((one) => one !== below && below.checkIssued(one) && !chain.includes(one))
    if (issuer) chain.push(issuer)
    below = issuer
  }
  return chain
}

const mustBeStrong = ({ asymmetricKeyType: kind, asymmetricKeyDetails: details }) => {
  if (kind === 'rsa') return details.modulusLength >= leastBits || refuse('key_too_weak')
  if (kind === 'ec' && curves.has(details.namedCurve)) return true
  return refuse(kind === 'ec' ? 'key_too_weak' : 'key_kind_unknown')
}

const keyUsage = asn1.oidToDer('2.5.29.15').getBytes()

/** Bits of the extension key usage, first one first; null for a certificate that may be used for everything. */
const usageOf = ({ raw }) => {
  const [{ value: fields }] = asn1.fromDer(raw.toString('binary')).value
  const [extensions] = fields.filter(
    ({ tagClass, type }) => tagClass === asn1.Class.CONTEXT_SPECIFIC && type === 3,
  )
  const own = extensions?.value[0].value.find(({ value: [id] }) => id.value === keyUsage)
  return own ? asn1.fromDer(own.value.at(-1).value).value.charCodeAt(1) : null
}

const digitalSignature = 0x80
const nonRepudiation = 0x40
// Of extended key usage: any, mail, client, documents (RFC 9336), documents (Adobe).
const signingPurposes = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
])

const maySign = (certificate) => {
  const usage = usageOf(certificate)
  const purposes = certificate.keyUsage
  const allows = usage === null || (usage & (digitalSignature | nonRepudiation)) !== 0
  return allows && (!purposes || purposes.some((purpose) => signingPurposes.has(purpose)))
}

const mustBeGood = (certificate, at) => {
  if (new Date(certificate.validTo) <= at) refuse('certificate_expired')
  if (new Date(certificate.validFrom) > at) refuse('certificate_not_yet_valid')
  if (!maySign(certificate)) refuse('certificate_not_for_signing')
}

const keyIn = ({ file: bytes, password, at }) => {
  const file = opened(Buffer.from(bytes, 'base64'), password)
  const key = findKey(file)
  mustBeStrong(key)
  const all = certificatesOf(file)
  const certificate = all.find((one) => one.checkPrivateKey(key)) ?? refuse('key_file_without_certificate')
  mustBeGood(certificate, new Date(at))
  return {
    certificate: certificate.toString(),
    chain: chainAbove(certificate, all).map(String),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    validUntil: new Date(certificate.validTo).toISOString(),
  }
}

/** The key and its certificates, or why nobody can sign with them. */
export const readSuppliedKey = (job) => {
  try {
    return { key: keyIn(job) }
  } catch (error) {
    return { fault: error instanceof Fault ? error.message : 'key_file_unreadable' }
  }
}
