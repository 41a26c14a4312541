import { linkLifetimes } from '@ulna/contract/accounts/accounts.recovery'
import type {
  Invitation,
  InvitationOutcome,
  invitationsInput,
} from '@ulna/contract/practices/practices.members'
import { clinicalByDefault } from '@ulna/contract/roles'
import type * as z from 'zod/mini'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { answerText, type WireText } from '../../../platform/database/wire.ts'
import type { RateLimits, Spending } from '../../../platform/http/rate-limits.ts'
import { Answer } from '../../../platform/http/route.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { requirePermission } from '../../../platform/sessions/access.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { isMailDomainAllowed } from '../../../platform/sessions/practice-access.rules.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { clinicalBy, mayGiveClinical } from '../members/practices.clinical.policy.ts'
import { asOfNow, mayManage } from '../members/practices.members.policy.ts'
import type { MemberStanding, MemberState } from '../members/practices.members.repository.ts'
import { decideStanding, lockForDecision, mayDecide } from '../members/practices.members.service.ts'
import { findColleague, findPersonByEmail, type Person } from '../members/practices.people.repository.ts'
import { invitationMail } from '../practices.jobs.ts'
import { findPractice } from '../practices.repository.ts'
import {
  endInvitation,
  findInvitation,
  type InvitationState,
  insertInvitation,
  lockInvitation,
  lockOpenInvitation,
  renewInvitation,
  updateInvitation,
} from './practices.invitations.repository.ts'

type Wish = z.output<typeof invitationsInput>['users'][number]

/** One of the people asked for, with what is known of them. */
interface Invitee {
  readonly wish: Wish
  /** Person with the address; undefined when nobody has an account with it. */
  readonly person: Person | undefined
  /** Where the mail goes. */
  readonly email: string
  /** The caller knows the address: it was typed. */
  readonly byAddress: boolean
}

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

const inviteeOf = async (tx: Tx, actor: PracticeActor, wish: Wish): Promise<Invitee> => {
  if (wish.userId !== undefined) {
    const person = await findColleague(tx, actor.userId, wish.userId)
    if (!person) throw new AppError('not_found')
    return { wish, person, email: person.email, byAddress: isSame(wish.email, person.email) }
  }
  const email = wish.email ?? ''
  return { wish, person: await findPersonByEmail(tx, email), email, byAddress: true }
}

const refuseTwice = (invitees: readonly Invitee[]): void => {
  const seen = new Set<string>()
  for (const [index, { email }] of invitees.entries()) {
    if (seen.has(email.toLowerCase())) throw invalidField(`users.${index}.email`, 'already_exists')
    seen.add(email.toLowerCase())
  }
}

/** What the answer calls somebody: by the address only where the caller typed it. */
const nameOf = ({ wish, person, email, byAddress }: Invitee): string => {
  if (byAddress) return email
  const { username = '' } = person ?? {}
  return wish.fullName ?? (username.includes('@') ? '' : username)
}

const isSameStanding = (one: MemberStanding, other: MemberStanding): boolean =>
  one.role === other.role && one.clinical === other.clinical && one.clinicalAskedBy === other.clinicalAskedBy

/** A member already: the role at once, and no invitation. */
const changeStanding = async (
  tx: Tx,
  actor: PracticeActor,
  {
    members,
    invitee: { wish, email },
    member,
  }: { members: MemberState[]; invitee: Invitee; member: MemberState },
): Promise<InvitationOutcome> => {
  const target = mayDecide(actor, members, member, wish.role)
  const standing = { role: wish.role, ...clinicalBy(asOfNow(actor, members), wish.clinical, member) }
  const { role, clinical } = standing
  const outcome = {
    email,
    role,
    clinical,
    clinicalAsked: standing.clinicalAskedBy !== null,
    practiceRoleId: member.id,
    invitationId: null,
  }
  if (isSameStanding(standing, member)) return { ...outcome, outcome: 'unchanged' }
  await decideStanding(tx, actor, { members, target, standing })
  // The next of the same call is decided by what has become of this one.
  members.splice(members.indexOf(member), 1, { ...member, ...standing })
  return { ...outcome, outcome: 'role_changed' }
}

const wantsClinical = ({ role, clinical }: Wish): boolean => clinical ?? clinicalByDefault[role]

/** Asked before anything is spent: who gives clinical access to any of them proves who they are. */
const requireProofToGive = (actor: PracticeActor, wishes: readonly Wish[]): void => {
  if (wishes.some(wantsClinical) && mayGiveClinical(actor)) requirePermission(actor, 'giveClinicalAccess')
}

