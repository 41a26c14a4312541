import * as z from 'zod/mini'
import { auditActions } from '../audit-actions.ts'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, pageMetadata, pageQuery } from '../http/page.ts'
import { permissions } from '../permissions.ts'

/** A row of the audit trail of the current practice. Names are those of today. */
export const auditRow = z.object({
  /** `strand-seq`: where the row stands in the chain. */
  key: z.string(),
  at: z.string(),
  action: z.string(),
  userId: z.nullable(id),
  userName: z.nullable(z.string()),
  /** The key of the practice that it was done with, beside whoever made it. */
  practiceKeyId: z.nullable(id),
  practiceKeyName: z.nullable(z.string()),
  patientId: z.nullable(id),
  patientName: z.nullable(z.string()),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(id),
  /** What the row says besides; never clinical content. */
  detail: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
})
export type AuditRow = z.output<typeof auditRow>

const filter = {
  /** Days in the practice's time zone, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  userId: z.optional(idParam),
  patientId: z.optional(idParam),
  action: z.optional(z.enum(auditActions)),
}

/** A time somebody looked into a patient's file, or changed something in it. */
export const patientOpening = z.object({
  at: z.string(),
  action: z.string(),
  userId: z.nullable(id),
  userName: z.nullable(z.string()),
  /** The key of the practice that it was done with, beside whoever made it. */
  practiceKeyId: z.nullable(id),
  practiceKeyName: z.nullable(z.string()),
  ip: z.nullable(z.string()),
})
export type PatientOpening = z.output<typeof patientOpening>

/** Reading the audit trail (product-decisions.md §4; Garante 4-06-2015: at least 24 months back). */
export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/settings/audit',
    summary: 'The audit trail of the current practice, newest first',
    access: permissions.readAuditTrail,
    audit: 'audit.read',
    query: z.object({ ...filter, ...pageQuery.shape }),
    returns: z.array(auditRow),
    metadata: pageMetadata,
  }),
  exportTrail: endpoint({
    method: 'GET',
    path: '/settings/audit/export',
    summary: 'The same as CSV (RFC 4180, UTF-8), at most 100,000 rows',
    access: permissions.exportAuditTrail,
    audit: 'audit.export',
    query: z.object(filter),
    answers: ['text/csv'],
    errors: ['rate_limited'],
  }),
  patientOpenings: endpoint({
    method: 'GET',
    path: '/patient/:id/openings',
    summary: 'Who opened or changed this patient’s file, newest first',
    access: permissions.readPatientOpenings,
    audit: 'patient.openings_read',
    params: z.object({ id: idParam }),
    query: z.object({ from: filter.from, to: filter.to, ...pageQuery.shape }),
    returns: z.array(patientOpening),
    metadata: pageMetadata,
  }),
}
