import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { appointmentsBy } from '../appointments/appointments.find.service.ts'
import { patientFilesOf } from '../files/files.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { consentsOfPatient } from '../patient-consents/patient-consents.service.ts'
import { patientWireOf } from '../patients/patients.service.ts'
import { practiceOf } from '../practices/practices.service.ts'
import { recordsOfPatientFile } from '../records/records.service.ts'
import { type SealChecks, sealStandsOf, sealsOfRecords } from '../signatures/signatures.service.ts'
import { findOrigins } from './fhir.origins.repository.ts'
import { peopleOf } from './fhir.practitioners.service.ts'
import type { PatientFile } from './mapping/base/fhir.patient-file.ts'

export type { PatientFile }

/** Everything that FHIR tells of a patient, as this actor may read it; not_found when it is not of the practice. */
export const patientFileOf = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  patientId: number,
): Promise<PatientFile> => {
  const patient = parseJson(await patientWireOf(tx, actor, patientId))
  const { records, recordClasses, addenda } = await recordsOfPatientFile(tx, actor, patientId)
  const rows = parseJson(records.rows.toString())
  const forms: RecordClass[] = []
  for (const { classId, version } of parseJson(recordClasses))
    forms.push(await classes.version(tx, actor.practiceId, classId, version))
  return {
    patient,
    forms,
    records: rows,
    practice: await practiceOf(tx, actor),
    ...(await peopleOf(tx, actor)),
    addenda: parseJson(addenda),
    files: parseJson(await patientFilesOf(tx, actor, patientId)),
    signatures: await sealsOfRecords(
      tx,
      actor.practiceId,
      rows.map(({ id }) => id),
    ),
    origins: await findOrigins(tx, actor.practiceId, patientId),
    consents: await consentsOfPatient(tx, actor, patientId),
    appointments: (await appointmentsBy(tx, actor, { patientIds: [patientId] })).appointments,
  }
}

/** A file with what is found of its seals, or of those of one record: each is counted again (decision 0063). */
export const provenFile = async (
  tx: Tx,
  seals: SealChecks,
  file: PatientFile,
  recordIds = [...new Set(file.signatures.map(({ recordId }) => recordId))],
): Promise<PatientFile> => {
  const stands = await sealStandsOf(tx, seals, file.practice.id, recordIds)
  const bytesRead = seals.files !== null
  return {
    ...file,
    foundSeals: new Map(stands.map(({ sealId, verdict }) => [sealId, { ...verdict, bytesRead }])),
  }
}
