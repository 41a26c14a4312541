import * as z from 'zod/mini'
import { calendarDay, dayOrInstant, instant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath } from '../http/page.ts'
import { limits, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { afterPackage, courseSessions } from './appointments.course.ts'

export const repeatFrequencies = ['day', 'week', 'month', 'year'] as const
export type RepeatFrequency = (typeof repeatFrequencies)[number]

/** A series has at most this many occurrences (product-decisions.md §9). */
export const mostOccurrences = 400
/** A series without an end is booked this many years ahead, or `mostOccurrences`, whichever comes first. */
export const openSeriesYears = 5
/** How long a change of a series can be taken back, in seconds. */
export const undoSeconds = 30

/**
 * Repeat rule of a series (product-decisions.md §9, RFC 5545 §3.3.10). Days of the week are those of ISO 8601: 1 is Monday.
 * With `month` and `year`, `byWeekday` means every such weekday of the month or year, and `bySetPos` picks one of them:
 * `{ freq: 'month', byWeekday: [2], bySetPos: 2 }` is the second Tuesday. A month without the day is skipped.
 */
export const repeatRule = z.object({
  repeat: z.boolean(),
  freq: z.enum(repeatFrequencies),
  interval: z.int().check(z.minimum(1), z.maximum(99)),
  byWeekday: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7))),
  bySetPos: z.optional(
    z.int().check(
      z.minimum(-1),
      z.maximum(5),
      z.refine((n) => n !== 0, { params: { key: 'field_option' } }),
    ),
  ),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(mostOccurrences))),
})
export type RepeatRule = z.output<typeof repeatRule>

/** `this` is the plain call on one appointment; the calls on a series take the other two. */
export const seriesScopes = ['all', 'following'] as const
export type SeriesScope = (typeof seriesScopes)[number]

export const scopeQuery = z.object({ scope: z._default(z.enum(seriesScopes), 'all') })

/**
 * What to do on one date of a series where somebody is in the way: book nothing, book all the same, or book another
 * time or practitioner instead. `on` is the day the rule gives.
 */
export const dateDecision = z.object({
  on: calendarDay,
  action: z.enum(['skip', 'keep', 'move']),
  start: z.optional(instant),
  end: z.optional(instant),
  doctorId: z.optional(id),
})
export type DateDecision = z.output<typeof dateDecision>

export const dateDecisions = z.optional(z.array(dateDecision).check(z.maxLength(mostOccurrences)))

/** Why an occurrence keeps its time although its series changes. */
export const keptReasons = ['past', 'status', 'detached'] as const

/** Who is in the way: enough to say so and to open it. */
export const clash = z.object({
  id,
  start: z.string(),
  end: z.string(),
  doctorId: id,
  doctorName: z.string(),
  patientId: z.nullable(id),
  patientName: z.nullable(z.string()),
  title: z.nullable(z.string()),
})
export type Clash = z.output<typeof clash>

/** One date a series would have after a change. */
export const previewDate = z.object({
  /** The day the rule gives. */
  on: z.string(),
  /** The occurrence that is there already. */
  id: z.nullable(id),
  start: z.string(),
  end: z.string(),
  doctorId: id,
  /** Where it is now, when the change moves it. */
  before: z.nullable(z.object({ start: z.string(), end: z.string(), doctorId: id })),
  kept: z.nullable(z.enum(keptReasons)),
  /** True where the wall-clock time does not exist that day and moves forward by the gap (daylight saving). */
  shifted: z.boolean(),
  clashes: z.array(clash),
  /** Other appointments of the same patient at that time: a warning only. */
  patientClashes: z.array(clash),
  absence: z.nullable(z.string()),
  outsideHours: z.boolean(),
  /** Nearest free time of the same practitioner within a week, when somebody is in the way. */
  nearestFree: z.nullable(z.object({ start: z.string(), end: z.string() })),
  /** Colleagues who are free at that time. */
  freeDoctors: z.array(id),
})
export type PreviewDate = z.output<typeof previewDate>

export const seriesPreview = z.object({
  dates: z.array(previewDate),
  /** Days the rule passes over: a month without a 31st, a date that was taken out. */
  skipped: z.array(z.object({ on: z.string(), reason: z.enum(['no_such_day', 'taken_out']) })),
  /** Occurrences that would go. */
  removed: z.array(z.object({ id, start: z.string(), end: z.string() })),
  /** True when a series without an end was cut at its limit. */
  cut: z.boolean(),
  /** Where dates that have a session of a package come to lie after its last day: a warning only. */
  afterPackage: z.optional(afterPackage),
})
export type SeriesPreview = z.output<typeof seriesPreview>

/** A change of a series that can be taken back until then. */
export const undo = z.object({ id, until: z.string() })
export type Undo = z.output<typeof undo>

/** What a call on the agenda says besides the appointment. */
export const bookingMetadata = z.object({
  /** Appointments that were made, changed or removed. */
  total: z.int(),
  /** Other appointments of the same patient at that time: a warning, nothing was refused. */
  patientClashes: z.array(clash),
  undo: z.nullable(undo),
  /** Where dates of a course were booked. */
  course: z.optional(courseSessions),
  /** Where a visit was moved past the last day of its package: a warning, nothing was refused. */
  afterPackage: z.optional(afterPackage),
})
export type BookingMetadata = z.output<typeof bookingMetadata>

/** A wish for a preview: what a booking or a change of a series would send. */
export const previewInput = z.object({
  /** An occurrence of the series to change; absent for a new series. */
  id: z.optional(id),
  scope: z.optional(z.enum(seriesScopes)),
  doctorId: z.optional(id),
  patientId: z.optional(z.nullable(id)),
  start: z.optional(instant),
  end: z.optional(instant),
  every: z.optional(z.nullable(repeatRule)),
  until: z.optional(z.nullable(dayOrInstant)),
})
export type PreviewInput = z.output<typeof previewInput>

export const seriesEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/appointment/preview',
    summary:
      'Every date a booking or a change of a series would touch, with who is in the way; writes nothing',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    body: previewInput,
    returns: seriesPreview,
    errors: ['assistant_role_required'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/appointment/undo/:id',
    summary: `Takes back the caller’s own change of a series, at most ${undoSeconds} seconds after it`,
    access: permissions.writeOwnAgenda,
    audit: 'appointment.undo',
    params: idPath,
    returns: z.object({ id }),
    errors: ['undo_too_late', 'version_conflict', 'appointment_overlap', 'assistant_role_required'],
  }),
}

/** Why somebody is booked at the same time as another. */
export const overlapReason = z.optional(z.nullable(text(limits.title)))
