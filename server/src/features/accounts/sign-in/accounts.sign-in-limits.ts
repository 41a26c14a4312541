import { AppError } from '../../../platform/app-error.ts'
import { overspent, type RateLimits, type Spending, sourceOf } from '../../../platform/http/rate-limits.ts'
import type { Actor, AnonymousActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'

export interface LimitDependencies {
  readonly db: Database
  readonly rateLimits: RateLimits
}

/** A try that was counted. */
export interface CountedTry {
  /** It was a good one. */
  giveBack(): Promise<void>
}

/** Whose password is tried, from where. An unknown name counts like an account: nobody learns which is which. */
export interface PasswordTry {
  readonly name: string
  readonly account: { readonly id: number; readonly fromKnownDevice: boolean } | undefined
}

const spendingsOf = ({ call }: AnonymousActor, { name, account }: PasswordTry): Spending[] => {
  const who = account ? `user ${account.id}` : `name ${name.toLowerCase()}`
  const source = sourceOf(call.ip)
  if (account?.fromKnownDevice) return [['passwordsFromDevice', `${who} ${call.device}`]]
  return [
    ['passwordsFromSource', `${who} ${source}`],
    ['failuresFromSource', source],
    ['passwordsForAccount', who],
  ]
}

/** Tells once a window that one source tries many accounts. */
const noticeSpraying = async (
  { db, rateLimits }: LimitDependencies,
  actor: AnonymousActor,
): Promise<void> => {
  const noticed = await rateLimits.spend(['sprayingNoticed', sourceOf(actor.call.ip)])
  if (noticed) return
  await change(db, { ...actor, call: { ...actor.call, idempotent: null } }, async () =>
    audited({ action: 'account.spraying_suspected' }, undefined),
  )
}

const count = async (
  deps: LimitDependencies,
  actor: AnonymousActor,
  spendings: readonly Spending[],
): Promise<CountedTry> => {
  const refusal = await deps.rateLimits.spend(...spendings)
  if (refusal?.allowance === 'failuresFromSource') await noticeSpraying(deps, actor)
  if (refusal) throw overspent(refusal)
  return { giveBack: () => deps.rateLimits.giveBack(...spendings) }
}

/** Counts a password before it is looked at. Refuses with rate_limited. */
export const countPassword = (
  deps: LimitDependencies,
  actor: AnonymousActor,
  attempt: PasswordTry,
): Promise<CountedTry> => count(deps, actor, spendingsOf(actor, attempt))

/** Counts a sign-in that takes no secret one could guess, by its source alone. Refuses with rate_limited. */
export const countSignIn = (deps: LimitDependencies, actor: AnonymousActor): Promise<CountedTry> =>
  count(deps, actor, [['failuresFromSource', sourceOf(actor.call.ip)]])

/** After a reset the person is let in wherever they are, however often others tried before. */
export const forgiveAccount = ({ rateLimits }: LimitDependencies, userId: number): Promise<void> =>
  rateLimits.forget(['passwordsForAccount', `user ${userId}`])

/** What a mail is asked for. */
export type MailWanted = 'reset' | 'activation' | 'registration' | 'confirmation'

/**
 * A mail to an address that somebody gave. Each kind counts by itself: whoever asks for one that is not even sent (an
 * activation of an active account) must not use up those that let its owner in again.
 */
export const mailSpendings = (
  { call }: Pick<Actor, 'call'>,
  wanted: MailWanted,
  address: string,
): Spending[] => [
  ['mailsToAddress', `${wanted} ${address.toLowerCase()}`],
  ['mailsFromSource', sourceOf(call.ip)],
]

/**
 * Runs `work` with whether a mail may go to an address that a stranger gave. When it fails nothing was sent, and
 * nothing counts; an account that waits for its mail is no failure.
 */
export const withMailAllowance = async <T>(
  { rateLimits }: LimitDependencies,
  actor: AnonymousActor,
  [wanted, address]: readonly [MailWanted, string],
  work: (mayMail: boolean) => Promise<T>,
): Promise<T> => {
  const spendings = mailSpendings(actor, wanted, address)
  const mayMail = (await rateLimits.spend(...spendings)) === null
  try {
    return await work(mayMail)
  } catch (error) {
    const isSent = error instanceof AppError && error.key === 'user_not_activated'
    if (mayMail && !isSent) await rateLimits.giveBack(...spendings)
    throw error
  }
}
