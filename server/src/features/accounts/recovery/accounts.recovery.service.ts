import { AppError } from '../../../platform/app-error.ts'
import { sourceOf } from '../../../platform/http/rate-limits.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { AnonymousActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change, refused } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { requireUncommon } from '../accounts.policy.ts'
import { isEmailProven, markEmailProven, storePassword } from '../accounts.repository.ts'
import { findCredentials, forgetDevices } from '../sign-in/accounts.sign-in.repository.ts'
import { finishSignIn, type SignedIn } from '../sign-in/accounts.sign-in.ts'
import { forgiveAccount, type MailWanted, withMailAllowance } from '../sign-in/accounts.sign-in-limits.ts'
import { endUnprovenFactors } from '../sign-in/accounts.unproven.ts'
import { endLinks, takeOverEmail } from './accounts.links.repository.ts'
import { linkIdOf, openLink } from './accounts.links.ts'

export interface MailWish {
  /** User name or e-mail address. */
  readonly username: string
  readonly captcha?: string | undefined
}

interface AskedMail {
  readonly wanted: MailWanted
  readonly job: 'accounts.forgot' | 'accounts.activation_mail'
  readonly action: 'account.password_forgotten' | 'account.activation_asked'
}

/** The same statements and the same answer whether there is such an account, and whether it may be mailed. */
const askForMail = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  { username, captcha }: MailWish,
  { wanted, job, action }: AskedMail,
): Promise<{ accepted: true }> => {
  const account = await findCredentials(deps.db.queries, username, null)
  return withMailAllowance(deps, actor, [wanted, account?.email ?? username], (mayMail) =>
    change(deps.db, actor, async (tx) => {
      await deps.captcha.redeem(tx, captcha)
      await enqueue(tx, job, { userId: mayMail && account ? account.id : null })
      const subject = account ? { subject: { type: 'user', id: account.id } } : {}
      return audited({ action, ...subject }, { accepted: true as const })
    }),
  )
}

export const forgotPassword = (
  deps: AccountDependencies,
  actor: AnonymousActor,
  wish: MailWish,
): Promise<{ accepted: true }> =>
  askForMail(deps, actor, wish, {
    wanted: 'reset',
    job: 'accounts.forgot',
    action: 'account.password_forgotten',
  })

export const resendActivation = (
  deps: AccountDependencies,
  actor: AnonymousActor,
  wish: MailWish,
): Promise<{ accepted: true }> =>
  askForMail(deps, actor, wish, {
    wanted: 'activation',
    job: 'accounts.activation_mail',
    action: 'account.activation_asked',
  })

const countLink = (deps: AccountDependencies, { call }: AnonymousActor): Promise<void> =>
  deps.rateLimits.take(['linksFromSource', sourceOf(call.ip)])

/**
 * Sets the password of the account a link was mailed to, and ends everything that was opened with the former one.
 * Passkeys and second factor stay, unless they were set up before anybody had proven the address. Refuses with
 * invalid_token and password_common.
 */
export const resetPassword = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<{ username: string }> => {
  await countLink(deps, actor)
  if (linkIdOf(deps, 'reset_password', token) === null) throw new AppError('invalid_token')
  requireUncommon(password)
  const passwordHash = await deps.passwords.hash(password)
  const { userId, username } = await change(deps.db, actor, async (tx) => {
    const link = await openLink(deps, tx, { purpose: 'reset_password', token })
    const wasProven = await isEmailProven(tx, link.userId)
    if (!wasProven) await endUnprovenFactors(tx, link.userId)
    const name = await storePassword(tx, link.userId, passwordHash)
    await markEmailProven(tx, link.userId)
    await endLinks(tx, link.userId)
    await forgetDevices(tx, link.userId)
    const endedSessions = await endSessionsOf(tx, link.userId)
    await enqueue(tx, 'accounts.notice', { userId: link.userId, mail: 'passwordChanged' })
    return audited(
      {
        action: 'account.password_reset',
        subject: { type: 'user', id: link.userId },
        detail: { endedSessions, wasProven },
      },
      { userId: link.userId, username: name },
    )
  })
  await forgiveAccount(deps, userId)
  return { username }
}

/**
 * Activates the account a link was mailed to and signs in. Whatever keeps the person from signing in, the account is
 * activated. Refuses with invalid_activation, and as `finishSignIn` does.
 */
export const activate = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<SignedIn> => {
  await countLink(deps, actor)
  return change(deps.db, actor, async (tx) => {
    const { userId } = await openLink(deps, tx, { purpose: 'activate', token, refusal: 'invalid_activation' })
    await markEmailProven(tx, userId)
    await endLinks(tx, userId, 'activate')
    const activated = { action: 'account.activated', subject: { type: 'user', id: userId } } as const
    try {
      const { answer, practiceId } = await finishSignIn(deps, tx, actor, {
        userId,
        remember: false,
        twoFactors: false,
        byLink: true,
        code: undefined,
      })
      return audited({ ...activated, ...(practiceId === null ? {} : { practiceId }) }, answer)
    } catch (error) {
      if (error instanceof AppError) return refused(activated, error)
      throw error
    }
  })
}

/** Gives the account of a link the address it was mailed to; the owner of the former one is told. */
export const confirmMail = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<{ email: string }> => {
  await countLink(deps, actor)
  return change(deps.db, actor, async (tx) => {
    const link = await openLink(deps, tx, { purpose: 'confirm_mail', token })
    await takeOverEmail(tx, link)
    await endLinks(tx, link.userId)
    await enqueue(tx, 'accounts.mail_changed_notice', { linkId: link.id })
    const subject = { type: 'user', id: link.userId }
    return audited({ action: 'account.mail_changed', subject }, { email: link.email })
  })
}
