import type { Tx } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { lateHoursOf } from '../appointments.booking.service.ts'
import { keepUndo } from '../undo/appointments.undo.service.ts'
import { madeKey, type Outcome } from './appointments.series.outcome.service.ts'
import {
  alignOccurrences,
  deleteEmptySeries,
  insertSeries,
  type SeriesRow,
  takeIds,
  updateSeriesRow,
} from './appointments.series.repository.ts'
import {
  type Changing,
  contentAfter,
  daysLeftOut,
  type LockedChange,
} from './appointments.series.rows-after.ts'
import {
  deleteRows,
  insertOccurrences,
  keepVersions,
  updateRows,
} from './appointments.series.write.repository.ts'

/** The series the covered ones belong to afterwards; what comes before them stays with the old one. */
const storeSeries = async (
  tx: Tx,
  practiceId: number,
  { stored, plan }: LockedChange,
  takenOut: readonly string[],
): Promise<number> => {
  const series = { ...plan.series, takenOut: [...plan.series.takenOut, ...takenOut] }
  if (!plan.remainder) {
    await updateSeriesRow(tx, practiceId, stored, series)
    return stored.id
  }
  await updateSeriesRow(tx, practiceId, stored, plan.remainder)
  return insertSeries(tx, practiceId, series, stored.courseId)
}

export const writeOutcome = async (
  tx: Tx,
  actor: PracticeActor,
  changing: LockedChange,
  outcome: Outcome,
): Promise<{ readonly seriesId: number; readonly madeIds: readonly number[] }> => {
  const { practiceId, userId } = actor
  const { stored, plan, isNew } = changing
  const seriesId = await storeSeries(tx, practiceId, changing, daysLeftOut(changing))
  const isMoving = ({ id }: SeriesRow): boolean => isNew || plan.leaving.includes(id)
  const rows = outcome.changed.map((row) => ({
    ...row,
    lane: outcome.lanes.get(row.id) ?? row.lane,
    seriesId: isMoving(row) ? seriesId : stored.id,
  }))
  // Whatever else is covered goes along into the new series.
  const others = outcome.covered.filter(
    (row) =>
      isMoving(row) &&
      !rows.some(({ id }) => id === row.id) &&
      !outcome.removed.some(({ id }) => id === row.id),
  )
  // First, so that their times are free for the others.
  await deleteRows(tx, practiceId, outcome.removed, userId)
  await updateRows(
    tx,
    practiceId,
    [...rows, ...others.map((row) => ({ ...row, lane: outcome.lanes.get(row.id) ?? row.lane, seriesId }))],
    lateHoursOf(actor),
  )
  const madeIds = await takeIds(tx, outcome.made.length)
  const after = contentAfter(changing.named, changing)
  await insertOccurrences(
    tx,
    { practiceId, userId, seriesId, parent: madeIds[0] ?? 0 },
    after,
    outcome.made.map(({ shifted: _, ...time }, index) => ({
      ...time,
      id: madeIds[index] ?? 0,
      lane: outcome.lanes.get(madeKey(index)) ?? 1,
      overlapReason: time.allowOverlap ? (changing.input.overlapReason ?? null) : null,
    })),
  )
  for (const id of new Set([stored.id, seriesId])) {
    await alignOccurrences(tx, practiceId, id)
    await deleteEmptySeries(tx, practiceId, id)
  }
  const touched = [...rows, ...others].map(({ id }) => id)
  await keepVersions(tx, practiceId, [...touched, ...madeIds], userId)
  return { seriesId, madeIds }
}

export const keepReplaced = (
  tx: Tx,
  actor: PracticeActor,
  {
    changing: { stored, plan, covered, isNew },
    outcome,
    written,
  }: {
    changing: Changing
    outcome: Outcome
    written: { readonly seriesId: number; readonly madeIds: readonly number[] }
  },
) => {
  const gone = new Set(outcome.removed.map(({ id }) => id))
  const changed = new Set(outcome.changed.map(({ id }) => id))
  const touched = covered.filter(
    ({ id }) => isNew || plan.leaving.includes(id) || gone.has(id) || changed.has(id),
  )
  return keepUndo(tx, actor, {
    appointments: [
      ...touched.map(({ id, version, snapshot }) => ({
        id,
        version: gone.has(id) ? null : version + 1,
        before: snapshot,
      })),
      ...written.madeIds.map((id) => ({ id, version: 1, before: null })),
    ],
    series: [
      { id: stored.id, before: stored.snapshot },
      ...(written.seriesId === stored.id ? [] : [{ id: written.seriesId, before: null }]),
    ],
  })
}
