import { type Authorized, authorized } from '../../platform/authorized.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** The own working hours are everybody's to write, like the own agenda; another's need the rank of an assistant. */
export const mayWriteSchedule = (actor: PracticeActor, doctorId: number): void => {
  if (doctorId !== actor.doctorId) requirePermission(actor, 'writeOthersAgenda')
}

/** The same for absences; closing the whole practice (null) is a permission of its own. */
export const mayWriteAbsence = <T extends { readonly doctorId: number | null }>(
  actor: PracticeActor,
  absence: T,
): Authorized<T> => {
  if (absence.doctorId === null) requirePermission(actor, 'closePractice')
  else mayWriteSchedule(actor, absence.doctorId)
  return authorized(absence)
}
