import type { Clash, PreviewDate, SeriesPreview } from '@ulna/contract/appointments/appointments.series'
import { type CalendarDay, monthOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'

/** A date that takes time of somebody: not one that keeps what it has. */
export const isBooked = ({ id, before, kept }: PreviewDate): boolean =>
  kept === null && (id === null || before !== null)

export const isClashing = (date: PreviewDate): boolean => date.clashes.length > 0

/** Whether something about a date should be read before it is booked. */
export const needsAttention = (date: PreviewDate): boolean =>
  isClashing(date) ||
  (isBooked(date) &&
    (date.shifted || date.outsideHours || date.absence !== null || date.patientClashes.length > 0))

export interface PreviewMonth {
  /** `2026-11`. */
  month: string
  dates: PreviewDate[]
  attention: number
}

/** The dates by the month they lie in, in order. */
export const previewMonths = (
  dates: readonly PreviewDate[],
  dayOf: (instant: string) => CalendarDay,
): PreviewMonth[] => {
  const months = new Map<string, PreviewDate[]>()
  for (const date of dates) {
    const month = monthOf(dayOf(date.start))
    months.set(month, [...(months.get(month) ?? []), date])
  }
  return [...months]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, inside]) => ({ month, dates: inside, attention: inside.filter(needsAttention).length }))
}

export interface PreviewCounts {
  /** Occurrences there would be, without those that go. */
  total: number
  moved: number
  made: number
  removed: number
  past: number
  status: number
  detached: number
}

/** How many dates change, come, go, or keep their time and why. */
export const countsOf = ({ dates, removed }: SeriesPreview): PreviewCounts => {
  const count = (test: (date: PreviewDate) => boolean) => dates.filter(test).length
  return {
    total: dates.length,
    moved: count(({ id, before, kept }) => id !== null && before !== null && kept === null),
    made: count(({ id }) => id === null),
    removed: removed.length,
    past: count(({ kept }) => kept === 'past'),
    status: count(({ kept }) => kept === 'status'),
    detached: count(({ kept }) => kept === 'detached'),
  }
}

/** The occurrences that still wait for their visit, where they stand now. */
export const standingDates = (dates: readonly PreviewDate[]) =>
  dates.flatMap(({ id, kept, doctorId, start, end, before }) =>
    id === null || kept === 'status'
      ? []
      : [{ id, status: 'booked' as const, ...(before ?? { doctorId, start, end }) }],
  )

/** Somebody was faster: who is in the way on which day, from a refusal (product-decisions.md §9). */
export interface RefusedDate {
  on: CalendarDay | null
  clashes: Clash[]
}

/**
 * A preview looked at again after a refusal. Who stands where a decision wanted to go is no part of the new preview, so
 * the refusal adds it.
 */
export const withRefused = (preview: SeriesPreview, refused: readonly RefusedDate[]): SeriesPreview => {
  const clashesOn = new Map(refused.map(({ on, clashes }) => [on, clashes]))
  return {
    ...preview,
    dates: preview.dates.map((date) => {
      const known = new Set(date.clashes.map(({ id }) => id))
      const others = (clashesOn.get(date.on) ?? []).filter(({ id }) => !known.has(id))
      return others.length > 0 ? { ...date, clashes: [...date.clashes, ...others] } : date
    }),
  }
}
