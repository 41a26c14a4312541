import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** The own working hours are everybody's to write, like the own agenda; another's need the rank of an assistant. */
export const mayWriteSchedule = (actor: PracticeActor, doctorId: number): void => {
  if (doctorId !== actor.doctorId) requirePermission(actor, 'writeOthersAgenda')
}

/** The same for absences; closing the whole practice (null) is a permission of its own. */
export const mayWriteAbsence = (actor: PracticeActor, doctorId: number | null): void => {
  if (doctorId === null) requirePermission(actor, 'closePractice')
  else mayWriteSchedule(actor, doctorId)
}
