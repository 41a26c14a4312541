import type { MetadataOf, PayloadOf } from '@ulna/contract/http/endpoint'
import type { PatientGlance, patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { answerText, joinObject, jsonOf, WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { auditedInSight, type Database, view, viewShortly } from '../../platform/use-case.ts'
import { nextVisitOf } from '../appointments/appointments.service.ts'
import { patientFilesOf } from '../files/files.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { patientRowOf, patientWireOf } from '../patients/patients.service.ts'
import { clinicalGlanceOf } from '../records/records.glance.service.ts'
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
    const [{ records, ...ofRecords }, nextAppointment, files, sessionPackages, packageRecords, patient] =
      await Promise.all([
        recordsOfPatientFile(tx, actor, patientId, utcOffset),
        nextVisitOf(tx, actor, patientId),
        patientFilesOf(tx, actor, patientId),
        packagesOf(tx, actor, patientId),
        packageRecordsOf(tx, actor, patientId),
        // Last: whoever is in sight then was so all the time.
        patientWireOf(tx, actor, patientId),
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
    return auditedInSight({ action: 'patient.file_opened', patientId, detail: { records: total } }, answer)
  })

/** What to know of a patient before a visit, without opening the file. */
export const glanceAtPatient = (
  db: Database,
  actor: PracticeActor,
  classes: RecordClasses,
  patientId: number,
): Promise<WireText<PatientGlance>> =>
  viewShortly(db, actor, async (tx) => {
    const [{ alerts, lastNote }, sessionPackages, nextAppointment, patient] = await Promise.all([
      clinicalGlanceOf(tx, actor, classes, patientId),
      packagesOf(tx, actor, patientId),
      nextVisitOf(tx, actor, patientId),
      // Last: whoever is in sight then was so all the time.
      patientRowOf(tx, actor, patientId),
    ])
    const answer = joinObject<PatientGlance>({
      ...{ patient, sessionPackages, nextAppointment },
      alerts: jsonOf(alerts),
      lastNote: jsonOf(lastNote),
    })
    return auditedInSight({ action: 'patient.glanced', patientId }, answerText(answer))
  })
