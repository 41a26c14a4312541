import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { keyedDigest } from '../../../platform/tokens.ts'
import { useChallenge } from './accounts.passkeys.repository.ts'

/** Minutes a challenge is good for. */
export const challengeMinutes = 5

/** What a challenge is for: proving who one is, or making a passkey for an account. */
export type ChallengePurpose = 'prove' | `make for ${number}`

const isAuthentic = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * A challenge for a passkey: `nonce.expiry.mac`. Nothing is stored until it is answered; what it is for is part of
 * what is signed.
 */
export const newChallenge = (key: Buffer, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> => {
  const content = `${randomBytes(16).toString('base64url')}.${Date.now() + challengeMinutes * 60_000}`
  return new Uint8Array(Buffer.from(`${content}.${keyedDigest(key, `${purpose}:${content}`)}`))
}

/** Whether this is a challenge of ours for this purpose that has not expired. `challenge` is base64url, as browsers tell it. */
export const isChallenge = (key: Buffer, purpose: ChallengePurpose, challenge: string): boolean => {
  const text = Buffer.from(challenge, 'base64url').toString('latin1')
  const [nonce, expiry, ...mac] = text.split('.')
  const isOurs = isAuthentic(keyedDigest(key, `${purpose}:${nonce}.${expiry}`), mac.join('.'))
  return isOurs && Number(expiry) >= Date.now()
}

/** Takes the challenge an answer was made for. Refuses with passkey_rejected when it was answered before. */
export const burnChallenge = async (tx: Tx, challenge: string): Promise<void> => {
  const bytes = Buffer.from(challenge, 'base64url')
  const expiresAt = new Date(Date.now() + challengeMinutes * 60_000)
  const hash = createHash('sha256').update(bytes).digest()
  if (!(await useChallenge(tx, hash, expiresAt))) throw new AppError('passkey_rejected')
}
