// Keys that papers are signed with.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

const { pki } = forge
const years = 15

const newCertificate = (publicKey, name, at) => {
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.publicKeyFromPem(publicKey)
  // Positive, as RFC 5280 wants serial numbers.
  certificate.serialNumber = `00${randomBytes(16).toString('hex')}`
  certificate.validity.notBefore = new Date(at)
  certificate.validity.notAfter = new Date(new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() + years))
  const names = [{ name: 'commonName', value: name.slice(0, 64), valueTagClass: forge.asn1.Type.UTF8 }]
  certificate.setSubject(names)
  certificate.setIssuer(names)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  return certificate
}

export const generateKey = ({ name, at }) => {
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
