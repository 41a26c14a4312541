import type { AppointmentInput } from '@ulna/contract/appointments/appointments'
import type { BookingMetadata, RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { invalidField } from '../../../platform/app-error.ts'
import { jsonOf, WireText } from '../../../platform/database/wire.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { checkOrder } from '../appointments.booking.service.ts'
import { type DecidedTime, decide, decisionsOf } from '../appointments.decisions.ts'
import { confirmSeries, tellAgenda } from '../appointments.news.service.ts'
import { mayWriteAgenda } from '../appointments.policy.ts'
import { type Day, localTime } from '../appointments.recurrence.ts'
import { requireAgendas, requireRoom } from '../appointments.room.service.ts'
import { wireOf } from '../appointments.service.ts'
import { type BookingText, patientClashesAt } from '../appointments.surroundings.service.ts'
import {
  beginCourse,
  courseTrail,
  courseWishOf,
  keepCourseSessions,
} from '../course/appointments.course.service.ts'
import { keepUndo } from '../undo/appointments.undo.service.ts'
import { daysOf, type Series, timeOn } from './appointments.series.occurrences.ts'
import { alignOccurrences, insertSeries, takeIds } from './appointments.series.repository.ts'
import {
  insertOccurrences,
  keepVersions,
  type NewOccurrence,
} from './appointments.series.write.repository.ts'

/** The last day of a series, from a day or an instant of the practice's clock. */
export const lastDayOf = (until: string | null | undefined, zone: string): Day | null => {
  if (until === null || until === undefined) return null
  return until.length === 10 ? until : localTime(Date.parse(until), zone).day
}

/** A rule counts or ends on a day, never both. */
export const checkEnd = (rule: RepeatRule, until: Day | null): void => {
  if (rule.count !== undefined && until !== null) throw invalidField('until', 'field_option')
}

/** A series that ends is booked to its end: one that had to be cut before is refused with how many dates it may have. */
export const refuseCut = ({ rule, until }: Series, dates: number): void => {
  if (rule.count === undefined && until === null) return
  throw invalidField(until === null ? 'every.count' : 'until', 'field_max', { max: dates })
}

/** The dates of a series; there must be at least one. */
export const checkedDays = (series: Series): readonly Day[] => {
  const { days, cut } = daysOf(series)
  if (days.length === 0) throw invalidField(series.until === null ? 'every' : 'until', 'field_range')
  if (cut) refuseCut(series, days.length)
  return days
}

export interface SeriesInput {
  readonly start: string
  readonly end: string
  readonly every: RepeatRule
  readonly until?: string | null | undefined
}

/** The series that an appointment with a repeat rule begins. */
export const newSeries = ({ start, end, every, until }: SeriesInput, zone: string): Series => {
  const lastDay = lastDayOf(until, zone)
  checkEnd(every, lastDay)
  const first = localTime(Date.parse(start), zone)
  return {
    rule: every,
    firstDay: first.day,
    until: lastDay,
    zone,
    clock: first.clock,
    durationMs: Date.parse(end) - Date.parse(start),
    takenOut: [],
  }
}

const occurrencesOf = (
  times: readonly DecidedTime[],
  ids: readonly number[],
  lanes: ReadonlyMap<number, number>,
  reason: string | null,
): NewOccurrence[] =>
  times.map(({ shifted: _, ...time }, index) => ({
    ...time,
    id: ids[index] ?? 0,
    lane: lanes.get(index) ?? 1,
    overlapReason: time.allowOverlap ? reason : null,
  }))

/** Seats of those that need room; their keys are their places in the list. */
export const seatsOf = (times: readonly DecidedTime[]) =>
  times.flatMap((time, key) => (time.allowOverlap ? [] : [{ ...time, key }]))

const decidedTimes = (series: Series, input: AppointmentInput): { times: DecidedTime[]; takenOut: Day[] } => {
  const decisions = decisionsOf(input.dates)
  const usual = { doctorId: input.doctorId, allowOverlap: input.allowOverlap === true }
  const planned = checkedDays(series).map((day) => timeOn(series, day))
  const times = planned.flatMap((time) => decide(time, decisions.get(time.on), usual) ?? [])
  const kept = new Set(times.map(({ on }) => on))
  if (times.length === 0) throw invalidField('dates', 'field_range')
  return { times, takenOut: planned.map(({ on }) => on).filter((on) => !kept.has(on)) }
}

/**
 * Books a series: every date of it, or none when somebody is in the way on one about which nothing was decided
 * (product-decisions.md §9). Answers the first occurrence.
 */
export const bookSeries = (
  db: Database,
  actor: PracticeActor,
  input: AppointmentInput & { readonly every: RepeatRule },
): Promise<BookingText> => {
  checkOrder(input.start, input.end)
  // Nothing became of dates that are not booked yet.
  if (input.status !== undefined && input.status !== 'booked') throw invalidField('status', 'field_option')
  const series = newSeries(input, actor.timezone)
  const { times, takenOut } = decidedTimes(series, input)
  for (const time of times) mayWriteAgenda(actor, time)
  mayWriteAgenda(actor, input)
  const { practiceId, userId } = actor
  const patientId = input.patientId ?? null
  const course = courseWishOf(input)
  return change(db, actor, async (tx) => {
    const doctorIds = times.map(({ doctorId }) => doctorId)
    const courseId = course ? await beginCourse(tx, actor, course, doctorIds) : null
    await requireAgendas(tx, practiceId, doctorIds)
    const lanes = await requireRoom(tx, actor, seatsOf(times), [])
    const ids = await takeIds(tx, times.length)
    const seriesId = await insertSeries(tx, practiceId, { ...series, takenOut }, courseId)
    const parent = ids[0] ?? 0
    await insertOccurrences(
      tx,
      { practiceId, userId, seriesId, parent },
      {
        patientId,
        title: input.title ?? null,
        note: input.note ?? null,
        patientNote: input.patientNote ?? null,
        confirmed: input.confirmed ?? false,
      },
      occurrencesOf(times, ids, lanes, input.overlapReason ?? null),
    )
    await alignOccurrences(tx, practiceId, seriesId)
    await keepVersions(tx, practiceId, ids, userId)
    const dates = times.map((time, index) => ({ ...time, id: ids[index] ?? 0 }))
    const sessions = course && (await keepCourseSessions(tx, actor, course, dates))
    await Promise.all([tellAgenda(tx, actor, ids), confirmSeries(tx, actor, ids)])
    const metadata: BookingMetadata = {
      total: ids.length,
      patientClashes: await patientClashesAt(tx, actor, { patientId, stretches: times, exceptIds: ids }),
      undo: await keepUndo(tx, actor, {
        appointments: ids.map((id) => ({ id, version: 1, before: null })),
        series: [{ id: seriesId, before: null }],
      }),
      ...(sessions ? { course: sessions } : {}),
    }
    const { payload } = await wireOf(tx, actor, parent)
    return audited(
      {
        action: 'appointment.create',
        patientId,
        subject: { type: 'appointment', id: parent },
        detail: { total: ids.length, ...courseTrail(course, sessions) },
      },
      new WireText(payload, jsonOf(metadata)),
    )
  })
}
