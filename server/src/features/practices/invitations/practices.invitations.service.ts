import { permissionForMember, permissions } from '@ulna/contract/permissions'
import type { PracticeMembership } from '@ulna/contract/practices/practices'
import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { hasRank, type Role } from '@ulna/contract/roles'
import { AppError } from '../../../platform/app-error.ts'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import { enterScope, type Tx } from '../../../platform/database/database.ts'
import { answerText, type ListText, listText, type WireText } from '../../../platform/database/wire.ts'
import { type RateLimits, sourceOf } from '../../../platform/http/rate-limits.ts'
import type { AnonymousActor, Call, SignedInActor } from '../../../platform/sessions/actor.ts'
import type { LinkTokens } from '../../../platform/sessions/link-tokens.ts'
import { requirePracticeAccess } from '../../../platform/sessions/practice-access.ts'
import { type Audited, audited, change, type Database, lookUp } from '../../../platform/use-case.ts'
import { clinicalAfter, givesStill, noClinicalAccess } from '../members/practices.clinical.policy.ts'
import { tellOwners } from '../members/practices.clinical-news.service.ts'
import {
  lockMembers,
  type MemberStanding,
  type MemberState,
  setStanding,
} from '../members/practices.members.repository.ts'
import { applyStanding } from '../members/practices.members.service.ts'
import { findOwnName } from '../members/practices.people.repository.ts'
import {
  choosePractice,
  ensurePractitioner,
  findPractice,
  insertMembership,
  isClosing,
} from '../practices.repository.ts'
import { requireMembership } from '../practices.service.ts'
import {
  endInvitation,
  findOffer,
  findOffersTo,
  findPeopleBehind,
  findPracticeInviting,
  type InvitationState,
  lockInvitation,
} from './practices.invitations.repository.ts'

/** Who joins a practice. */
export interface Joiner {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Where they do so from. */
  readonly call: Call
}

export interface Joined {
  readonly practiceId: number
  readonly doctorId: number
  readonly invitationId: number
  /** The invitation was mailed to the address of the person who joined. */
  readonly toOwnAddress: boolean
  readonly terms: JoiningTerms
}

/** What the trail says that somebody joined as. */
export interface JoiningTerms {
  readonly role: Role
  readonly clinical: boolean
  readonly clinicalAsked: boolean
}

const termsOf = ({ role, clinical, clinicalAskedBy }: MemberStanding): JoiningTerms => ({
  role,
  clinical,
  clinicalAsked: clinicalAskedBy !== null,
})

/** What a link says: which invitation, and which of its mails. */
const readLink = (links: LinkTokens, token: string): readonly [number, number, number] => {
  const ids = links.read('invitation', token)
  if (!ids) throw new AppError('invalid_invitation')
  // Those we sign for an invitation have three.
  const [practiceId = 0, invitationId = 0, linkVersion = 0] = ids
  return [practiceId, invitationId, linkVersion]
}

/** Whether who made the invitation may do to this member what it says. Nobody changes themselves with a link. */
const mayTurnInto = (
  members: readonly MemberState[],
  invitation: InvitationState,
  member: MemberState,
): boolean => {
  const inviter = members.find((one) => one.userId === invitation.invitedBy)
  if (!inviter || inviter.ended || inviter.disabled || inviter.id === member.id) return false
  const { rank } = permissions[permissionForMember(member.role, invitation.role)]
  return hasRank(inviter.role, rank)
}

/** Whose wish the clinical access of an invitation is. */
const wisherOf = ({ clinicalBy, invitedBy }: InvitationState): number => clinicalBy ?? invitedBy

/** What an invitation makes of somebody now: who gave clinical access by it may have lost it meanwhile. */
const standingAfter = (
  invitation: InvitationState,
  members: readonly MemberState[],
  member: MemberState | undefined,
): MemberStanding => {
  const before = member && !member.ended ? member : noClinicalAccess
  const by = { userId: wisherOf(invitation), mayGive: givesStill(members, invitation.clinicalBy) }
  return { role: invitation.role, ...clinicalAfter(invitation.clinical, before, by) }
}

