// Keys that papers are signed with.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'
import type { NewSigningKey, PaperTask } from '../papers.ts'

const { pki } = forge
const years = 15

// forge's types take the tag of a text for the class of a tag.
const utf8 = forge.asn1.Type.UTF8 as number

const commonName = (value: string) => ({ name: 'commonName', value, valueTagClass: utf8 })

type Certificate = ReturnType<typeof pki.createCertificate>

/**
 * A serial number as RFC 5280 §4.1.2.2 and X.690 §8.3.2 want it, hexadecimal: positive, and with no byte in front that says
 * nothing, which some random numbers begin with.
 */
export const serialNumberOf = (random: Buffer): string => {
  const [first = 0, ...rest] = random
  return Buffer.from([(first & 0x3f) | 0x40, ...rest]).toString('hex')
}

const newCertificate = (publicKey: string, name: string, at: string): Certificate => {
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = serialNumberOf(randomBytes(16))
  certificate.validity.notBefore = new Date(at)
  certificate.validity.notAfter = new Date(new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() + years))
  const names = [commonName(name.slice(0, 64))]
  certificate.setSubject(names)
  certificate.setIssuer(names)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  return certificate
}

export const generateKey = ({ name, at }: PaperTask<'generate'>): NewSigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = newCertificate(publicKey, name, at)
  certificate.sign(pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  const validUntil = certificate.validity.notAfter.toISOString()
  return { certificate: pki.certificateToPem(certificate), chain: [], privateKey, validUntil }
}
