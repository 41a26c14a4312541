import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** The own agenda is everybody's to write; another's needs the rank of an assistant (product-decisions.md §4). */
export const mayWriteAgenda = (actor: PracticeActor, doctorId: number): void => {
  if (doctorId !== actor.doctorId) requirePermission(actor, 'writeOthersAgenda')
}
