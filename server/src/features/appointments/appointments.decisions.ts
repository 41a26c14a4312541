import type { DateDecision } from '@ulna/contract/appointments/appointments.series'
import { invalidField } from '../../platform/app-error.ts'
import type { Day } from './appointments.recurrence.ts'
import type { PlannedTime } from './series/appointments.series.occurrences.ts'

/** One date of a series as it is to be booked. */
export interface DecidedTime extends PlannedTime {
  readonly doctorId: number
  /** Booked although somebody is in the way. */
  readonly allowOverlap: boolean
  /** Whether it stands at another time than the rule gives. */
  readonly detached: boolean
}

export type Decisions = ReadonlyMap<Day, DateDecision>

export const decisionsOf = (decisions: readonly DateDecision[] | undefined): Decisions =>
  new Map((decisions ?? []).map((decision) => [decision.on, decision]))

const movedTime = (decision: DateDecision, time: PlannedTime): { start: number; end: number } => {
  const start = decision.start === undefined ? time.start : Date.parse(decision.start)
  const end = decision.end === undefined ? start + (time.end - time.start) : Date.parse(decision.end)
  if (end <= start) throw invalidField('dates', 'field_range')
  if (end - start > 86_400_000) throw invalidField('dates', 'field_max', { max: 24 * 60 })
  return { start, end }
}

/** What was decided for a date; null where nothing is to be booked on it. */
export const decide = <T extends PlannedTime>(
  time: T,
  decision: DateDecision | undefined,
  usual: { readonly doctorId: number; readonly allowOverlap: boolean },
): (T & DecidedTime) | null => {
  const asPlanned = { ...time, doctorId: usual.doctorId, allowOverlap: usual.allowOverlap, detached: false }
  if (!decision) return asPlanned
  if (decision.action === 'skip') return null
  if (decision.action === 'keep') return { ...asPlanned, allowOverlap: true }
  const { start, end } = movedTime(decision, time)
  const doctorId = decision.doctorId ?? usual.doctorId
  const detached = start !== time.start || end !== time.end
  return { ...asPlanned, start, end, doctorId, detached }
}
