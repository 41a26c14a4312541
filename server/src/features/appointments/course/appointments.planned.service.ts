import type { PlannedVisits } from '@ulna/contract/appointments/appointments.planned'
import { AppError } from '../../../platform/app-error.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../../platform/use-case.ts'
import { isPatientHere } from '../appointments.agenda.repository.ts'
import { findPlanned } from './appointments.planned.repository.ts'

/** What is booked to come of a patient, so that nobody plans the same visits twice. */
export const readPlanned = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<PlannedVisits[]> =>
  view(db, actor, async (tx) => {
    if (!(await isPatientHere(tx, actor.practiceId, patientId))) throw new AppError('not_found')
    const planned = await findPlanned(tx, actor.practiceId, patientId)
    return audited({ action: 'appointment.list', patientId, detail: { planned: planned.length } }, planned)
  })
