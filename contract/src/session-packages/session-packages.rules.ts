import type { AppointmentStatus } from '../appointments/appointments.ts'
import type { ErrorKey } from '../errors.ts'
import { obstacleTo, type Permission, type Standing } from '../permissions.ts'
import type { LateCancellation, MovementKind, PackageStatus, UseState } from './session-packages.states.ts'

/** How many sessions a package may have. */
export const mostSessions = 1000

/** A package with no more than these left, or no more than these days to go, is about to end. */
export const endingSoon = { sessions: 1, days: 14 } as const

export interface Counted {
  readonly numSessions: number
  readonly usedSessions: number
  readonly reservedSessions: number
}

/** Sessions that nobody took or reserved. */
export const sessionsLeft = ({ numSessions, usedSessions, reservedSessions }: Counted): number =>
  numSessions - usedSessions - reservedSessions

export interface Dated extends Counted {
  /** The last day on which its sessions can be taken, YYYY-MM-DD. */
  readonly expiresOn: string | null
  readonly isCancelled: boolean
}

/**
 * The status on a day of the practice's calendar. What is all used cannot expire any more; a package whose sessions are
 * still to be entered has used nothing.
 */
export const packageStatus = (counted: Dated, today: string): PackageStatus => {
  if (counted.isCancelled) return 'cancelled'
  if (counted.numSessions > 0 && counted.usedSessions >= counted.numSessions) return 'completed'
  if (counted.expiresOn !== null && counted.expiresOn < today) return 'expired'
  return 'active'
}

/** What became of a visit; `gone`: it was deleted, or is another patient's by now. */
export type VisitSituation = AppointmentStatus | 'cancelled_late' | 'gone'

/** The rule: whoever does not come loses the session, whoever cancels in time has it back, late ones as the practice says. */
export const useOfVisit = (situation: VisitSituation, late: LateCancellation): UseState => {
  switch (situation) {
    case 'booked':
    case 'arrived':
      return 'reserved'
    case 'attended':
    case 'no_show':
      return 'used'
    case 'cancelled_late':
      return late === 'keep' ? 'used' : 'returned'
    case 'cancelled':
    case 'gone':
      return 'returned'
  }
}

export interface Movement {
  readonly kind: MovementKind
  /** What it adds to the sessions left. */
  readonly sessions: number
}

const takes = (state: UseState | null): number => (state === 'reserved' || state === 'used' ? 1 : 0)

const kindOf = (from: UseState | null, to: UseState): MovementKind => {
  if (to !== 'returned') return to
  return from === 'reserved' ? 'released' : 'returned'
}

/** What the ledger says when a session goes from one state to another; null: nothing changed. */
export const movementOf = (from: UseState | null, to: UseState): Movement | null => {
  if ((from ?? 'returned') === to) return null
  return { kind: kindOf(from, to), sessions: takes(from) - takes(to) }
}

/** The counters of a package after a session went from one state to another. */
export const countedAfter = (counted: Counted, from: UseState | null, to: UseState): Counted => {
  const change = (state: UseState): number => (to === state ? 1 : 0) - (from === state ? 1 : 0)
  return {
    numSessions: counted.numSessions,
    usedSessions: counted.usedSessions + change('used'),
    reservedSessions: counted.reservedSessions + change('reserved'),
  }
}

/** What has to be known to say what may be done with a package. */
export interface PackageSituation {
  readonly package: { readonly status: PackageStatus; readonly left: number }
  readonly actor: Standing
}

export type PackageDecision = 'allowed' | ErrorKey

type Obstacle = (situation: PackageSituation) => ErrorKey | null

const lacks =
  (permission: Permission): Obstacle =>
  ({ actor }) =>
    obstacleTo(permission, actor)

const over: Obstacle = ({ package: { status } }) =>
  status === 'cancelled' || status === 'expired' ? 'package_not_active' : null
const cancelled: Obstacle = ({ package: { status } }) =>
  status === 'cancelled' ? 'package_not_active' : null
const notCancelled: Obstacle = ({ package: { status } }) =>
  status === 'cancelled' ? null : 'invalid_request'
const usedUp: Obstacle = ({ package: { left } }) => (left <= 0 ? 'package_used_up' : null)

/** What stands in the way of each action, in the order it is told (product-decisions.md §4, §8). */
const obstacles = {
  /** Taking or reserving a session. */
  use: [over, usedUp],
  edit: [lacks('writePackages'), cancelled],
  resize: [lacks('managePackages'), cancelled],
  cancel: [lacks('managePackages'), cancelled],
  reactivate: [lacks('managePackages'), notCancelled],
} as const satisfies Record<string, readonly Obstacle[]>

export type PackageAction = keyof typeof obstacles

const decide =
  (action: PackageAction) =>
  (situation: PackageSituation): PackageDecision => {
    for (const obstacle of obstacles[action]) {
      const error = obstacle(situation)
      if (error) return error
    }
    return 'allowed'
  }

/** Whether an action on a package is allowed, or the error that says why not; the server refuses and the web disables by it. */
export const packageCan: Readonly<Record<PackageAction, (situation: PackageSituation) => PackageDecision>> = {
  use: decide('use'),
  edit: decide('edit'),
  resize: decide('resize'),
  cancel: decide('cancel'),
  reactivate: decide('reactivate'),
}

/** What a package can keep sessions for, of the days of a course. */
export interface Cover {
  /** How many of the days, the first ones, have a session. */
  readonly kept: number
  /** Days in time for which no session is left. */
  readonly short: number
  /** Days after its last one. */
  readonly late: number
}

/** Sessions are kept for the first days of a course, in order, as long as there are any and the package has not ended. */
export const coverOf = (
  { status, left, expiresOn }: { status: PackageStatus; left: number; expiresOn: string | null },
  days: readonly string[],
): Cover => {
  const inTime = days.filter((day) => expiresOn === null || day <= expiresOn).length
  const kept = status === 'active' ? Math.min(Math.max(left, 0), inTime) : 0
  return { kept, short: inTime - kept, late: days.length - inTime }
}

/** Whose record or visit it is decides who may count it: the own ones anybody, others' from the rank of an assistant. */
export const permissionToCount = (doctorId: number, actorPractitionerId: number | null): Permission =>
  doctorId === actorPractitionerId ? 'countOwnSessions' : 'countOthersSessions'

export type BalanceTone = 'plenty' | 'ending' | 'none' | 'over'

/** How a balance reads: `over` when its sessions can no longer be taken. */
export const balanceTone = (status: PackageStatus, left: number): BalanceTone => {
  if (status === 'expired' || status === 'cancelled') return 'over'
  if (left === 0) return 'none'
  return left <= endingSoon.sessions ? 'ending' : 'plenty'
}
