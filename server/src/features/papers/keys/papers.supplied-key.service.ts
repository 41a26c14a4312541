import { X509Certificate } from 'node:crypto'
import type { BodyOf } from '@ulna/contract/http/endpoint'
import {
  endingDays,
  type SigningKeyFacts,
  type SigningKeys,
  type signingKeyEndpoints,
} from '@ulna/contract/papers/papers.keys'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { readSigningKey } from '../../../platform/papers/papers.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, lookUp } from '../../../platform/use-case.ts'
import type { PaperDependencies } from '../papers.dependencies.ts'
import { queueEndingNews } from './papers.key-ending.service.ts'
import { findSigningKeys, type KeptSigningKey, retireSigningKey } from './papers.keys.repository.ts'
import { keepSigningKey } from './papers.keys.service.ts'

const dayMs = 24 * 3_600_000

const stateOf = (validUntil: number, now: number): SigningKeyFacts['state'] => {
  if (validUntil <= now) return 'ended'
  return validUntil - now < endingDays * dayMs ? 'ending' : 'valid'
}

/** Names as they are read: one part a line in X.509. */
const nameIn = (name: string): string => name.split('\n').join(', ')

const factsOf = (kept: KeptSigningKey | undefined, now: number): SigningKeyFacts | null => {
  if (!kept) return null
  const { subject, issuer, validFrom, fingerprint256 } = new X509Certificate(kept.certificate)
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    validFrom: new Date(validFrom).toISOString(),
    validUntil: kept.validUntil,
    fingerprint: fingerprint256,
    state: stateOf(Date.parse(kept.validUntil), now),
  }
}

const keysOf = async (tx: Tx, practiceId: number): Promise<SigningKeys> => {
  const [kept, now] = [await findSigningKeys(tx, practiceId), await databaseNow(tx)]
  const of = (source: KeptSigningKey['source']) =>
    factsOf(
      kept.find((one) => one.source === source),
      now,
    )
  return { supplied: of('supplied'), generated: of('generated') }
}

export const readSigningKeys = (
  { db }: Pick<PaperDependencies, 'db'>,
  actor: PracticeActor,
): Promise<SigningKeys> => lookUp(db, actor, (tx) => keysOf(tx, actor.practiceId))

/**
 * Signs papers of the practice with the key of a file from now on. Refuses, in the words of the field that is wrong, what
 * cannot be read or must not sign. The key is kept encrypted, its password is not kept.
 */
export const supplySigningKey = async (
  { db, rateLimits, signingKeys }: PaperDependencies,
  actor: PracticeActor,
  { file, password }: BodyOf<typeof signingKeyEndpoints.supply>,
): Promise<SigningKeys> => {
  const { practiceId } = actor
  await rateLimits.take(['keyFilesRead', `user ${actor.userId}`])
  const now = await lookUp(db, actor, databaseNow)
  const key = await readSigningKey(Buffer.from(file, 'base64'), password, new Date(now).toISOString())
  if (typeof key === 'string') throw invalidField(key === 'key_file_password' ? 'password' : 'file', key)
  return change(db, actor, async (tx) => {
    await retireSigningKey(tx, practiceId, 'supplied')
    const id = await keepSigningKey(tx, { signingKeys, practiceId, key, source: 'supplied' })
    // Somebody else supplied one at the same moment.
    if (id === undefined) throw new AppError('service_unavailable', { retryAfter: 1 })
    await queueEndingNews(tx, practiceId, id, key.validUntil)
    const { fingerprint256: fingerprint } = new X509Certificate(key.certificate)
    const detail = { fingerprint, validUntil: key.validUntil }
    return audited(
      { action: 'paper.key_supply', subject: { type: 'signing_key', id }, detail },
      await keysOf(tx, practiceId),
    )
  })
}

/** Signs with the generated key again; not_found where no key was supplied. */
export const removeSuppliedKey = (
  { db }: Pick<PaperDependencies, 'db'>,
  actor: PracticeActor,
): Promise<SigningKeys> =>
  change(db, actor, async (tx) => {
    if (!(await retireSigningKey(tx, actor.practiceId, 'supplied'))) throw new AppError('not_found')
    return audited({ action: 'paper.key_remove' }, await keysOf(tx, actor.practiceId))
  })
