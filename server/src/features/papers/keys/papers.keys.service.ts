import { reading, type Tx } from '../../../platform/database/database.ts'
import {
  generateSigningKey,
  type NewSigningKey,
  type SigningMaterial,
} from '../../../platform/papers/papers.ts'
import { seal, unseal } from '../../../platform/sealed-box.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import type { PaperDependencies } from '../papers.dependencies.ts'
import { findSigningKeys, insertSigningKey, type KeptSigningKey } from './papers.keys.repository.ts'

/** A key to sign with; without an id it is new and becomes the practice's with the first paper it signs. */
export interface SigningKey extends SigningMaterial {
  readonly id: number | null
  readonly validUntil: string
}

/** What a practice's private key belongs to, as it rests encrypted. */
export const contextOf = (practiceId: number): string => `practice ${practiceId}`

const opened = (key: Buffer, practiceId: number, kept: KeptSigningKey): SigningKey => ({
  ...kept,
  privateKey: unseal(key, kept.privateKey, contextOf(practiceId)),
})

/** The key that signs for the practice: its own while that is valid, then the generated one, a new one where there is none. */
export const signingKeyOf = async (
  { db, signingKeys }: Pick<PaperDependencies, 'db' | 'signingKeys'>,
  { practiceId }: Pick<PracticeActor, 'practiceId'>,
  { practiceName, at }: { readonly practiceName: string; readonly at: string },
): Promise<SigningKey> => {
  const kept = await reading(db.queries, { practiceId, userId: 0 }, (tx) => findSigningKeys(tx, practiceId))
  const valid = kept.find(({ validUntil }) => validUntil > at)
  if (valid) return opened(signingKeys, practiceId, valid)
  return { id: null, ...(await generateSigningKey(practiceName, at)) }
}

/** Keeps a key, encrypted; undefined when another one became the practice's in between. */
export const keepSigningKey = (
  tx: Tx,
  {
    signingKeys,
    practiceId,
    key,
    source,
  }: { signingKeys: Buffer; practiceId: number; key: NewSigningKey; source: KeptSigningKey['source'] },
): Promise<number | undefined> =>
  insertSigningKey(tx, practiceId, {
    certificate: key.certificate,
    chain: key.chain,
    privateKey: seal(signingKeys, key.privateKey, contextOf(practiceId)),
    source,
    validUntil: key.validUntil,
  })
