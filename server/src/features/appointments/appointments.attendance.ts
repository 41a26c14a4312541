import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

interface Visit {
  readonly status: AppointmentStatus
  /** Milliseconds since 1970. */
  readonly start: number
}

export interface VisitChange {
  /** The visit before the change; undefined for one that is booked now. */
  readonly before: Visit | undefined
  readonly after: Visit
}

/** It comes to be attended, or was and goes to another time. Whatever else changes of it may change. */
const isAttendedAnew = ({ before, after }: VisitChange): boolean =>
  after.status === 'attended' && (before?.status !== 'attended' || before.start !== after.start)

const dayOf = (moment: number, { timezone }: PracticeActor): string =>
  dayOfInstant(new Date(moment).toISOString(), timezone)

/** Refuses with appointment_of_later_day that a visit of a later day, in the practice's zone, was attended. */
export const refuseAttendanceAhead = async (
  tx: Tx,
  actor: PracticeActor,
  changes: readonly VisitChange[],
): Promise<void> => {
  const attended = changes.filter(isAttendedAnew)
  if (attended.length === 0) return
  const today = dayOf(await databaseNow(tx), actor)
  if (attended.some(({ after }) => dayOf(after.start, actor) > today))
    throw new AppError('appointment_of_later_day')
}
