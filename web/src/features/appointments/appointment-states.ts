import type { Appointment, AppointmentChange } from '@ulna/contract/appointments/appointments'
import type { AppointmentState } from '../../ui/pills/StatusPill.tsx'

type StateChange = Pick<AppointmentChange, 'status' | 'confirmed' | 'cancelReason'>

/** What changes where somebody picks a state: "confirmed" is booked and confirmed; a reason belongs to a cancellation. */
export const changeOfState = (state: AppointmentState, cancelReason: string | null = null): StateChange => {
  if (state === 'booked') return { status: 'booked', confirmed: false, cancelReason: null }
  if (state === 'confirmed') return { status: 'booked', confirmed: true, cancelReason: null }
  return { status: state, cancelReason: state === 'cancelled' ? cancelReason : null }
}

/** What takes a change of the state back. */
export const changeBack = ({ status, confirmed, cancelReason }: Appointment): StateChange => ({
  status,
  confirmed,
  cancelReason,
})

/** Whether the practice counts a cancellation at that moment as late (milliseconds, hours). */
export const isLateCancellation = (
  appointment: Pick<Appointment, 'start'>,
  now: number,
  lateCancelHours: number,
): boolean => Date.parse(appointment.start) - now < lateCancelHours * 3_600_000
