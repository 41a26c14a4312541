import type { SeriesChange } from '@ulna/contract/appointments/appointments'
import type { Authorized } from '../../../platform/authorized.ts'
import { type DecidedTime, decide, decisionsOf } from '../appointments.decisions.ts'
import type { Day } from '../appointments.recurrence.ts'
import type { MovedTime } from './appointments.series.occurrences.ts'
import type { SeriesPlan } from './appointments.series.plan.ts'
import type { SeriesRow, StoredSeries } from './appointments.series.repository.ts'

export interface Changing {
  readonly stored: StoredSeries
  readonly named: SeriesRow
  readonly covered: readonly SeriesRow[]
  readonly plan: SeriesPlan
  readonly input: SeriesChange
  readonly now: number
  /** The series is being made of a single appointment. */
  readonly isNew: boolean
}

/** A change of a series that is locked until it is written. */
export interface LockedChange extends Changing {
  readonly stored: Authorized<StoredSeries>
}

/** Those still to come follow a change of the series; the one it was asked of does whatever its state. */
const mayChange = (row: SeriesRow, named: SeriesRow, now: number): boolean =>
  row.start >= now && (row.status === 'booked' || row.id === named.id)

/**
 * What a change does to one occurrence besides its time. Texts reach all that are covered; who comes to whom, and whether
 * it is cancelled, only those that are still to come. A practitioner who stands in for one date stays.
 */
export const contentAfter = (row: SeriesRow, { named, input, now }: Changing): SeriesRow => {
  const texts = {
    title: input.title === undefined ? row.title : input.title,
    note: input.note === undefined ? row.note : input.note,
    patientNote: input.patientNote === undefined ? row.patientNote : input.patientNote,
  }
  if (!mayChange(row, named, now)) return { ...row, ...texts }
  const followsPractitioner = input.doctorId !== undefined && row.doctorId === named.doctorId
  return {
    ...row,
    ...texts,
    patientId: input.patientId === undefined ? row.patientId : input.patientId,
    doctorId: followsPractitioner ? (input.doctorId ?? row.doctorId) : row.doctorId,
    confirmed: input.confirmed ?? row.confirmed,
    status: input.status ?? row.status,
    cancelReason: input.cancelReason === undefined ? row.cancelReason : input.cancelReason,
    allowOverlap: input.allowOverlap ?? row.allowOverlap,
  }
}

/** An occurrence as it becomes; `isDropped` when it was decided to book nothing on its date. */
export type Became = SeriesRow & { readonly isDropped?: boolean }

const withReason = (row: Became, { input }: Changing): Became => ({
  ...row,
  overlapReason: row.allowOverlap ? (input.overlapReason ?? row.overlapReason) : null,
})

/** One still to come that keeps its time: with another practitioner somebody may be in the way, and it is decided too. */
const standingTime = (row: SeriesRow, on: Day, { now }: Changing): MovedTime | undefined =>
  row.start >= now && row.status === 'booked'
    ? { id: row.id, on, start: row.start, end: row.end, shifted: false, detached: row.detached }
    : undefined

export const rowsAfter = (changing: Changing): Became[] => {
  const { plan, covered, input } = changing
  const times = new Map(plan.moved.map((time) => [time.id, time]))
  const days = new Map(plan.kept.map(({ id, on }) => [id, on]))
  const decisions = decisionsOf(input.dates)
  const removed = new Set(plan.removed)
  return covered
    .filter(({ id }) => !removed.has(id))
    .map((row): Became => {
      const after = contentAfter(row, changing)
      const on = days.get(row.id) ?? row.on
      const planned = times.get(row.id) ?? standingTime(row, on, changing)
      if (!planned) return { ...after, on }
      const time = decide<MovedTime>(planned, decisions.get(planned.on), after)
      if (time === null) return { ...after, isDropped: true }
      const { start, end, doctorId, allowOverlap } = time
      const detached = time.detached || planned.detached
      return { ...after, on: time.on, start, end, doctorId, allowOverlap, detached }
    })
    .map((row) => withReason(row, changing))
}

export const madeTimes = ({ plan, input, named }: Changing): DecidedTime[] => {
  const decisions = decisionsOf(input.dates)
  const usual = {
    doctorId: input.doctorId ?? named.doctorId,
    allowOverlap: input.allowOverlap ?? false,
  }
  return plan.made.flatMap((time) => decide(time, decisions.get(time.on), usual) ?? [])
}

export const isChanged = (before: SeriesRow, after: SeriesRow): boolean =>
  JSON.stringify({ ...before, snapshot: '' }) !== JSON.stringify({ ...after, snapshot: '' })

/** Days on which it was decided to book nothing. */
export const daysLeftOut = ({ plan, input, covered }: Changing): Day[] => {
  const skipped = decisionsOf(input.dates)
  const days = new Set([...plan.moved, ...plan.kept, ...plan.made, ...covered].map(({ on }) => on))
  return [...days].filter((on) => skipped.get(on)?.action === 'skip')
}