/** The invitation is made anew where one waits for its answer already; the mail before loses its link. */
const invite = async (
  tx: Tx,
  actor: PracticeActor,
  invitee: Invitee,
  practiceLanguage: Wish['language'],
): Promise<InvitationOutcome> => {
  const { wish, person, email, byAddress } = invitee
  const waiting = await lockOpenInvitation(tx, actor.practiceId, email)
  if (waiting) mayManage(actor, waiting.role)
  const columns = {
    // An address that nobody has proven to be theirs leads to whoever opens the mail.
    userId: person && (wish.userId !== undefined || person.proven) ? person.userId : null,
    byAddress,
    fullName: wish.fullName ?? null,
    role: wish.role,
    clinical: wantsClinical(wish),
    clinicalBy: wantsClinical(wish) && mayGiveClinical(actor) ? actor.userId : null,
    language: wish.language ?? practiceLanguage ?? actor.language,
    invitedBy: actor.userId,
    days: linkLifetimes.invitationDays,
  }
  if (columns.clinicalBy !== null) requirePermission(actor, 'giveClinicalAccess')
  const id = waiting?.id ?? (await insertInvitation(tx, actor.practiceId, email, columns))
  if (waiting) await updateInvitation(tx, authorized(waiting), columns)
  await enqueue(tx, invitationMail, {
    practiceId: actor.practiceId,
    invitationId: id,
    linkVersion: (waiting?.linkVersion ?? 0) + 1,
  })
  return {
    outcome: waiting ? 'invited_again' : 'invited',
    email: nameOf(invitee),
    role: columns.role,
    clinical: columns.clinicalBy !== null,
    clinicalAsked: columns.clinical && columns.clinicalBy === null,
    practiceRoleId: null,
    invitationId: id,
  }
}

/**
 * An address outside the practice's domains. Of somebody who was chosen by user name nothing is told of the address; the
 * rule holds for them when they accept.
 */
const requireMailDomain = (actor: PracticeActor, { email, byAddress }: Invitee): void => {
  if (!byAddress || isMailDomainAllowed(actor.configurations.access, email)) return
  throw new AppError('practice_domain_rejected', { params: { email } })
}

const memberOf = (members: readonly MemberState[], { person }: Invitee): MemberState | undefined =>
  members.find((one) => one.userId === person?.userId && !one.ended)

const auditDetail = (outcomes: readonly InvitationOutcome[]) => ({
  count: outcomes.length,
  people: outcomes.map(({ outcome, role, clinical, clinicalAsked, practiceRoleId, invitationId }) => ({
    outcome,
    role,
    clinical,
    clinicalAsked,
    practiceRoleId,
    invitationId,
  })),
})

/** Anybody may make a practice and write to anybody: within bounds. */
const mailBy = ({ userId }: PracticeActor): Spending => ['invitationMails', `user ${userId}`]

/** However many practices somebody makes: nobody's mailbox is filled from here. */
const mailTo = ({ userId, email = '' }: Wish): Spending => [
  'invitationsOfPerson',
  userId === undefined ? email : `user ${userId}`,
]

type Outcomes = Answer<InvitationOutcome[], { total: number; limit: number; offset: number }>

/**
 * Invites people, all or none. Who is a member already gets the role. Whether an address has an account shows nowhere in
 * the answer.
 */
export const invitePeople = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  wishes: readonly Wish[],
): Promise<Outcomes> => {
  for (const { role } of wishes) mayManage(actor, role)
  requireProofToGive(actor, wishes)
  await rateLimits.take(...wishes.flatMap((wish) => [mailBy(actor), mailTo(wish)]))
  return change(db, actor, async (tx) => {
    const invitees: Invitee[] = []
    for (const wish of wishes) invitees.push(await inviteeOf(tx, actor, wish))
    refuseTwice(invitees)
    const userIds = invitees.flatMap(({ person }) => person?.userId ?? [])
    const members = await lockForDecision(tx, actor, { userIds })
    const now = asOfNow(actor, members)
    for (const { wish } of invitees) mayManage(now, wish.role)
    const practice = await findPractice(tx, actor.practiceId)
    const outcomes: InvitationOutcome[] = []
    for (const invitee of invitees) {
      const member = memberOf(members, invitee)
      if (!member) requireMailDomain(actor, invitee)
      outcomes.push(
        member
          ? await changeStanding(tx, actor, { members, invitee, member })
          : await invite(tx, now, invitee, practice.locale as Wish['language']),
      )
    }
    const total = outcomes.length
    const answer = new Answer(outcomes, { total, limit: total, offset: 0 })
    return audited({ action: 'member.invite', detail: auditDetail(outcomes) }, answer)
  })
}

const requireOpen = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<Authorized<InvitationState>> => {
  const members = await lockForDecision(tx, actor, {})
  const invitation = await lockInvitation(tx, actor.practiceId, id)
  if (!invitation?.open) throw new AppError('not_found')
  mayManage(asOfNow(actor, members), invitation.role)
  return authorized(invitation)
}

/** Mails an invitation again, with a new link and the whole time to answer; once a minute at most. */
export const resendInvitation = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  id: number,
): Promise<WireText<Invitation>> => {
  await rateLimits.take(mailBy(actor))
  return change(db, actor, async (tx) => {
    const invitation = await requireOpen(tx, actor, id)
    if (invitation.justSent) throw new AppError('rate_limited', { retryAfter: 60 })
    const renewal = { invitedBy: actor.userId, days: linkLifetimes.invitationDays }
    await renewInvitation(tx, invitation, renewal)
    const { practiceId } = actor
    await enqueue(tx, invitationMail, {
      practiceId,
      invitationId: id,
      linkVersion: invitation.linkVersion + 1,
    })
    const answer = answerText(await findInvitation(tx, actor.practiceId, id))
    return audited({ action: 'invitation.resend', subject: { type: 'invitation', id } }, answer)
  })
}

/** Takes an invitation back: its link ends at once. */
export const withdrawInvitation = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    await endInvitation(tx, await requireOpen(tx, actor, id), 'withdrawn_at')
    return audited({ action: 'invitation.withdraw', subject: { type: 'invitation', id } }, { id })
  })
