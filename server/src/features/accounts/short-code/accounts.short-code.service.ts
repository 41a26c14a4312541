import { isGuessedEarly } from '@ulna/contract/accounts/accounts.short-code.rules'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { PracticeActor, SignedInActor } from '../../../platform/sessions/actor.ts'
import { keyedDigest, tokenHash } from '../../../platform/tokens.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import {
  countTry,
  findStanding,
  giveTryBack,
  storeShortCode,
  type Trial,
  type Tried,
} from './accounts.short-code.repository.ts'

export type ShortCodeDependencies = Pick<AccountDependencies, 'db' | 'passwords' | 'keys'>

/** By what somebody showed who they are. */
type Means = 'proof' | 'short code'

/** What is hashed of a code: it says nothing without the installation's secret, and each person's is another. */
const digestOf = (key: Buffer, userId: number, code: string): string => keyedDigest(key, `${userId} ${code}`)

/** Sets the short code of the caller, who has just proven who they are, and tells them by mail. Refuses what is guessed early. */
export const setShortCode = async (
  { db, passwords, keys }: ShortCodeDependencies,
  actor: SignedInActor,
  code: string,
): Promise<{ shortCode: true }> => {
  if (isGuessedEarly(code)) throw invalidField('code', 'short_code_common')
  const hash = await passwords.hash(digestOf(keys.shortCodes[0], actor.userId, code))
  return change(db, actor, async (tx) => {
    const replaced = await storeShortCode(tx, actor.userId, hash)
    await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'shortCodeSet' })
    return audited({ action: 'account.short_code_set', detail: { replaced } }, { shortCode: true as const })
  })
}

/** Removes the short code of the caller; nobody is told of one that never was. */
export const removeShortCode = (db: Database, actor: SignedInActor): Promise<{ shortCode: false }> =>
  change(db, actor, async (tx) => {
    const had = await storeShortCode(tx, actor.userId, null)
    if (had) await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'shortCodeRemoved' })
    return audited({ action: 'account.short_code_removed' }, { shortCode: false as const })
  })

/** Leaves the row of a wrong code; the person hears of the last one that was left. */
const noteWrong = ({ db }: ShortCodeDependencies, actor: PracticeActor, left: number): Promise<void> =>
  change(db, { ...actor, call: { ...actor.call, idempotent: null } }, async (tx) => {
    if (left === 0) await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'shortCodeBlocked' })
    return audited({ action: 'account.short_code_failed', detail: { left } }, undefined)
  })

const isRight = async (
  { passwords, keys }: ShortCodeDependencies,
  { userId }: Trial,
  { hash }: Tried,
  code: string,
): Promise<boolean> => {
  for (const key of keys.shortCodes)
    if (await passwords.isRight(hash, digestOf(key, userId, code))) return true
  return false
}

const trialOf = ({ userId, sessionId, call: { device } }: PracticeActor): Trial => ({
  userId,
  sessionId,
  device: device === null ? null : tokenHash(device),
})

/**
 * A fresh proof of identity, or the short code in its place (decision 0049). The code leaves nothing in the session: it
 * opens the one call it came with. Refuses with reauth_required, which says what a code is worth, and invalid_code.
 */
export const requireProofOrShortCode = async (
  deps: ShortCodeDependencies,
  actor: PracticeActor,
  code: string | undefined,
): Promise<Means> => {
  if (actor.fresh) return 'proof'
  const trial = trialOf(actor)
  const { queries } = deps.db
  const tried = code === undefined ? undefined : await countTry(queries, trial)
  if (code === undefined || !tried) {
    const shortCode = await findStanding(queries, trial)
    throw new AppError('reauth_required', { params: { shortCode } })
  }
  if ((await isRight(deps, trial, tried, code)) && (await giveTryBack(queries, trial.userId, tried.hash)))
    return 'short code'
  await noteWrong(deps, actor, tried.left)
  throw new AppError('invalid_code', { params: { left: tried.left } })
}
