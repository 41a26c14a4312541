import type { RecordRow } from '@ulna/contract/records/records'
import { invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf, type Wire } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { checkNamedCases } from './records.case-choice.service.ts'
import { findMedicalHistory, findPatientCases, findRecordWire } from './records.repository.ts'
import { insertRecord } from './records.write.repository.ts'
import { checkedData, nameOf } from './records.write.service.ts'

const readerOf = ({ practiceId, clinical, timezone }: PracticeActor) => ({
  practiceId,
  clinical,
  zone: timezone,
})

/** Whether a patient has a medical history that counts. */
export const hasHistory = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<boolean> =>
  (await findMedicalHistory(tx, actor.practiceId, patientId)) !== undefined

/** The medical history of a patient that counts, as wire JSON. */
export const historyWireOf = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<RecordRow | null>> => {
  const history = await findMedicalHistory(tx, actor.practiceId, patientId)
  const found = history && (await findRecordWire(tx, readerOf(actor), history.id))
  return found ?? jsonOf(null)
}

/** The diagnoses of a patient, newest first, as a wire array. */
export const casesWireOf = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Wire<RecordRow[]>> => (await findPatientCases(tx, readerOf(actor), patientId)).rows

/**
 * Writes the medical history that two became, as a record of its own: what both said stays as it is, signed or not. Whoever
 * confirms it is its author.
 */
export const writeJointHistory = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  {
    patientId,
    recordClassId,
    data: given,
  }: { readonly patientId: number; readonly recordClassId: string; readonly data: unknown },
): Promise<number> => {
  const recordClass = await classes.newest(tx, actor.practiceId, recordClassId)
  if (recordClass.type !== 'med_hist') throw invalidField('history.recordClassId', 'field_option')
  const data = checkedData(recordClass, given)
  await checkNamedCases(tx, actor, { patientId, recordClass, data })
  const { id } = await insertRecord(
    tx,
    {
      ...{ practiceId: actor.practiceId, patientId, authorId: actor.doctorId },
      ...{ type: recordClass.type, subtype: recordClass.subType, classId: recordClass.classId },
      ...{
        classVersion: recordClass.version,
        name: nameOf(data),
        occurredAt: null,
        data: JSON.stringify(data),
      },
      ...{ caseId: null, sessionNumber: null, caseStatus: null },
    },
    actor.timezone,
  )
  return id
}