interface Settled {
  readonly membershipId: number
  readonly standing: MemberStanding
}

/** A new membership, one that begins again, or another role for somebody who is a member with another address. */
const settle = async (
  tx: Tx,
  invitation: InvitationState,
  members: readonly MemberState[],
  { userId, doctorId }: { readonly userId: number; readonly doctorId: number },
): Promise<Settled> => {
  const { practiceId } = invitation
  const member = members.find((one) => one.userId === userId)
  const standing = standingAfter(invitation, members, member)
  if (!member) {
    const membershipId = await insertMembership(tx, { practiceId, userId, doctorId, ...standing })
    return { membershipId, standing }
  }
  const membershipId = member.id
  if (member.ended) {
    await setStanding(tx, practiceId, authorized(member), standing)
    return { membershipId, standing }
  }
  // Who may turn an owner into something less is another owner: one stays.
  if (!mayTurnInto(members, invitation, member)) return { membershipId, standing: member }
  await applyStanding(tx, practiceId, authorized(member), standing)
  return { membershipId, standing }
}

/**
 * Whom the rules of the practice would keep out of it now does not join it now, as they could not sign in to it, and nobody
 * joins one that is about to be deleted. The invitation goes on waiting for them.
 */
const requireAdmission = async (
  tx: Tx,
  practiceId: number,
  { call, email }: Joiner,
  role: Role,
): Promise<void> => {
  if (await isClosing(tx, practiceId)) throw new AppError('practice_closing')
  requirePracticeAccess(await findPractice(tx, practiceId), { call, role, email })
}

/** Whether an invitation, locked, can be answered. */
const counts = (invitation: InvitationState | undefined): invitation is Authorized<InvitationState> =>
  invitation?.open === true && !invitation.expired

interface Acceptance {
  readonly practiceId: number
  readonly invitationId: number
  /** Version of the link; null when the person needs none. */
  readonly linkVersion: number | null
}

/** Locks the members before the invitation, as who invites does, and answers both as they are now. */
const lockForJoining = async (
  tx: Tx,
  { practiceId, invitationId, linkVersion }: Acceptance,
  userId: number,
): Promise<{ invitation: Authorized<InvitationState>; members: MemberState[] } | undefined> => {
  const behind = await findPeopleBehind(tx, practiceId, invitationId)
  if (behind.length === 0) return undefined
  const members = await lockMembers(tx, practiceId, { userIds: [userId, ...behind] })
  const invitation = await lockInvitation(tx, practiceId, invitationId)
  if (!counts(invitation) || (linkVersion ?? invitation.linkVersion) !== invitation.linkVersion)
    return undefined
  return { invitation, members }
}

/** The transaction works in the practice that was joined afterwards. Undefined when the invitation has ended. */
const join = async (tx: Tx, acceptance: Acceptance, person: Joiner): Promise<Joined | undefined> => {
  const { practiceId, invitationId } = acceptance
  await enterScope(tx, { practiceId, userId: person.userId })
  // First, as it waits for the same person joining with another invitation.
  const doctorId = await ensurePractitioner(tx, { practiceId, ...person })
  const locked = await lockForJoining(tx, acceptance, person.userId)
  if (!locked) return undefined
  const { invitation, members } = locked
  const { membershipId, standing } = await settle(tx, invitation, members, {
    userId: person.userId,
    doctorId,
  })
  await requireAdmission(tx, practiceId, person, standing.role)
  await endInvitation(tx, invitation, 'accepted_at')
  await tellOwners(tx, practiceId, members, {
    membershipId,
    by: wisherOf(invitation),
    before: members.find(({ userId, ended }) => userId === person.userId && !ended),
    after: standing,
  })
  const toOwnAddress = invitation.email.toLowerCase() === person.email.toLowerCase()
  return { practiceId, doctorId, invitationId, toOwnAddress, terms: termsOf(standing) }
}

