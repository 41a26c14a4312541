import type { TestApp } from '../../build-test-app.ts'
import { createPatient } from '../../factories/clinical.ts'
import type { TestPerson } from '../../factories/people.ts'

/** A patient without anything that could keep them from being archived, and a hold, as an admin places one. */
export const stageArchive = async (app: TestApp, by: TestPerson, patientId: number, canary: string) => {
  const leaving = await createPatient(app, by, { firstName: 'Ausente', lastName: canary })
  const hold = await app.owner.queries
    .insertInto('patient_holds')
    .values({
      practice_id: by.practiceId,
      patient_id: patientId,
      reason: `Reclamación ${canary}`,
      placed_by: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { leavingPatientId: leaving.id, holdId: hold.id }
}
