import type {
  Clash,
  PreviewDate,
  PreviewInput,
  SeriesPreview,
} from '@ulna/contract/appointments/appointments.series'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import {
  type AgendaRow,
  clashOf,
  findPatientVisits,
  isPatientHere,
} from './appointments.agenda.repository.ts'
import { checkOrder, checkTimes } from './appointments.booking.service.ts'
import { overlaps } from './appointments.lanes.ts'
import { daysWithoutDate, localTime } from './appointments.recurrence.ts'
import { findRoom } from './appointments.room.service.ts'
import { isAtOtherTime, isElsewhere } from './appointments.standing.ts'
import { waysOut } from './appointments.ways-out.service.ts'
import { afterPackageMetadata } from './course/appointments.course.service.ts'
import {
  coveredBy,
  daysOf,
  type KeptReason,
  keptReason,
  type PlannedTime,
  type Series,
  timeOn,
} from './series/appointments.series.occurrences.ts'
import { findRows, findSeries, type SeriesRow, seriesIdOf } from './series/appointments.series.repository.ts'
import { type Changing, madeTimes, rowsAfter } from './series/appointments.series.rows-after.ts'
import { newSeries } from './series/appointments.series.service.ts'
import { planOf, wishOf } from './series/appointments.series.wish.ts'

/** A date on show: what it would become, and what it is now. */
interface ShownDate extends PlannedTime {
  readonly id: number | null
  readonly doctorId: number
  readonly before: SeriesRow | null
  readonly kept: KeptReason | null
}

interface Draft {
  readonly dates: readonly ShownDate[]
  readonly patientId: number | null
  readonly series: Series | null
  readonly removed: readonly SeriesRow[]
  readonly cut: boolean
}

interface Times {
  readonly doctorId: number
  readonly start: string
  readonly end: string
}

const requiredTimes = ({ doctorId, start, end }: PreviewInput): Times => {
  if (doctorId === undefined) throw invalidField('doctorId', 'field_required')
  if (start === undefined) throw invalidField('start', 'field_required')
  if (end === undefined) throw invalidField('end', 'field_required')
  checkOrder(start, end)
  return { doctorId, start, end }
}

const freshDate = ({ on, start, end, shifted }: PlannedTime, doctorId: number): ShownDate => ({
  on,
  start,
  end,
  shifted,
  id: null,
  doctorId,
  before: null,
  kept: null,
})

const draftOfNew = (actor: PracticeActor, input: PreviewInput): Draft => {
  const times = requiredTimes(input)
  const patientId = input.patientId ?? null
  const empty = { patientId, removed: [] }
  if (!input.every?.repeat) {
    const single = {
      on: localTime(Date.parse(times.start), actor.timezone).day,
      start: Date.parse(times.start),
      end: Date.parse(times.end),
    }
    return {
      ...empty,
      dates: [freshDate({ ...single, shifted: false }, times.doctorId)],
      series: null,
      cut: false,
    }
  }
  const series = newSeries({ ...times, every: input.every, until: input.until }, actor.timezone)
  const { days, cut } = daysOf(series)
  return { ...empty, dates: days.map((day) => freshDate(timeOn(series, day), times.doctorId)), series, cut }
}

/** What is there already, as the change would leave it. */
const shownRows = (changing: Changing): ShownDate[] => {
  const { stored, plan, now } = changing
  const before = new Map(stored.rows.map((row) => [row.id, row]))
  const moved = new Map(plan.moved.map((time) => [time.id, time]))
  return rowsAfter(changing).flatMap(({ id, on, start, end, doctorId }) => {
    const row = before.get(id)
    if (!row) return []
    const kept = moved.has(id) ? null : keptReason(row, now)
    const shifted = moved.get(id)?.shifted ?? false
    return [{ id, on, start, end, shifted, doctorId, before: row, kept }]
  })
}

const draftOfSeries = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  input: PreviewInput,
): Promise<Draft> => {
  const seriesId = await seriesIdOf(tx, actor.practiceId, id)
  if (seriesId === null) return draftOfSingle(tx, actor, id, input)
  const stored = await findSeries(tx, actor.practiceId, seriesId, { lock: false })
  const named = stored?.rows.find((row) => row.id === id)
  if (!stored || !named) throw new AppError('not_found')
  checkTimes(input, named)
  const now = await databaseNow(tx)
  const wish = wishOf(stored, named, input.scope ?? 'all', input)
  const plan = planOf(stored, wish, now)
  const covered = coveredBy(stored.rows, named, wish.scope)
  const changing = { stored, named, covered, plan, input, now, isNew: false }
  const gone = new Set(plan.removed)
  return {
    patientId: input.patientId === undefined ? named.patientId : input.patientId,
    series: plan.series,
    removed: covered.filter((row) => gone.has(row.id)),
    cut: plan.cut,
    dates: [
      ...shownRows(changing),
      ...madeTimes(changing).map((time) => freshDate(time, time.doctorId)),
    ].sort((a, b) => a.start - b.start),
  }
}

