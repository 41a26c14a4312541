import { email } from '@ulna/contract/contact-fields'
import type { MetadataOf } from '@ulna/contract/http/endpoint'
import { obstacleTo, permissionForMember, type Standing } from '@ulna/contract/permissions'
import type { FoundUser, Member, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { type Role, roles } from '@ulna/contract/roles'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/app-error.ts'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import {
  answerText,
  type Json,
  joinObject,
  jsonOf,
  parseJson,
  WireText,
} from '../../../platform/database/wire.ts'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { Answer } from '../../../platform/http/route.ts'
import { refuseStale } from '../../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../../platform/use-case.ts'
import { endFeedOf } from '../../calendar-feeds/calendar-feeds.service.ts'
import { endKeysOf } from '../../practice-keys/practice-keys.service.ts'
import {
  askForClinicalOf,
  findInvitations,
  withdrawInvitationsBy,
  withdrawInvitationsTo,
} from '../invitations/practices.invitations.repository.ts'
import { clinicalBy, mayGiveClinical } from './practices.clinical.policy.ts'
import { tellOwners } from './practices.clinical-news.service.ts'
import { asOfNow, keepAnOwner, mayManage } from './practices.members.policy.ts'
import {
  endMembership,
  findMember,
  findMembers,
  lockMembers,
  lockProfile,
  type MemberStanding,
  type MemberState,
  setLicenceNumber,
  setStanding,
} from './practices.members.repository.ts'
import { findColleagues } from './practices.people.repository.ts'

/** Who belongs to the practice, and in the metadata who is invited. */
export const listMembers = (
  db: Database,
  actor: PracticeActor,
): Promise<WireText<Member[], MetadataOf<typeof memberEndpoints.list>>> =>
  view(db, actor, async (tx) => {
    const { rows, total } = await findMembers(tx, actor.practiceId, actor.userId)
    const invitations = await findInvitations(tx, actor.practiceId)
    const metadata = joinObject({
      total: jsonOf(total),
      limit: jsonOf(total),
      offset: jsonOf(0),
      invitations: invitations.rows,
    })
    const detail = { count: total, invitations: invitations.total }
    return audited({ action: 'member.list', detail }, new WireText(rows, metadata))
  })

/** The fewest characters that people are searched by, and the most people told (specification §7, users). */
export const userSearch = { leastCharacters: 3, most: 10 } as const

type FoundUsers = Answer<FoundUser[], { total: number; limit: number; offset: number }>

/** Somebody the caller knows nothing of but what they typed. */
const asTyped = (text: string): FoundUser => ({ id: null, username: text, fullName: '', role: null })

const findToInvite = async (tx: Tx, actor: PracticeActor, text: string): Promise<FoundUser[]> => {
  const colleagues = await findColleagues(tx, actor, text, userSearch.most)
  const isStranger = colleagues.length === 0 && z.safeParse(email, text).success
  return isStranger ? [asTyped(text)] : colleagues
}

/** People to invite. Less than three characters find nobody. */
export const searchUsers = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  text: string,
): Promise<FoundUsers> => {
  await rateLimits.take(['userSearches', `user ${actor.userId}`])
  return view(db, actor, async (tx) => {
    const length = [...text].length
    const found = length < userSearch.leastCharacters ? [] : await findToInvite(tx, actor, text)
    const metadata = { total: found.length, limit: userSearch.most, offset: 0 }
    const detail = { length, count: found.length }
    return audited({ action: 'user.search', detail }, new Answer(found, metadata))
  })
}

/** The members that a decision about some of them depends on, locked: those, the caller and all owners. */
export const lockForDecision = (
  tx: Tx,
  actor: PracticeActor,
  about: { readonly ids?: readonly number[]; readonly userIds?: readonly number[] },
): Promise<MemberState[]> =>
  lockMembers(tx, actor.practiceId, {
    ids: about.ids ?? [],
    userIds: [actor.userId, ...(about.userIds ?? [])],
  })

const requireMember = (members: readonly MemberState[], id: number): MemberState => {
  const found = members.find((one) => one.id === id && !one.ended)
  if (!found) throw new AppError('not_found')
  return found
}

const memberWireOf = (tx: Tx, { practiceId, userId }: PracticeActor, id: number): Promise<Json<Member>> =>
  findMember(tx, practiceId, id, userId)

/** Roles that a member may invite to; a fresh proof of identity was asked for when they did. */
const mayInviteTo = (standing: Standing): readonly Role[] =>
  roles.filter((role) => obstacleTo(permissionForMember(role), standing) === null)

/**
 * Answers the member as one that may be written; refuses what the caller may not do to them: as what they were admitted,
 * and as what they are under the lock. Two owners who turn on each other are told last_owner first: it says what happened.
 */
export const mayDecide = (
  actor: PracticeActor,
  members: readonly MemberState[],
  target: MemberState,
  becomes?: Role,
): Authorized<MemberState> => {
  const involved = becomes === undefined ? [target.role] : [target.role, becomes]
  mayManage(actor, ...involved)
  if (becomes !== 'owner') keepAnOwner(members, target)
  mayManage(asOfNow(actor, members), ...involved)
  return authorized(target)
}

/**
 * Gives a member another standing. Invitations they made and may not make any longer are withdrawn; clinical access that
 * they gave by one and may not give any longer waits for an owner.
 */
