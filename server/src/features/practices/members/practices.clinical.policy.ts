import { obstacleTo, type Standing } from '@ulna/contract/permissions'
import { requirePermission } from '../../../platform/sessions/access.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import type { MemberStanding, MemberState } from './practices.members.repository.ts'

type Clinical = Pick<MemberStanding, 'clinical' | 'clinicalAskedBy'>

/** Access of somebody who is no member yet, or no more. */
export const noClinicalAccess: Clinical = { clinical: false, clinicalAskedBy: null }

/** Whose wish it is, and whether they may give what they wish for. */
export interface Wisher {
  readonly userId: number
  readonly mayGive: boolean
}

/**
 * What a wish for clinical access comes to: what somebody has they keep, what the wisher may give they get, anything else
 * waits for an owner. Undefined wishes for nothing (decision 0036).
 */
export const clinicalAfter = (wanted: boolean | undefined, before: Clinical, by: Wisher): Clinical => {
  if (wanted === undefined) return { clinical: before.clinical, clinicalAskedBy: before.clinicalAskedBy }
  if (!wanted) return noClinicalAccess
  if (before.clinical || by.mayGive) return { clinical: true, clinicalAskedBy: null }
  return { clinical: false, clinicalAskedBy: before.clinicalAskedBy ?? by.userId }
}

export const mayGiveClinical = (standing: Standing): boolean =>
  obstacleTo('giveClinicalAccess', standing) === null

/** The same for the wish of a caller, as what they are under the lock; who gives proves who they are. */
export const clinicalBy = (actor: PracticeActor, wanted: boolean | undefined, before: Clinical): Clinical => {
  const after = clinicalAfter(wanted, before, { userId: actor.userId, mayGive: mayGiveClinical(actor) })
  if (after.clinical && !before.clinical) requirePermission(actor, 'giveClinicalAccess')
  return after
}

/** Whether who gave the access that an invitation names may give it still, when somebody joins with it. */
export const givesStill = (members: readonly MemberState[], giverId: number | null): boolean => {
  const giver = members.find(({ userId }) => userId === giverId)
  return giver !== undefined && !giver.ended && !giver.disabled && mayGiveClinical(giver)
}
