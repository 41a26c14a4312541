import type { Appointment } from '@ulna/contract/appointments/appointments'

/** Whether there is a visit to begin: somebody with a file, who did not already leave or stay away. */
export const canStart = ({ patientId, status }: Pick<Appointment, 'patientId' | 'status'>): boolean =>
  patientId !== null && (status === 'booked' || status === 'arrived')
