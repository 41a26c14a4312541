import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, knownVersion } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { patient } from '../patients/patients.ts'
import { permissions } from '../permissions.ts'

/** At most so many visits to come are listed; all are counted. */
export const mostListedVisits = 20

/** What still lives in a file that somebody is about to archive. */
export const looseEnds = z.object({
  /** The next visits to come, soonest first. */
  visits: z.array(
    z.object({
      id,
      start: z.string(),
      doctorName: z.string(),
      /** Whether it is one of a series. */
      repeats: z.boolean(),
    }),
  ),
  /** How many visits are to come. */
  visitCount: z.int(),
  /** How often the patient stands on the wait list. */
  waiting: z.int(),
  /** Packages of the patient with sessions left. */
  packages: z.array(
    z.object({
      id,
      description: z.nullable(z.string()),
      /** Sessions left, those kept for visits to come among them; null: as many as one likes. */
      left: z.nullable(z.int()),
    }),
  ),
})
export type LooseEnds = z.output<typeof looseEnds>

export const archiveInput = z.object({
  /** Cancels the visits to come; without it they are patient_has_visits. */
  cancelVisits: z.optional(z.boolean()),
  /** Says that the balance of packages was seen; without it there is patient_has_balance. */
  balanceSeen: z.optional(z.boolean()),
  reason: z.optional(z.nullable(line(limits.title))),
  version: z.optional(knownVersion),
})
export type ArchiveInput = z.output<typeof archiveInput>

export const patientArchiveEndpoints = {
  looseEnds: endpoint({
    method: 'GET',
    path: '/patient/:id/archive',
    summary: 'What still lives in a file: visits to come, wait list, balance of packages',
    access: permissions.archivePatient,
    audit: 'patient.archive_asked',
    params: idPath,
    returns: looseEnds,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/patient/:id/archive',
    summary:
      'Archives a patient: out of every list, the file only to be read. Cancels visits to come where it says so and takes the patient off the wait list; one who is archived stays so',
    access: permissions.archivePatient,
    audit: 'patient.archive',
    params: idPath,
    body: archiveInput,
    returns: patient,
    errors: ['version_conflict', 'patient_has_visits', 'patient_has_balance'],
  }),
  bringBack: endpoint({
    method: 'DELETE',
    path: '/patient/:id/archive',
    summary: 'Brings an archived patient back; one who is not archived stays as they are',
    access: permissions.archivePatient,
    audit: 'patient.bring_back',
    params: idPath,
    returns: patient,
  }),
}
