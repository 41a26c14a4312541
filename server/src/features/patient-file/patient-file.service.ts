import type { MetadataOf, PayloadOf } from '@ulna/contract/http/endpoint'
import type { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { joinObject, jsonOf, WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { nextVisitOf } from '../appointments/appointments.service.ts'
import { patientFilesOf } from '../files/files.service.ts'
import { patientWireOf } from '../patients/patients.service.ts'
import { recordsOfPatientFile } from '../records/records.service.ts'
import { packageRecordsOf, packagesOf } from '../session-packages/session-packages.service.ts'

type Open = typeof patientFileEndpoints.open

/** The file: patient, records, packages in the payload; classes and next visit in the metadata. */
export const openPatientFile = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  utcOffset?: number,
): Promise<WireText<PayloadOf<Open>, MetadataOf<Open>>> =>
  view(db, actor, async (tx) => {
    const [patient, { records, ...ofRecords }, nextAppointment, files, sessionPackages, packageRecords] =
      await Promise.all([
        patientWireOf(tx, actor, patientId),
        recordsOfPatientFile(tx, actor, patientId, utcOffset),
        nextVisitOf(tx, actor, patientId),
        patientFilesOf(tx, actor, patientId),
        packagesOf(tx, actor, patientId),
        packageRecordsOf(tx, actor, patientId),
      ])
    const { rows, total } = records
    const answer = new WireText(
      joinObject<PayloadOf<Open>>({ patient, records: rows, sessionPackages }),
      joinObject<MetadataOf<Open>>({
        total: jsonOf(total),
        ...ofRecords,
        ...{ nextAppointment, files, packageRecords },
      }),
    )
    return audited({ action: 'patient.file_opened', patientId, detail: { records: total } }, answer)
  })
