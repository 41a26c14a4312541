import type { HandOverKey } from '@ulna/contract/hand-overs/hand-overs'
import type { Tx } from '../../../platform/database/database.ts'
import { ageFingerprint, newAgeKey } from '../../../platform/files/age-keys.ts'
import { reseal, seal, unseal } from '../../../platform/sealed-box.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { deriveKey, deriveKeys, type Secrets } from '../../../platform/tokens.ts'
import { audited, change, lookUp } from '../../../platform/use-case.ts'
import { practiceOf } from '../../practices/practices.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { queueForgettingKeys } from '../hand-overs.queue.ts'
import {
  findHandOverKeys,
  insertHandOverKey,
  lockIdentities,
  retireHandOverKey,
  writeIdentity,
} from './hand-overs.keys.repository.ts'

const purpose = 'keys that files are handed over with'

/** What the key of a practice belongs to, as it rests encrypted. */
const contextOf = (practiceId: number): string => `practice ${practiceId}`

const presentKey = async (tx: Tx, actor: PracticeActor): Promise<HandOverKey | null> => {
  const present = (await findHandOverKeys(tx, actor.practiceId)).find((one) => one.present)
  if (!present) return null
  const { recipient, createdAt } = present
  const { name: practice } = await practiceOf(tx, actor)
  return { practice, recipient, fingerprint: ageFingerprint(recipient), createdAt }
}

/** The public half of the practice's key; null where it has none yet. It says nothing of any patient. */
export const readHandOverKey = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
): Promise<HandOverKey | null> => lookUp(db, actor, (tx) => presentKey(tx, actor))

const keepNewKey = async (
  { secrets: [secret] }: HandOverDependencies,
  tx: Tx,
  { practiceId, userId }: PracticeActor,
): Promise<void> => {
  const { recipient, identity } = await newAgeKey()
  const sealed = seal(deriveKey(secret, purpose), identity, contextOf(practiceId))
  await insertHandOverKey(tx, practiceId, { recipient, identity: sealed, userId })
}

const requirePresent = async (tx: Tx, actor: PracticeActor): Promise<HandOverKey> => {
  const present = await presentKey(tx, actor)
  if (!present) throw new Error(`practice ${actor.practiceId} has no key for hand-overs`)
  return present
}

/** Makes the practice's key where it has none, and answers the one there is. */
export const makeHandOverKey = (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
): Promise<HandOverKey> =>
  change(dependencies.db, actor, async (tx) => {
    if ((await presentKey(tx, actor)) === null) await keepNewKey(dependencies, tx, actor)
    return audited({ action: 'hand_over.key' }, await requirePresent(tx, actor))
  })

/** Another key in place of the practice's; the former one opens for a while what was on its way. */
export const replaceHandOverKey = (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
): Promise<HandOverKey> =>
  change(dependencies.db, actor, async (tx) => {
    await retireHandOverKey(tx, actor.practiceId)
    await keepNewKey(dependencies, tx, actor)
    await queueForgettingKeys(tx, actor.practiceId)
    return audited({ action: 'hand_over.key_replace' }, await requirePresent(tx, actor))
  })

/** A key that opens files which were sent to a practice, with its public half. */
export interface OpeningKey {
  readonly recipient: string
  readonly identity: string
}

/** Every key that opens what was sent to the practice. */
export const openingKeysOf = async (tx: Tx, practiceId: number, [secret]: Secrets): Promise<OpeningKey[]> => {
  const key = deriveKey(secret, purpose)
  return (await findHandOverKeys(tx, practiceId)).map(({ recipient, identity }) => ({
    recipient,
    identity: unseal(key, identity, contextOf(practiceId)),
  }))
}

/** Encrypts the keys of a practice with the key of the present secret. What no key opens stays as it is. */
export const resealHandOverKeys = async (tx: Tx, practiceId: number, secrets: Secrets): Promise<void> => {
  const keys = deriveKeys(secrets, purpose)
  for (const { id, identity } of await lockIdentities(tx, practiceId)) {
    const again = reseal(keys, identity, contextOf(practiceId))
    if (again) await writeIdentity(tx, practiceId, id, again)
  }
}
