import type { ErrorKey } from '@ulna/contract/errors'
import {
  obstacleTo,
  type Permission,
  permissionForMember,
  permissions,
  type Standing,
} from '@ulna/contract/permissions'
import type { Member } from '@ulna/contract/practices/practices.members'
import type { Role } from '@ulna/contract/roles'

/** Why somebody may not manage people of these roles, or null: what a person is and what they become both count. */
export const obstacleToManage = (standing: Standing, ...involved: readonly Role[]): ErrorKey | null =>
  obstacleTo(permissionForMember(...involved), standing)

/** The practice would be without an owner who can sign in. */
export const isLastOwner = (member: Member, members: readonly Member[]): boolean =>
  member.role === 'owner' &&
  !members.some((one) => one.role === 'owner' && !one.disabled && one.arrived && one.userId !== member.userId)

export interface Change {
  readonly role?: Role
  readonly clinical?: boolean
}

/** Whether somebody could do less afterwards than before, by the one table. */
const losesRights = (before: Standing, after: Standing): boolean =>
  (Object.keys(permissions) as Permission[]).some(
    (permission) => obstacleTo(permission, before) === null && obstacleTo(permission, after) !== null,
  )

/** What must be asked before a change is made: it gives everything away, or who makes it cannot take it back. */
export type Question = 'makesOwner' | 'reducesSelf'

export const questionBefore = (member: Member, change: Change): Question | null => {
  if (change.role === 'owner' && member.role !== 'owner') return 'makesOwner'
  const after = { role: change.role ?? member.role, clinical: change.clinical ?? member.clinical }
  return member.self && losesRights(member, after) ? 'reducesSelf' : null
}
