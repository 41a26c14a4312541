import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { practitionersOf } from '../practices/practices.service.ts'
import { findNamesOfElsewhere, findPresent } from './fhir.practitioners.repository.ts'
import type { PatientFile } from './mapping/base/fhir.patient-file.ts'

/** Who treats here or did, whether they still belong here, and the names that stand beside what came from elsewhere. */
export const peopleOf = async (
  tx: Tx,
  actor: PracticeActor,
): Promise<Pick<PatientFile, 'practitioners' | 'ofElsewhere'>> => {
  const present = await findPresent(tx, actor.practiceId)
  const practitioners = await practitionersOf(tx, actor)
  return {
    practitioners: practitioners.map((one) => ({ ...one, active: present.has(one.id) })),
    ofElsewhere: await findNamesOfElsewhere(tx, actor.practiceId),
  }
}
