import { type Authorized, authorized } from '../../platform/authorized.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** The own agenda is everybody's to write; another's needs the rank of an assistant (product-decisions.md §4). */
export const mayWriteAgenda = <T extends { readonly doctorId: number }>(
  actor: PracticeActor,
  time: T,
): Authorized<T> => {
  if (time.doctorId !== actor.doctorId) requirePermission(actor, 'writeOthersAgenda')
  return authorized(time)
}
