import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An opaque token of 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const requestHash = (parts: readonly string[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest()
}

/** A 256-bit key for one purpose, derived from the installation's secret (HKDF, RFC 5869). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'ulna', purpose, 32))

/** Keyed digest of a text, hexadecimal. */
export const keyedDigest = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')
