import { recoveryCodeCount } from '@ulna/contract/accounts/accounts.recovery'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { SignedInActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change } from '../../../platform/use-case.ts'
import type { AccountDependencies, AccountKeys } from '../accounts.dependencies.ts'
import { findUser } from '../accounts.repository.ts'
import {
  type Authenticator,
  confirmSecret,
  lockAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  storeSecret,
} from './accounts.second-factor.repository.ts'
import { newRecoveryCodes, newTotpSecret, takeAppCode, withCountedCode } from './accounts.second-factor.ts'

type TotpDependencies = Pick<AccountDependencies, 'db' | 'keys' | 'rateLimits'>

const requireNone = ({ confirmed }: Authenticator): void => {
  if (confirmed) throw new AppError('already_exists')
}

/** A secret for the authenticator app, in place of one that was never confirmed. Refuses with already_exists. */
export const startTotp = (
  { db, keys }: TotpDependencies,
  actor: SignedInActor,
): Promise<{ secret: string; uri: string }> =>
  change(db, actor, async (tx) => {
    requireNone(await lockAuthenticator(tx, actor.userId))
    const user = await findUser(tx, actor.userId)
    if (!user) throw new AppError('session_invalid')
    const { sealed, secret, uri } = newTotpSecret(keys, actor.userId, user.username)
    await storeSecret(tx, actor.userId, sealed)
    return audited({ action: 'account.totp_started' }, { secret, uri })
  })

const giveRecoveryCodes = async (tx: Tx, keys: AccountKeys, userId: number): Promise<string[]> => {
  const { codes, hashes } = newRecoveryCodes(keys, userId, recoveryCodeCount)
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Turns the second factor on with a first code; the recovery codes are told this once. */
export const confirmTotp = (
  { db, keys, rateLimits }: TotpDependencies,
  actor: SignedInActor,
  given: string,
): Promise<{ recoveryCodes: string[] }> =>
  withCountedCode(rateLimits, actor.userId, given, (code) =>
    change(db, actor, async (tx) => {
      requireNone(await lockAuthenticator(tx, actor.userId))
      if (!code || !(await takeAppCode(tx, keys, actor.userId, code))) throw new AppError('invalid_code')
      await confirmSecret(tx, actor.userId)
      const recoveryCodes = await giveRecoveryCodes(tx, keys, actor.userId)
      const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
      await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'totpEnabled' })
      return audited({ action: 'account.totp_enabled', detail: { endedSessions } }, { recoveryCodes })
    }),
  )

/** Turns the second factor off; nobody is told of one that never was on. */
export const disableTotp = ({ db }: TotpDependencies, actor: SignedInActor): Promise<{ totp: false }> =>
  change(db, actor, async (tx) => {
    const { confirmed } = await lockAuthenticator(tx, actor.userId)
    await removeAuthenticator(tx, actor.userId)
    if (!confirmed) return audited({ action: 'account.totp_disabled' }, { totp: false as const })
    const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
    await enqueue(tx, 'accounts.notice', { userId: actor.userId, mail: 'totpDisabled' })
    return audited({ action: 'account.totp_disabled', detail: { endedSessions } }, { totp: false as const })
  })

/** New recovery codes; the former ones end. Refuses with not_found while there is no second factor. */
export const makeRecoveryCodes = (
  { db, keys }: TotpDependencies,
  actor: SignedInActor,
): Promise<{ recoveryCodes: string[] }> =>
  change(db, actor, async (tx) => {
    const { confirmed } = await lockAuthenticator(tx, actor.userId)
    if (!confirmed) throw new AppError('not_found')
    const recoveryCodes = await giveRecoveryCodes(tx, keys, actor.userId)
    return audited({ action: 'account.recovery_codes_made' }, { recoveryCodes })
  })
