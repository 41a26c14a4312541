import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { createPatient } from '../../factories/clinical.ts'
import type { TestPerson } from '../../factories/people.ts'
import { asAdmin } from './people.ts'

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

/** Two files that may become one, and one that another became part of, with something that followed. */
export const stageMerges = async (
  app: TestApp,
  [by, clinician]: readonly [TestPerson, TestPerson],
  canary: string,
) => {
  const named = (firstName: string) => createPatient(app, by, { firstName, lastName: canary })
  const [mergeable, twin, merged, alias] = [
    await named('Doble'),
    await named('Doble'),
    await named('Unida'),
    await named('Unida'),
  ]
  await sql`
    update patients set unlocked_until = now() + interval '8 hours'
    where id = any(${[mergeable.id, twin.id, merged.id, alias.id]})`.execute(app.owner.queries)
  await callEndpoint(app, waitListEndpoints.create, {
    token: by.token,
    body: { patientId: alias.id, minutes: 45 },
  })
  const mergeId = await asAdmin(app, clinician, async () => {
    const { token } = clinician
    await callEndpoint(app, patientMergeEndpoints.merge, {
      token,
      params: { id: merged.id },
      body: { otherId: alias.id, reason: 'Se registró dos veces' },
    })
    const { payload } = await callEndpoint(app, patientMergeEndpoints.list, {
      token,
      params: { id: merged.id },
    })
    return (payload as { id: number }[])[0]?.id ?? 0
  })
  return {
    mergeablePatientId: mergeable.id,
    twinPatientId: twin.id,
    mergedPatientId: merged.id,
    aliasPatientId: alias.id,
    mergeId,
  }
}
