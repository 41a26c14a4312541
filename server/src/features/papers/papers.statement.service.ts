import { sign } from 'node:crypto'
import { type Queries, reading, type Tx, transaction } from '../../platform/database/database.ts'
import { generateSigningKey } from '../../platform/papers/papers.ts'
import { unseal } from '../../platform/sealed-box.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { findSigningKeys } from './keys/papers.keys.repository.ts'
import { contextOf, keepSigningKey } from './keys/papers.keys.service.ts'

interface Signer {
  readonly practiceId: number
  readonly practiceName: string
  readonly secret: string
  /** Instant. */
  readonly at: string
}

const keysOf = (secret: string): Buffer => deriveKey(secret, 'keys that papers are signed with')

/**
 * Makes sure that the practice has a key to sign with: its own while that is valid, else the generated one. Making one takes
 * seconds, so no transaction waits for it.
 */
export const ensureSigningKey = async (
  queries: Queries,
  { practiceId, practiceName, secret, at }: Signer,
): Promise<void> => {
  const scope = { practiceId, userId: 0 }
  const kept = await reading(queries, scope, (tx) => findSigningKeys(tx, practiceId))
  if (kept.some(({ validUntil }) => validUntil > at)) return
  const key = await generateSigningKey(practiceName, at)
  await transaction(queries, scope, 'read write', (tx) =>
    keepSigningKey(tx, { signingKeys: keysOf(secret), practiceId, key, source: 'generated' }),
  )
}

/**
 * Signs a text with the key that the practice signs its papers with (SHA-256), which must be there. `openssl dgst -sha256
 * -verify` checks it with the public key of the certificate.
 */
export const signStatement = async (
  tx: Tx,
  { practiceId, secret, at }: Omit<Signer, 'practiceName'>,
  text: string,
): Promise<{ readonly signature: Buffer; readonly certificate: string }> => {
  const key = (await findSigningKeys(tx, practiceId)).find(({ validUntil }) => validUntil > at)
  if (!key) throw new Error(`practice ${practiceId} has no key to sign with`)
  const privateKey = unseal(keysOf(secret), key.privateKey, contextOf(practiceId))
  return { signature: sign('sha256', Buffer.from(text), privateKey), certificate: key.certificate }
}
