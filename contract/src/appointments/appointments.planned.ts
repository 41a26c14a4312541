import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam } from '../http/page.ts'
import { permissions } from '../permissions.ts'

/** Visits to come of a patient that were planned from the same case and are kept by the same package. */
export const plannedVisits = z.object({
  /** Case they were planned from; null where they were booked one by one, or as a mere series. */
  caseId: z.nullable(id),
  /** Whose sessions are kept for them; null: none are. */
  packageId: z.nullable(id),
  visits: z.int(),
  /** Start of the first of them. */
  next: z.string(),
})
export type PlannedVisits = z.output<typeof plannedVisits>

export const plannedEndpoints = {
  planned: endpoint({
    method: 'GET',
    path: '/appointment/planned/:patientId',
    summary: 'How many visits of a patient are booked to come, by the case and package they are planned of',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    params: z.object({ patientId: idParam }),
    returns: z.array(plannedVisits),
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/appointment/planned/:patientId/calendar',
    summary:
      'The visits to come of a patient as an iCalendar file (RFC 5545), for the patient: where and with whom, not why',
    access: permissions.readAgendas,
    audit: 'appointment.calendar',
    params: z.object({ patientId: idParam }),
    answers: ['text/calendar'],
  }),
}
