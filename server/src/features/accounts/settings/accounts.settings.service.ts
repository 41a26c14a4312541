import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import type { OwnSettingsInput } from '@ulna/contract/settings/settings'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { refuseFutureDay } from '../../../platform/database/database-clock.ts'
import { givenColumns } from '../../../platform/database/given-columns.ts'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { Answer } from '../../../platform/http/route.ts'
import { refuseStale } from '../../../platform/refuse-stale.ts'
import { requireFreshProof } from '../../../platform/sessions/access.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { isMailDomainAllowed } from '../../../platform/sessions/practice-access.rules.ts'
import { audited, change } from '../../../platform/use-case.ts'
import { requireOwnAddress } from '../accounts.policy.ts'
import { findPendingEmail } from '../recovery/accounts.links.repository.ts'
import { sendLink } from '../recovery/accounts.links.ts'
import { readSessionPayload } from '../session-payload.ts'
import { type LimitDependencies, mailSpendings } from '../sign-in/accounts.sign-in-limits.ts'
import {
  lockOwnState,
  type OwnState,
  type PractitionerColumns,
  type UserColumns,
  updatePractitionerRow,
  updateUserRow,
} from './accounts.settings.repository.ts'

type UserChange = NonNullable<OwnSettingsInput['user']>
type PractitionerChange = NonNullable<OwnSettingsInput['doctor']>

const userColumns = ({ username, language, timeFormat }: UserChange): UserColumns =>
  givenColumns({ username, language, time_format: timeFormat })

const practitionerColumns = (change: PractitionerChange): PractitionerColumns =>
  givenColumns({
    first_name: change.firstName,
    last_name: change.lastName,
    birth_date: change.birthDate,
    social_id: change.socialId,
    licence_number: change.licenceNumber,
    phone: change.phone,
    mobile: change.mobile,
    email: change.email,
    address: change.address,
    color: change.color,
    bookable: change.bookable,
  })

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The account as it is, locked. Refuses with version_conflict what was written with an older one in view. */
const currentState = async (tx: Tx, actor: PracticeActor, input: OwnSettingsInput): Promise<OwnState> => {
  const state = await lockOwnState(tx, actor)
  if (!state) throw new AppError('session_invalid')
  const current = () => readSessionPayload(tx, actor.userId, actor.practiceId)
  await refuseStale(input.user?.version, state, current)
  await refuseStale(input.doctor?.version, { version: state.doctorVersion }, current)
  return state
}

/** Another name to sign in with takes a fresh proof of identity. */
const mayChangeUser = (actor: PracticeActor, state: OwnState, { username, email }: UserChange): void => {
  const renames = username !== undefined && !isSame(username, state.username)
  const moves = email !== undefined && !isSame(email, state.email)
  if (renames || moves) requireFreshProof(actor)
  if (renames) requireOwnAddress({ username, email: state.email }, 'user.username')
  // Nobody moves out of the practice by it: an owner who is the only one could not come back.
  if (moves && !isMailDomainAllowed(actor.configurations.access, email))
    throw invalidField('user.email', 'practice_domain_rejected')
}

const changeUser = async (
  tx: Tx,
  actor: PracticeActor,
  state: OwnState,
  wish: UserChange,
): Promise<string[]> => {
  mayChangeUser(actor, state, wish)
  const columns = userColumns(wish)
  if (Object.keys(columns).length > 0) await updateUserRow(tx, actor.userId, columns)
  const moves = wish.email !== undefined && !isSame(wish.email, state.email)
  if (!moves || wish.email === undefined) return Object.keys(columns)
  await sendLink(tx, { userId: actor.userId, purpose: 'confirm_mail', email: wish.email })
  return [...Object.keys(columns), 'email']
}

const changePractitioner = async (
  tx: Tx,
  actor: PracticeActor,
  wish: PractitionerChange,
): Promise<string[]> => {
  await refuseFutureDay(tx, actor, 'doctor.birthDate', wish.birthDate)
  const columns = practitionerColumns(wish)
  if (Object.keys(columns).length > 0)
    await updatePractitionerRow(tx, actor.practiceId, actor.doctorId, columns)
  return Object.keys(columns).map((name) => `doctor.${name}`)
}

/** Confirmations go to addresses of strangers: as many as any other mail that somebody asks for. */
const countConfirmation = async (
  rateLimits: RateLimits,
  actor: PracticeActor,
  email: string | undefined,
): Promise<void> => {
  if (email === undefined || isSame(email, actor.email) || !actor.fresh) return
  await rateLimits.take(...mailSpendings(actor, 'confirmation', email))
}

/**
 * Changes account and professional profile of the caller. A new address counts once the link mailed to it was opened;
 * whether another account has it is not told. Refuses with version_conflict, reauth_required,
 * user_already_registered, rate_limited.
 */
export const updateOwnSettings = async (
  { db, rateLimits }: LimitDependencies,
  actor: PracticeActor,
  input: OwnSettingsInput,
): Promise<Answer<SessionPayload, { pendingEmail: string | null }>> => {
  await countConfirmation(rateLimits, actor, input.user?.email)
  return change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, input)
    const fields = [
      ...(input.user ? await changeUser(tx, actor, state, input.user) : []),
      ...(input.doctor ? await changePractitioner(tx, actor, input.doctor) : []),
    ]
    const payload = await readSessionPayload(tx, actor.userId, actor.practiceId)
    const pendingEmail = await findPendingEmail(tx, actor.userId)
    return audited({ action: 'account.changed', detail: { fields } }, new Answer(payload, { pendingEmail }))
  })
}