/** A single appointment that is to repeat: its own date and those to come. */
const draftOfSingle = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  input: PreviewInput,
): Promise<Draft> => {
  const [row] = await findRows(tx, actor.practiceId, [id], false)
  if (!row) throw new AppError('not_found')
  const { doctorId = row.doctorId, patientId = row.patientId } = input
  const start = input.start ?? new Date(row.start).toISOString()
  const end = input.end ?? new Date(row.end).toISOString()
  const draft = draftOfNew(actor, { ...input, doctorId, patientId, start, end })
  const [first, ...others] = draft.dates
  return first ? { ...draft, dates: [{ ...first, id, before: row }, ...others] } : draft
}

const skippedOf = ({ series, dates }: Draft): SeriesPreview['skipped'] => {
  if (!series) return []
  const lastDay = dates.at(-1)?.on ?? series.firstDay
  return [
    ...daysWithoutDate(series, lastDay).map((on) => ({ on, reason: 'no_such_day' as const })),
    ...series.takenOut
      .filter((on) => on >= series.firstDay && on <= lastDay)
      .map((on) => ({ on, reason: 'taken_out' as const })),
  ].sort((a, b) => (a.on < b.on ? -1 : 1))
}

const iso = (instant: number): string => new Date(instant).toISOString()
const wireTime = ({ start, end }: { start: number; end: number }) => ({ start: iso(start), end: iso(end) })

/** Occurrences that would come to another time. */
const movedDates = (dates: readonly ShownDate[]) =>
  dates.flatMap(({ id, start, end, before }) =>
    id !== null && before !== null && isAtOtherTime(before, { start, end }) ? [{ id, start }] : [],
  )

/** Whether a date comes to a place that it does not have already. */
const comesAnew = (date: ShownDate): boolean => date.before === null || isElsewhere(date.before, date)

const clashesOf = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  dates: readonly ShownDate[],
  exceptIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Clash[]>> => {
  const seats = dates.flatMap((date, key) => (comesAnew(date) ? [{ ...date, key }] : []))
  return (await findRoom(tx, practiceId, { seats, exceptIds })).clashes
}

/**
 * Every date that booking or changing a series would touch, with who is in the way and what could be done about it.
 * Writes nothing (product-decisions.md §9).
 */
export const previewSeries = (
  db: Database,
  actor: PracticeActor,
  input: PreviewInput,
): Promise<SeriesPreview> =>
  view(db, actor, async (tx) => {
    if (typeof input.patientId === 'number' && !(await isPatientHere(tx, actor.practiceId, input.patientId)))
      throw new AppError('not_found')
    const draft =
      input.id === undefined ? draftOfNew(actor, input) : await draftOfSeries(tx, actor, input.id, input)
    const { dates, patientId, removed } = draft
    // Those that stay where they are stand in the way of the others.
    const removedIds = removed.map(({ id }) => id)
    const exceptIds = [...dates.filter(comesAnew).flatMap(({ id }) => id ?? []), ...removedIds]
    const ownIds = [...dates.flatMap(({ id }) => id ?? []), ...removedIds]
    const [clashes, visits] = [
      await clashesOf(tx, actor, dates, exceptIds),
      patientId === null
        ? []
        : await findPatientVisits(tx, { practiceId: actor.practiceId, patientId, exceptIds: ownIds }, dates),
    ]
    const ways = await waysOut(tx, actor, dates, { clashing: new Set(clashes.keys()), exceptIds })
    const preview: SeriesPreview = {
      dates: dates.map((date, index) => shown(date, clashes.get(index) ?? [], visits, ways[index])),
      skipped: skippedOf(draft),
      removed: removed.map((row) => ({ id: row.id, ...wireTime(row) })),
      cut: draft.cut,
      ...(await afterPackageMetadata(tx, actor, movedDates(dates))),
    }
    return audited({ action: 'appointment.list', patientId, detail: { preview: dates.length } }, preview)
  })

const shown = (
  date: ShownDate,
  clashes: readonly Clash[],
  visits: readonly AgendaRow[],
  ways: Awaited<ReturnType<typeof waysOut>>[number] | undefined,
): PreviewDate => ({
  on: date.on,
  id: date.id,
  ...wireTime(date),
  doctorId: date.doctorId,
  before:
    date.before && comesAnew(date) ? { ...wireTime(date.before), doctorId: date.before.doctorId } : null,
  kept: date.kept,
  shifted: date.shifted,
  clashes: [...clashes],
  patientClashes: visits.filter((visit) => overlaps(visit, date)).map(clashOf),
  absence: ways?.absence ?? null,
  outsideHours: ways?.outsideHours ?? false,
  nearestFree: ways?.nearestFree ? wireTime(ways.nearestFree) : null,
  freeDoctors: [...(ways?.freeDoctors ?? [])],
})