export const applyStanding = async (
  tx: Tx,
  practiceId: number,
  target: Authorized<MemberState>,
  standing: MemberStanding,
): Promise<void> => {
  await setStanding(tx, practiceId, target, standing)
  await withdrawInvitationsBy(tx, practiceId, target.userId, mayInviteTo(standing))
  if (!mayGiveClinical(standing)) await askForClinicalOf(tx, practiceId, target.userId)
}

/** What somebody decides a member is; what waits for the member's own answer is out of date by it. */
export const decideStanding = async (
  tx: Tx,
  { practiceId, userId: by }: PracticeActor,
  {
    members,
    target,
    standing,
  }: { members: readonly MemberState[]; target: Authorized<MemberState>; standing: MemberStanding },
): Promise<void> => {
  await applyStanding(tx, practiceId, target, standing)
  await withdrawInvitationsTo(tx, practiceId, target.userId)
  const change = { membershipId: target.id, by, before: target, after: standing }
  await tellOwners(tx, practiceId, members, change)
}

export interface MemberChange {
  readonly role?: Role | undefined
  readonly clinical?: boolean | undefined
  readonly clinicalAsked?: Member['clinicalAsked'] | undefined
  /** Licence number; null clears it. */
  readonly licenceNumber?: string | null | undefined
  readonly version?: number | undefined
  /** Version of the profile, which holds the licence number. */
  readonly doctorVersion?: number | undefined
}

/** What the trail says of a standing. */
const told = ({ role, clinical, clinicalAskedBy }: MemberStanding) => ({
  role,
  clinical,
  ...(clinicalAskedBy === null ? {} : { clinicalAskedBy }),
})

/** A body may send back what was read: a request in it goes on waiting. */
const clinicalWish = ({ clinical, clinicalAsked }: MemberChange): boolean | undefined =>
  clinical === false && clinicalAsked ? undefined : clinical

interface LicenceChange {
  readonly before: string | null
  readonly after: string | null
}

/** Writes the number under which a member is registered, if one is given; answers what it was and is. */
const changeLicence = async (
  tx: Tx,
  actor: PracticeActor,
  member: Authorized<MemberState>,
  { licenceNumber, doctorVersion }: MemberChange,
): Promise<LicenceChange | undefined> => {
  if (licenceNumber === undefined) return undefined
  const profile = await lockProfile(tx, actor.practiceId, member.doctorId)
  await refuseStale(doctorVersion, profile, async () => parseJson(await memberWireOf(tx, actor, member.id)))
  await setLicenceNumber(tx, actor.practiceId, member, licenceNumber)
  return { before: profile.licenceNumber, after: licenceNumber }
}

/** A licence number alone leaves role and clinical access as they are, and what waits for the member too. */
const namesStanding = ({ role, clinical, licenceNumber }: MemberChange): boolean =>
  role !== undefined || clinical !== undefined || licenceNumber === undefined

/** Another role, clinical access or licence number for a member; it counts at their next request on every process. */
export const changeMember = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: MemberChange,
): Promise<WireText<Member>> =>
  change(db, actor, async (tx) => {
    const members = await lockForDecision(tx, actor, { ids: [id] })
    const found = requireMember(members, id)
    const role = input.role ?? found.role
    const target = mayDecide(actor, members, found, role)
    const standing = { role, ...clinicalBy(asOfNow(actor, members), clinicalWish(input), target) }
    await refuseStale(input.version, target, async () => parseJson(await memberWireOf(tx, actor, id)))
    const licenceNumber = await changeLicence(tx, actor, target, input)
    if (namesStanding(input)) await decideStanding(tx, actor, { members, target, standing })
    const answer = answerText(await memberWireOf(tx, actor, id))
    const detail = {
      userId: target.userId,
      before: told(target),
      after: told(standing),
      ...(licenceNumber && { licenceNumber }),
    }
    return audited({ action: 'member.change', subject: { type: 'membership', id }, detail }, answer)
  })

/** Who left does not come back with an invitation from before, nor do they read from outside: by agenda or key. */
const end = async (tx: Tx, practiceId: number, target: Authorized<MemberState>): Promise<void> => {
  await endMembership(tx, practiceId, target)
  await endFeedOf(tx, practiceId, target.doctorId)
  await endKeysOf(tx, practiceId, target.userId)
  await withdrawInvitationsBy(tx, practiceId, target.userId, [])
  await askForClinicalOf(tx, practiceId, target.userId)
  await withdrawInvitationsTo(tx, practiceId, target.userId)
}

/** Ends a membership. Sessions of the person lose the practice at their next request; what they wrote stays. */
export const removeMember = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const members = await lockForDecision(tx, actor, { ids: [id] })
    const target = mayDecide(actor, members, requireMember(members, id))
    await end(tx, actor.practiceId, target)
    const detail = { userId: target.userId, before: told(target) }
    return audited({ action: 'member.remove', subject: { type: 'membership', id }, detail }, { id })
  })

/** Ends the caller's own membership; answers the id of the practice they left. */
export const leavePractice = (db: Database, actor: PracticeActor): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const members = await lockForDecision(tx, actor, {})
    const own = members.find((one) => one.userId === actor.userId && !one.ended)
    if (!own) throw new AppError('practice_required')
    keepAnOwner(members, own)
    await end(tx, actor.practiceId, authorized(own))
    const subject = { type: 'membership', id: own.id }
    return audited(
      { action: 'practice.leave', subject, detail: { before: told(own) } },
      { id: actor.practiceId },
    )
  })
