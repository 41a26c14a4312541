import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { Day } from './calendar.ts'
import type { PlannedSeries } from './series.ts'
import type { Practitioner } from './staff.ts'

/** Instants are ISO 8601 in UTC. */
export interface PlannedAppointment {
  readonly practitioner: Practitioner
  readonly patient: number | null
  readonly start: string
  readonly end: string
  readonly title: string | null
  readonly note: string | null
  readonly status: AppointmentStatus
  readonly confirmed: boolean
  readonly cancelReason: string | null
  readonly bookedAt: string
  /** When it got the status it has; null while it is booked. */
  readonly settledAt: string | null
  /** The series it is a date of, and the day the rule gave. */
  readonly series: { readonly key: number; readonly on: Day } | null
}

/** Appointments with the series they are dates of. */
export interface PlannedBlocks {
  readonly appointments: readonly PlannedAppointment[]
  readonly series: readonly PlannedSeries[]
}
