import { permissionForMember } from '@ulna/contract/permissions'
import type { Role } from '@ulna/contract/roles'
import { AppError } from '../../../platform/app-error.ts'
import { requirePermission } from '../../../platform/sessions/access.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import type { MemberState } from './practices.members.repository.ts'

/**
 * Refuses who may not manage members of these roles: what somebody is and what they become both count (product-decisions.md §4).
 * Nobody raises themselves by it, as only owners manage admins and owners.
 */
export const mayManage = (actor: PracticeActor, ...involved: readonly Role[]): void =>
  requirePermission(actor, permissionForMember(...involved))

/** An owner who can sign in. */
export const isOwner = ({ role, ended, disabled }: MemberState): boolean =>
  role === 'owner' && !ended && !disabled

/** Refuses with last_owner when no owner who can sign in would be left without this one. */
export const keepAnOwner = (members: readonly MemberState[], leaving: MemberState): void => {
  if (leaving.role !== 'owner') return
  if (!members.some((one) => one.id !== leaving.id && isOwner(one))) throw new AppError('last_owner')
}

/** The caller as what they are under the lock: somebody else may have demoted or removed them a moment ago. */
export const asOfNow = (actor: PracticeActor, members: readonly MemberState[]): PracticeActor => {
  const own = members.find((one) => one.userId === actor.userId)
  if (!own || own.ended) throw new AppError('practice_required')
  return { ...actor, role: own.role, clinical: own.clinical }
}
