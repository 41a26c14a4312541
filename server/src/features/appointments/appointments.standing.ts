import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { Stretch } from './appointments.lanes.ts'

export interface Place extends Stretch {
  readonly doctorId: number
}

/** An appointment as it stands in an agenda, or would. */
export interface Standing extends Place {
  readonly status: AppointmentStatus
  readonly allowOverlap: boolean
}

export const isAtOtherTime = (before: Stretch, after: Stretch): boolean =>
  before.start !== after.start || before.end !== after.end

/** Whether it is at another time or with another practitioner. */
export const isElsewhere = (before: Place, after: Place): boolean =>
  before.doctorId !== after.doctorId || isAtOtherTime(before, after)

/** What is cancelled, or over others on purpose, asks nobody for room. */
export const holdsRoom = ({ status, allowOverlap }: Standing): boolean =>
  status !== 'cancelled' && !allowOverlap

/** Whether a change has it hold room that it did not hold before. */
export const needsRoom = (before: Standing, after: Standing): boolean =>
  holdsRoom(after) && (!holdsRoom(before) || isElsewhere(before, after))
