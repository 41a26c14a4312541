import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { expect, it } from 'vitest'
import { serialNumberOf } from './keys.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** A certificate with a serial number, as keys of practices get one. */
const certificateWith = (serialNumber: string): string => {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey)
  certificate.serialNumber = serialNumber
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

it('a certificate is read whatever its serial number was drawn from: the trip of practice 209 that failed', () => {
  for (let first = 0; first < 256; first += 1) {
    const serial = serialNumberOf(Buffer.from([first, first % 2 === 0 ? 0x05 : 0xf5, ...Array(14).fill(0)]))
    const { serialNumber } = new X509Certificate(certificateWith(serial))
    expect(serialNumber.toLowerCase(), String(first)).toBe(serial)
  }
})

it('what was drawn as it was before is what no strict reader takes', () => {
  const drawn = Buffer.from([0, 0x05, ...Array(14).fill(1)]).toString('hex')
  expect(() => new X509Certificate(certificateWith(`00${drawn}`))).toThrow('illegal padding')
})
