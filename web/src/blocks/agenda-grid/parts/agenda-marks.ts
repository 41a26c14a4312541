import type { AgendaMarks } from '@ulna/contract/appointments/appointments.marks'
import { type AgendaAppointment, isRepeated } from './agenda-appointment.ts'

/** What a card shows besides time, name and status; the most pressing first, as narrow cards show only the first ones. */
export const appointmentMarks = [
  'alert',
  'first',
  'late',
  'written',
  'overlap',
  'detached',
  'series',
] as const
export type AppointmentMark = (typeof appointmentMarks)[number]

/** The marks of the days on show, to be asked for appointment by appointment. */
export interface MarkedAppointments {
  isFirstVisit: (appointmentId: number) => boolean
  isWritten: (appointmentId: number) => boolean
  hasAlert: (patientId: number | null) => boolean
}

export const markedAppointments = (marks: AgendaMarks | undefined): MarkedAppointments => {
  const firstVisits = new Set(marks?.firstVisits)
  const written = new Set(marks?.written)
  const alerts = new Set<number | null>(marks?.alerts)
  return {
    isFirstVisit: (appointmentId) => firstVisits.has(appointmentId),
    isWritten: (appointmentId) => written.has(appointmentId),
    hasAlert: (patientId) => alerts.has(patientId),
  }
}

const tests: Readonly<
  Record<AppointmentMark, (appointment: AgendaAppointment, marked: MarkedAppointments) => boolean>
> = {
  alert: ({ patientId }, marked) => marked.hasAlert(patientId),
  first: ({ id }, marked) => marked.isFirstVisit(id),
  late: ({ cancelledLate }) => cancelledLate === true,
  written: ({ id }, marked) => marked.isWritten(id),
  overlap: ({ allowOverlap }) => allowOverlap,
  detached: ({ detached }) => detached,
  // An occurrence that was moved by itself says so instead.
  series: (appointment) => isRepeated(appointment) && !appointment.detached,
}

/** The marks of one appointment. */
export const marksOf = (appointment: AgendaAppointment, marked: MarkedAppointments): AppointmentMark[] =>
  appointmentMarks.filter((mark) => tests[mark](appointment, marked))
