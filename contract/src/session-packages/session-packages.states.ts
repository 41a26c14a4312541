export const packageStatuses = ['active', 'completed', 'expired', 'cancelled'] as const
export type PackageStatus = (typeof packageStatuses)[number]

/** What a visit or a record does with a session: keeps it for itself, takes it, or gave it back. */
export const useStates = ['reserved', 'used', 'returned'] as const
export type UseState = (typeof useStates)[number]

export const movementKinds = [
  'bought',
  'reserved',
  'released',
  'used',
  'returned',
  'adjusted',
  'expired',
  'renewed',
  'cancelled',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Why a session moved, besides what somebody wrote about it. */
export const movementCauses = [
  'sold',
  'brought_in',
  'record_written',
  'record_added',
  'record_removed',
  'record_voided',
  'visit_planned',
  'visit_counted',
  'visit_taken_off',
  'visit_booked',
  'visit_arrived',
  'visit_attended',
  'visit_no_show',
  'visit_cancelled',
  'visit_cancelled_late',
  'visit_gone',
  'by_hand',
  'resized',
  'day_came',
  'prolonged',
  'package_cancelled',
  'package_reactivated',
] as const
export type MovementCause = (typeof movementCauses)[number]

/** What becomes of the session of a visit that is cancelled late. */
export const lateCancellations = ['keep', 'return'] as const
export type LateCancellation = (typeof lateCancellations)[number]
