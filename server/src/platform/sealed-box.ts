import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './tokens.ts'

/**
 * Encrypts a text at rest: AES-256-GCM, nonce and tag in front. `context` says what it belongs to; it opens with the
 * same one only, so that a box which was moved to another row stays shut.
 */
export const seal = (key: Buffer, text: string, context = ''): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The text of a sealed box; throws when it was changed, or sealed with another key or context. */
export const unseal = (key: Buffer, sealed: Buffer, context = ''): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

const opens = (key: Buffer, sealed: Buffer, context: string): boolean => {
  try {
    unseal(key, sealed, context)
    return true
  } catch {
    return false
  }
}

/** The same text sealed with the first key, of a box that was sealed with any of them; undefined when it was with none. */
export const reseal = (keys: KeyRing, sealed: Buffer, context: string): Buffer | undefined => {
  const key = keys.find((one) => opens(one, sealed, context))
  return key && seal(keys[0], unseal(key, sealed, context), context)
}
