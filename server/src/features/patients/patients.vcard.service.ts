import type { Patient } from '@ulna/contract/patients/patients'
import { AppError } from '../../platform/app-error.ts'
import { parseJson } from '../../platform/database/wire.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { findPatientWire } from './patients.repository.ts'
import { vcardOf, vcardType } from './patients.vcard.ts'

/** The contact data of a patient as a vCard. */
export const cardOfPatient = (patient: Patient): string =>
  vcardOf({ ...patient, changedAt: patient.updatedAt ?? patient.createdAt })

/** The contact data of a patient as a file for an address book. */
export const readVcard = async (db: Database, actor: PracticeActor, id: number): Promise<FileAnswer> => {
  const patient = await view(db, actor, async (tx) => {
    const wire = await findPatientWire(tx, actor.practiceId, id, false)
    if (wire === undefined) throw new AppError('not_found')
    return audited({ action: 'patient.vcard', patientId: id }, parseJson(wire))
  })
  const { firstName, lastName } = patient
  return new FileAnswer(Buffer.from(cardOfPatient(patient)), vcardType, {
    'content-disposition': attachment(`${firstName} ${lastName}.vcf`),
  })
}
