import { type AppointmentState, appointmentState } from '../../../ui/pills/StatusPill.tsx'
import type { AgendaAppointment } from './agenda-appointment.ts'
import type { AppointmentMark } from './agenda-marks.ts'

/** The six states an appointment is shown in, in the order they are reached. */
export const appointmentStates: readonly AppointmentState[] = [
  'booked',
  'confirmed',
  'arrived',
  'attended',
  'no_show',
  'cancelled',
]

/** The words every card may need, translated once for all of them. */
export interface CardWords {
  status: Readonly<Record<AppointmentState, string>>
  /** Status of what was cancelled later than the practice allows. */
  cancelledLate: string
  untitled: string
  marks: Readonly<Record<AppointmentMark, string>>
}

/** What a card is called: the patient, else the title of the time kept free. */
export const appointmentName = (
  appointment: Pick<AgendaAppointment, 'patientName' | 'title'>,
  words: Pick<CardWords, 'untitled'>,
): string => appointment.patientName ?? appointment.title ?? words.untitled

/** The status in words; of a cancellation also whether it came late. */
export const statusWord = (
  appointment: Pick<AgendaAppointment, 'status' | 'confirmed' | 'cancelledLate'>,
  words: Pick<CardWords, 'status' | 'cancelledLate'>,
): string => (appointment.cancelledLate ? words.cancelledLate : words.status[appointmentState(appointment)])
