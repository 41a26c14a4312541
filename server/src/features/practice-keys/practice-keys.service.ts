import {
  keyPrefix,
  type MadePracticeKey,
  mostPracticeKeys,
  type PracticeKey,
  type PracticeKeyInput,
} from '@ulna/contract/practice-keys/practice-keys'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { newToken, tokenHash } from '../../platform/tokens.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { tellOwnersOfKey } from './practice-keys.mail.service.ts'
import {
  countActiveKeys,
  findKey,
  findKeys,
  insertKey,
  type KeyState,
  lockKey,
  revokeKeyRow,
  revokeKeysMadeBy,
} from './practice-keys.repository.ts'

const subjectOf = (id: number) => ({ type: 'practice_key', id })

const tellKeys = (tx: Tx, practiceId: number, ids: readonly number[]): Promise<void> =>
  announce(tx, practiceId, { topic: 'practice-keys', ids })

const keyText = async (tx: Tx, { practiceId }: PracticeActor, id: number) => {
  const wire = await findKey(tx, practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return wire
}

/** The keys of the practice. They say nothing of a patient, and their secrets nobody has but who was told them. */
export const listKeys = (db: Database, actor: PracticeActor): Promise<ListText<PracticeKey>> =>
  lookUp(db, actor, async (tx) => listText(await findKeys(tx, actor.practiceId)))

/** What a program sends, and what is kept of it. The practice is in it: no key is seen before it is known. */
const newSecret = (practiceId: number) => {
  const random = newToken()
  const start = `${keyPrefix}${practiceId}_`
  return {
    secret: `${start}${random}`,
    secretHash: tokenHash(random),
    beginning: `${start}${random.slice(0, 4)}`,
  }
}

/** Makes a key and tells its secret, this once: only its hash is kept. Refuses with too_many_keys. */
export const makeKey = (
  db: Database,
  actor: PracticeActor,
  { name, scopes, lifetime }: PracticeKeyInput,
): Promise<MadePracticeKey> =>
  change(db, actor, async (tx) => {
    if ((await countActiveKeys(tx, actor.practiceId)) >= mostPracticeKeys)
      throw new AppError('too_many_keys', { params: { max: mostPracticeKeys } })
    const given = [...new Set(scopes)]
    const { secret, ...kept } = newSecret(actor.practiceId)
    const id = await insertKey(tx, actor, { name, scopes: given, lifetime, ...kept })
    if (id === undefined) throw new AppError('owner_role_required')
    await tellOwnersOfKey(tx, actor.practiceId, id)
    await tellKeys(tx, actor.practiceId, [id])
    const key = parseJson(await keyText(tx, actor, id))
    const detail = { scopes: given, days: lifetime }
    return audited({ action: 'practice_key.create', subject: subjectOf(id), detail }, { ...key, secret })
  })

const currentState = async (tx: Tx, actor: PracticeActor, id: number): Promise<Authorized<KeyState>> => {
  const state = await lockKey(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  return authorized(state)
}

/** Ends a key: it is refused from its next call on. One that ended already stays as it is. */
export const revokeKey = (db: Database, actor: PracticeActor, id: number): Promise<WireText<PracticeKey>> =>
  change(db, actor, async (tx) => {
    const key = await currentState(tx, actor, id)
    if (!key.ended) await revokeKeyRow(tx, actor, key)
    await tellKeys(tx, actor.practiceId, [id])
    const answer = answerText(await keyText(tx, actor, id))
    return audited({ action: 'practice_key.revoke', subject: subjectOf(id) }, answer)
  })

/** Somebody leaves the practice, in the transaction that says so: their keys do not open again if they come back. */
export const endKeysOf = async (tx: Tx, practiceId: number, userId: number): Promise<void> =>
  tellKeys(tx, practiceId, await revokeKeysMadeBy(tx, practiceId, userId))
