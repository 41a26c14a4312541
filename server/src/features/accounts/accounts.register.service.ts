import { randomUUID } from 'node:crypto'
import type { registerInput } from '@ulna/contract/accounts/accounts'
import type * as z from 'zod/mini'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { AnonymousActor } from '../../platform/sessions/actor.ts'
import { type Audited, audited, change, refused } from '../../platform/use-case.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { requireOwnAddress, requireUncommon } from './accounts.policy.ts'
import {
  findRecipientByEmail,
  forgetPendingPassword,
  isUsernameTaken,
  type MailRecipient,
  takenBack,
} from './accounts.repository.ts'
import { type Enrolled, enrol, type Newcomer } from './second-factor/accounts.enrolment.ts'
import { type SignedIn, startSession } from './sign-in/accounts.sign-in.ts'
import { withMailAllowance } from './sign-in/accounts.sign-in-limits.ts'

export type Registration = z.output<typeof registerInput>

interface Identity {
  readonly username: string
  readonly email: string
}

/** User name is filled from the address, or the address from the user name (specification §4). */
const identityOf = ({ username, email }: Registration): Identity => {
  if (email !== undefined) return { username: username ?? email, email }
  if (username === undefined) throw invalidField('email', 'field_required')
  if (!/^[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+$/.test(username)) throw invalidField('email', 'field_required')
  return { username, email: username }
}

const newcomerOf = async (
  { defaultLanguage, activationByMail, passwords }: AccountDependencies,
  { call }: AnonymousActor,
  input: Registration,
): Promise<Newcomer> => {
  const identity = identityOf(input)
  requireOwnAddress(identity)
  requireUncommon(input.password)
  return {
    call,
    ...identity,
    passwordHash: await passwords.hash(input.password),
    firstName: input.firstName,
    lastName: input.lastName,
    language: input.language ?? defaultLanguage,
    activated: !activationByMail,
    emailVerified: false,
    firebaseUid: null,
    practiceName: input.practiceName,
    timezone: input.timezone,
    invitation: input.invitation,
  }
}

const registered = ({ userId, practiceId, terms }: Enrolled) =>
  ({
    action: 'account.register',
    practiceId,
    subject: { type: 'user', id: userId },
    ...(terms && { detail: { ...terms } }),
  }) as const

/** Whoever owns the address is told, in the time that making an account takes; nothing of that account stays. */
const remindInstead = async (
  deps: AccountDependencies,
  tx: Tx,
  { newcomer, owner, mayMail }: { newcomer: Newcomer; owner: MailRecipient; mayMail: boolean },
): Promise<Audited<never>> => {
  // An invitation refuses the decoy for what it would refuse the newcomer for: a bad link, another mail domain or network.
  const decoy = `${randomUUID()}${newcomer.email.slice(newcomer.email.lastIndexOf('@'))}`
  await takenBack(tx, () => enrol(deps, tx, { ...newcomer, email: decoy, username: decoy }))
  // A stranger may have registered with this address and wait for its owner to activate the account. Whoever
  // opens the link is in, and chooses a password then.
  if (!owner.activated) await forgetPendingPassword(tx, owner.id)
  await enqueue(tx, owner.activated ? 'accounts.already_registered_mail' : 'accounts.activation_mail', {
    userId: mayMail ? owner.id : null,
  })
  return refused(
    {
      action: 'account.register',
      subject: { type: 'user', id: owner.id },
      detail: { refused: 'user_already_registered' },
    },
    new AppError('user_not_activated'),
  )
}

const enrolPending = async (
  deps: AccountDependencies,
  tx: Tx,
  newcomer: Newcomer,
  mayMail: boolean,
): Promise<Enrolled | Audited<never>> => {
  const namesAddress = newcomer.username === newcomer.email
  if (!namesAddress && (await isUsernameTaken(tx, newcomer.username)))
    throw new AppError('user_already_registered')
  const owner = await findRecipientByEmail(tx, newcomer.email)
  if (owner) return remindInstead(deps, tx, { newcomer, owner, mayMail })
  const enrolled = await enrol(deps, tx, newcomer)
  if (enrolled.activated) return enrolled
  await enqueue(tx, 'accounts.activation_mail', { userId: mayMail ? enrolled.userId : null })
  return refused(registered(enrolled), new AppError('user_not_activated'))
}

const store = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  { newcomer, input, mayMail }: { newcomer: Newcomer; input: Registration; mayMail: boolean },
): Promise<SignedIn> =>
  change(deps.db, actor, async (tx) => {
    await deps.captcha.redeem(tx, input.captcha)
    const enrolled = deps.activationByMail
      ? await enrolPending(deps, tx, newcomer, mayMail)
      : await enrol(deps, tx, newcomer)
    if ('audit' in enrolled) return enrolled
    const answer = await startSession(deps, tx, actor, { ...enrolled, remember: input.remember ?? false })
    return audited(registered(enrolled), answer)
  })

/**
 * Makes user, profile and practice, or joins the practice of an invitation, and signs in, all in one transaction.
 * Where accounts are activated by mail it refuses with user_not_activated once that is stored, and does so for an
 * address that is taken as well: only its owner learns that, by mail. Whom the rules of the inviting practice would not
 * let sign in from here now gets the key of the rule, and nothing is made; the invitation stays good.
 */
export const register = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  input: Registration,
): Promise<SignedIn> => {
  // Nobody has a password hashed, a tenth of a second of ours, who has not spent some time of theirs.
  deps.captcha.check(input.captcha)
  const newcomer = await newcomerOf(deps, actor, input)
  if (!deps.activationByMail) return store(deps, actor, { newcomer, input, mayMail: false })
  return withMailAllowance(deps, actor, ['registration', newcomer.email], (mayMail) =>
    store(deps, actor, { newcomer, input, mayMail }),
  )
}
