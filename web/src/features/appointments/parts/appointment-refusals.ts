import type { Appointment } from '@ulna/contract/appointments/appointments'
import { hasKey } from '../../../api/http/api-error.ts'
import type { RefusedDate } from '../series/step/series-preview.ts'

/** The appointment that stands in the way, from a refusal `appointment_overlap` (product-decisions.md §9). */
export const overlapOf = (error: unknown): Appointment | undefined =>
  hasKey(error, 'appointment_overlap') ? (error.metadata.appointment as Appointment | undefined) : undefined

/** Every date of a series on which somebody is in the way, from the same refusal. */
export const refusedDatesOf = (error: unknown): RefusedDate[] =>
  hasKey(error, 'appointment_overlap') ? ((error.metadata.clashes as RefusedDate[] | undefined) ?? []) : []

/** What a colleague saved meanwhile, from a refusal `version_conflict` (product-decisions.md §2). */
export const currentOf = (error: unknown): Appointment | undefined =>
  hasKey(error, 'version_conflict') ? (error.metadata.current as Appointment | undefined) : undefined
