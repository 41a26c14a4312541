import type { PracticeActor } from '../../platform/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { WireParts, WireText } from '../../platform/wire.ts'
import { nextVisitOf } from '../appointments/appointments.service.ts'
import { patientFilesOf } from '../files/files.service.ts'
import { patientWireOf } from '../patients/patients.service.ts'
import { recordsOfFile } from '../records/records.service.ts'
import { packageRecordsOf, packagesOf } from '../session-packages/session-packages.service.ts'

/** The file: patient, records, packages in the payload; classes and next visit in the metadata. */
export const openPatientFile = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  utcOffset?: number,
): Promise<WireText> =>
  view(db, actor, async (tx) => {
    const [patient, { records, recordClasses, addenda, movedNumbers }, nextVisit, files, packages, counted] =
      await Promise.all([
        patientWireOf(tx, actor, patientId),
        recordsOfFile(tx, actor, patientId, utcOffset),
        nextVisitOf(tx, actor, patientId),
        patientFilesOf(tx, actor, patientId),
        packagesOf(tx, actor, patientId),
        packageRecordsOf(tx, actor, patientId),
      ])
    const { rows, total } = records
    const answer = new WireText(
      new WireParts([`{"patient":${patient},"records":`, ...rows.parts, `,"sessionPackages":${packages}}`]),
      `{"total":${total},"recordClasses":${recordClasses},"nextAppointment":${nextVisit},"addenda":${addenda},"files":${files},"packageRecords":${counted},"movedNumbers":${movedNumbers}}`,
    )
    return audited({ action: 'patient.file_opened', patientId, detail: { records: total } }, answer)
  })