/**
 * Makes somebody a member of the practice that a link invites to, as what it says, inside another use case's
 * transaction, which works in that practice afterwards. Who was a member before is one again, with the profile of then;
 * a member gets the role, as far as the inviter could give it. Refuses with invalid_invitation (unknown, expired,
 * withdrawn, answered, an older link) and with the key of the access rule that keeps them out now.
 */
export const joinByInvitation = async (
  tx: Tx,
  links: LinkTokens,
  token: string,
  person: Joiner,
): Promise<Joined> => {
  const [practiceId, invitationId, linkVersion] = readLink(links, token)
  const joined = await join(tx, { practiceId, invitationId, linkVersion }, person)
  if (!joined) throw new AppError('invalid_invitation')
  return joined
}

/** What a link invites to. Refuses with invalid_invitation when it has ended. */
export const readOffer = async (
  { db, links, rateLimits }: { db: Database; links: LinkTokens; rateLimits: RateLimits },
  actor: AnonymousActor,
  token: string,
): Promise<WireText<InvitationOffer>> => {
  await rateLimits.take(['invitationsFromSource', sourceOf(actor.call.ip)])
  return lookUp(db, actor, async (tx) => {
    const wire = await findOffer(tx, ...readLink(links, token))
    if (wire === undefined) throw new AppError('invalid_invitation')
    return answerText(wire)
  })
}

/** Invitations to the caller that can be answered. */
export const listOwnOffers = (db: Database, actor: SignedInActor): Promise<ListText<InvitationOffer>> =>
  lookUp(db, actor, async (tx) => listText(await findOffersTo(tx, actor.userId)))

const joinerOf = async (tx: Tx, { userId, call }: SignedInActor): Promise<Joiner> => ({
  ...(await findOwnName(tx, userId)),
  userId,
  call,
})

const accepted = async (
  tx: Tx,
  actor: SignedInActor,
  { practiceId, invitationId, terms }: Joined,
): Promise<Audited<PracticeMembership>> => {
  await choosePractice(tx, actor.sessionId, practiceId)
  const membership = await requireMembership(tx, actor, practiceId)
  const subject = { type: 'invitation', id: invitationId }
  const entry = { action: 'invitation.accept', practiceId, subject, detail: { ...terms } } as const
  return audited(entry, membership)
}

/** Joins the practice of a link, whoever it was mailed to: who holds it was given it. */
export const acceptLink = (
  db: Database,
  actor: SignedInActor,
  links: LinkTokens,
  token: string,
): Promise<PracticeMembership> =>
  change(db, actor, async (tx) =>
    accepted(tx, actor, await joinByInvitation(tx, links, token, await joinerOf(tx, actor))),
  )

const requireOwn = async (tx: Tx, { userId }: SignedInActor, id: number): Promise<number> => {
  const practiceId = await findPracticeInviting(tx, userId, id)
  if (practiceId === undefined) throw new AppError('not_found')
  return practiceId
}

/** Joins the practice of an own invitation. */
export const acceptOwn = (db: Database, actor: SignedInActor, id: number): Promise<PracticeMembership> =>
  change(db, actor, async (tx) => {
    const practiceId = await requireOwn(tx, actor, id)
    const person = await joinerOf(tx, actor)
    const joined = await join(tx, { practiceId, invitationId: id, linkVersion: null }, person)
    if (!joined) throw new AppError('not_found')
    return accepted(tx, actor, joined)
  })

export const declineOwn = (db: Database, actor: SignedInActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const practiceId = await requireOwn(tx, actor, id)
    const invitation = await lockInvitation(tx, practiceId, id)
    if (!counts(invitation)) throw new AppError('not_found')
    await endInvitation(tx, invitation, 'declined_at')
    const subject = { type: 'invitation', id }
    return audited({ action: 'invitation.decline', practiceId, subject }, { id })
  })
