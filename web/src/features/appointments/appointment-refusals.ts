import type { Appointment } from '@ulna/contract/appointments'
import { hasKey } from '../../api/api-error.ts'

/** The appointment that stands in the way, from a refusal `appointment_overlap` (decisions.md §9). */
export const overlapOf = (error: unknown): Appointment | undefined =>
  hasKey(error, 'appointment_overlap') ? (error.metadata.appointment as Appointment | undefined) : undefined

/** What a colleague saved meanwhile, from a refusal `version_conflict` (decisions.md §2). */
export const currentOf = (error: unknown): Appointment | undefined =>
  hasKey(error, 'version_conflict') ? (error.metadata.current as Appointment | undefined) : undefined
