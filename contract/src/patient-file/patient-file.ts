import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath } from '../http/page.ts'
import { patient, patientRow } from '../patients/patients.ts'
import { permissions } from '../permissions.ts'
import { alertKinds } from '../record-class/record-class.fields.ts'
import { addendum, recordClassReference, recordFile, recordRow } from '../records/records.ts'
import { sessionPackage } from '../session-packages/session-packages.answer.ts'

/** `utcOffset`: minutes east of UTC (Bogotá −300); decides which local day a record falls on. */
export const utcOffsetQuery = z.object({
  utcOffset: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^-?\d{1,4}$/)), z.transform(Number)),
      z.int().check(z.minimum(-840), z.maximum(840)),
    ),
  ),
})

const nextAppointment = z.nullable(
  z.object({ id, start: z.string(), end: z.string(), doctorName: z.string() }),
)

/** Letters of a note that a glance shows at most. */
export const mostOfNote = 400

/** What to know of a patient before the door opens. Members without clinical access get neither alerts nor note. */
export const patientGlance = z.object({
  patient: patientRow,
  /** Allergies and warnings of the medical history. */
  alerts: z.array(z.object({ kind: z.enum(alertKinds), text: z.string() })),
  /** What was written at the last follow-up, in words, cut to 400 letters. */
  lastNote: z.nullable(
    z.object({
      recordId: id,
      date: z.string(),
      sessionNumber: z.nullable(z.int()),
      author: z.string(),
      text: z.string(),
    }),
  ),
  sessionPackages: z.array(sessionPackage),
  nextAppointment,
})
export type PatientGlance = z.output<typeof patientGlance>

/** Besides the file: the class versions its records show with, the next visit, what was added to its records, and their files. */
export const patientFileMetadata = z.object({
  total: z.int(),
  recordClasses: z.array(recordClassReference),
  nextAppointment,
  addenda: z.array(addendum),
  /** The files of its records, oldest first. */
  files: z.array(recordFile),
  /** Which of its records count on which session package. */
  packageRecords: z.array(z.object({ recordId: id, packageId: id })),
  /** Numbers of follow-ups that were moved to another case: the case they left gives them to no other. */
  movedNumbers: z.array(z.object({ caseId: id, sessionNumber: z.int() })),
})
export type PatientFileMetadata = z.output<typeof patientFileMetadata>

export const patientFileEndpoints = {
  glance: endpoint({
    method: 'GET',
    path: '/patient/glance/:id',
    operationId: 'patientGlance',
    summary: 'What to know of a patient before a visit: alerts, last note, packages, next visit',
    access: permissions.readPatients,
    audit: 'patient.glanced',
    params: idPath,
    returns: patientGlance,
  }),
  open: endpoint({
    method: 'GET',
    path: '/patient/getWithRecord/:id',
    operationId: 'patientGetWithRecord',
    summary: 'The file: the patient, all records (newest first) and the session packages',
    access: permissions.readPatients,
    audit: 'patient.file_opened',
    params: idPath,
    query: utcOffsetQuery,
    returns: z.object({ patient, records: z.array(recordRow), sessionPackages: z.array(sessionPackage) }),
    metadata: patientFileMetadata,
  }),
}
