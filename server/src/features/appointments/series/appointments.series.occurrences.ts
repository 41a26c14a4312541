import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { RepeatRule, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { type Clock, type Day, instantAt, recurringDays } from '../appointments.recurrence.ts'

/** A series: what its rule gives, on which clock, and the days taken out of it. */
export interface Series {
  readonly rule: RepeatRule
  readonly firstDay: Day
  readonly until: Day | null
  readonly zone: string
  readonly clock: Clock
  readonly durationMs: number
  readonly takenOut: readonly Day[]
}

/** One occurrence as it stands in the agenda; instants in milliseconds since 1970. */
export interface Occurrence {
  readonly id: number
  /** The day the rule gave. */
  readonly on: Day
  readonly start: number
  readonly end: number
  readonly status: AppointmentStatus
  /** Moved by itself. */
  readonly detached: boolean
}

export type KeptReason = 'past' | 'status' | 'detached'

export interface PlannedTime {
  readonly on: Day
  readonly start: number
  readonly end: number
  /** The wall-clock time does not exist that day and moved forward by the gap. */
  readonly shifted: boolean
}

export interface MovedTime extends PlannedTime {
  readonly id: number
  /** Whether it stands at another time than its series gives. */
  readonly detached: boolean
}

/** Occurrences a scope covers: all, or the named one and those the rule gives after it. */
export const coveredBy = <T extends { readonly on: Day }>(
  occurrences: readonly T[],
  named: { readonly on: Day },
  scope: SeriesScope,
): readonly T[] => (scope === 'all' ? occurrences : occurrences.filter(({ on }) => on >= named.on))

/**
 * Why an occurrence keeps its time although its series changes (product-decisions.md §9): it lies in the past, its visit took
 * another course than booked, or it was moved by itself.
 */
export const keptReason = (occurrence: Occurrence, now: number): KeptReason | null => {
  if (occurrence.start < now) return 'past'
  if (occurrence.status !== 'booked') return 'status'
  return occurrence.detached ? 'detached' : null
}

/** When a day's occurrence of the series is. */
export const timeOn = (series: Series, on: Day): PlannedTime => {
  const { instant, shifted } = instantAt(on, series.clock, series.zone)
  return { on, start: instant, end: instant + series.durationMs, shifted }
}

/** The days of a series that are booked, and whether its limit cut it. */
export const daysOf = (series: Series): { readonly days: readonly Day[]; readonly cut: boolean } => {
  const { days, cut } = recurringDays(series)
  return { days: days.filter((day) => !series.takenOut.includes(day)), cut }
}
