import type { AgendaAppointment } from './agenda-appointment.ts'

/** An appointment of 45 minutes for tests, with what they care about. */
export const agendaAppointment = (
  about: Partial<AgendaAppointment> & Pick<AgendaAppointment, 'id' | 'start'>,
): AgendaAppointment => ({
  doctorId: 1,
  doctorName: 'Laura Restrepo',
  patientId: 9,
  patientName: 'Mariana Gómez Lara',
  end: new Date(Date.parse(about.start) + 45 * 60_000).toISOString(),
  title: null,
  note: null,
  confirmed: false,
  status: 'booked',
  cancelReason: null,
  cancelledLate: null,
  every: null,
  parent: null,
  detached: false,
  allowOverlap: false,
  ...about,
})
