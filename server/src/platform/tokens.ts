import {
  createHash,
  createHmac,
  createSecretKey,
  type Hmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

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

/** The installation's secret, and those it had before it, the newest first. */
export type Secrets = readonly [current: string, ...former: string[]]

/** The key that is used, and those that were before it: what they made is still read. */
export type KeyRing = readonly [current: Buffer, ...former: Buffer[]]

export const deriveKeys = ([current, ...former]: Secrets, purpose: string): KeyRing => [
  deriveKey(current, purpose),
  ...former.map((secret) => deriveKey(secret, purpose)),
]

/** Names a key without telling it. */
export const keyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

const held = new WeakMap<Buffer, KeyObject>()

const heldKey = (key: Buffer): KeyObject => {
  const known = held.get(key) ?? createSecretKey(key)
  held.set(key, known)
  return known
}

/**
 * HMAC with SHA-256 (RFC 2104), to be given what it is of. The key is held as Node's own kind of key: of bytes Node asks each
 * time whether they are one, which takes four times as long as the digest of a row of the trail.
 */
export const hmacSha256 = (key: Buffer): Hmac => createHmac('sha256', heldKey(key))

/** Keyed digest of a text, hexadecimal. */
export const keyedDigest = (key: Buffer, text: string): string => hmacSha256(key).update(text).digest('hex')
