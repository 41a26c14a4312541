import type { Appointment } from '@ulna/contract/appointments/appointments'

/** What the agenda needs to know of an appointment. */
export type AgendaEvent = Pick<
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
  fullName: string
  /** 1 to 4. */
  color: number
}

/** It did not or will not happen: drawn hatched, does not count and does not keep the time busy. */
export const isOff = (event: Pick<AgendaEvent, 'status'>): boolean =>
  event.status === 'no_show' || event.status === 'cancelled'

/** Time kept free of patients: a meeting, an errand. */
export const isBlock = (event: Pick<AgendaEvent, 'patientId'>): boolean => event.patientId === null

export const isRepeated = (event: Pick<AgendaEvent, 'every' | 'parent'>): boolean =>
  event.parent !== null || event.every?.repeat === true

/** How many of these are appointments that stand. */
export const countStanding = (events: readonly Pick<AgendaEvent, 'status' | 'patientId'>[]): number =>
  events.filter((event) => !isOff(event) && !isBlock(event)).length
