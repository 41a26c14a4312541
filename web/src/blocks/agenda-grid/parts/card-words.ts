import { type AppointmentState, appointmentState } from '../../../ui/pills/StatusPill.tsx'
import type { AgendaEvent } from './agenda-event.ts'
import type { EventMark } from './agenda-marks.ts'

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
  marks: Readonly<Record<EventMark, string>>
}

/** What a card is called: the patient, else the title of the time kept free. */
export const eventName = (
  event: Pick<AgendaEvent, 'patientName' | 'title'>,
  words: Pick<CardWords, 'untitled'>,
): string => event.patientName ?? event.title ?? words.untitled

/** The status in words; of a cancellation also whether it came late. */
export const statusWord = (
  event: Pick<AgendaEvent, 'status' | 'confirmed' | 'cancelledLate'>,
  words: Pick<CardWords, 'status' | 'cancelledLate'>,
): string => (event.cancelledLate ? words.cancelledLate : words.status[appointmentState(event)])
