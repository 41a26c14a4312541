import { createHash } from 'node:crypto'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Whether something can be encrypted for a public key of age (https://age-encryption.org). */
export const isAgeRecipient = (recipient: string): boolean => {
  try {
    new Encrypter().addRecipient(recipient)
    return true
  } catch {
    return false
  }
}

/** A key of age: what others encrypt for, and what opens it. */
export const newAgeKey = async (): Promise<{ readonly recipient: string; readonly identity: string }> => {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Short enough to be read out: eighty bits of the SHA-256 of a public key, in groups of four. */
export const ageFingerprint = (recipient: string): string => {
  const digest = createHash('sha256').update(recipient).digest('hex').slice(0, 20).toUpperCase()
  return digest.match(/.{4}/g)?.join(' ') ?? digest
}
