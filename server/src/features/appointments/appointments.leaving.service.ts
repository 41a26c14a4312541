import type { LooseEnds } from '@ulna/contract/patient-archive/patient-archive'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { changeOne } from './appointments.booking.service.ts'
import { findVisitsToCome, lockAppointmentsOf } from './appointments.leaving.repository.ts'

/** The visits to come of a patient, soonest first. */
export const visitsToComeOf = (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<LooseEnds['visits']> => findVisitsToCome(tx, actor.practiceId, patientId)

/** The same, and nobody books, moves or cancels one until the transaction ends, whose caller holds the patient. */
export const holdVisitsToCome = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<LooseEnds['visits']> => {
  await lockAppointmentsOf(tx, actor.practiceId, patientId)
  return findVisitsToCome(tx, actor.practiceId, patientId)
}

/**
 * Cancels visits, in the write that says why: they stay in the agenda as cancelled, and each gives back or loses its
 * session of a package as any cancelled visit does. A series of theirs has none to come.
 */
export const cancelVisits = async (
  tx: Tx,
  actor: PracticeActor,
  ids: readonly number[],
  cancelReason: string | null,
): Promise<void> => {
  for (const id of ids) await changeOne(tx, actor, id, { status: 'cancelled', cancelReason })
}
