import * as z from 'zod/mini'
import { dayOrInstant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id } from '../http/page.ts'
import { permissions } from '../permissions.ts'

/** What the agenda marks on its events, apart from the events themselves: small, and read when the events are there. */
export const agendaMarks = z.object({
  /** Appointments that are the first visit of their patient. */
  firstVisits: z.array(id),
  /** Appointments on whose day a case or follow-up of the patient was written. */
  written: z.array(id),
  /** Patients with a warning or an allergy in their medical history; empty for members without clinical access. */
  alerts: z.array(id),
})
export type AgendaMarks = z.output<typeof agendaMarks>

export const marksEndpoints = {
  marks: endpoint({
    method: 'GET',
    path: '/calendar/marks/:start/:end',
    summary: 'First visits, written notes and alerts of the appointments that start in [start, end)',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    params: z.object({ start: dayOrInstant, end: dayOrInstant }),
    returns: agendaMarks,
  }),
}
