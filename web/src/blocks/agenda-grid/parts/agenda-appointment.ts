import type { Appointment } from '@ulna/contract/appointments/appointments'

/** What the agenda needs to know of an appointment. */
export type AgendaAppointment = Pick<
  Appointment,
  | 'id'
  | 'doctorId'
  | 'doctorName'
  | 'patientId'
  | 'patientName'
  | 'start'
  | 'end'
  | 'title'
  | 'confirmed'
  | 'status'
  | 'cancelReason'
  | 'cancelledLate'
  | 'every'
  | 'parent'
  | 'detached'
  | 'allowOverlap'
  | 'note'
>

/** A column's owner: a practitioner with one of the four colours. */
export interface AgendaPractitioner {
  id: number
  firstName: string
  lastName: string
  fullName: string
  /** 1 to 4. */
  color: number
}

/** It did not or will not happen: drawn hatched, does not count and does not keep the time busy. */
export const isOff = (appointment: Pick<AgendaAppointment, 'status'>): boolean =>
  appointment.status === 'no_show' || appointment.status === 'cancelled'

/** Time kept free of patients: a meeting, an errand. */
export const isBlock = (appointment: Pick<AgendaAppointment, 'patientId'>): boolean =>
  appointment.patientId === null

export const isRepeated = (appointment: Pick<AgendaAppointment, 'every' | 'parent'>): boolean =>
  appointment.parent !== null || appointment.every?.repeat === true

/** How many of these are appointments that stand. */
export const countStanding = (
  appointments: readonly Pick<AgendaAppointment, 'status' | 'patientId'>[],
): number => appointments.filter((appointment) => !isOff(appointment) && !isBlock(appointment)).length
