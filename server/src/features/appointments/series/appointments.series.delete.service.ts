import type { BookingMetadata, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { Answer } from '../../../platform/http/route.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { type Audited, audited, change, type Database } from '../../../platform/use-case.ts'
import { refuseArchived } from '../../patients/patients.service.ts'
import { settleVisits } from '../../session-packages/session-packages.settle.service.ts'
import { deleteOne } from '../appointments.booking.service.ts'
import { tellAgenda } from '../appointments.news.service.ts'
import { mayWriteAgenda } from '../appointments.policy.ts'
import { keepUndo } from '../undo/appointments.undo.service.ts'
import { lockSeriesOf } from './appointments.series.change.service.ts'
import { coveredBy } from './appointments.series.occurrences.ts'
import {
  alignOccurrences,
  deleteEmptySeries,
  type SeriesRow,
  type StoredSeries,
  updateSeriesRow,
} from './appointments.series.repository.ts'
import { deleteRows } from './appointments.series.write.repository.ts'

/** A visit that began or was missed stays in the agenda: it is what happened. */
const tookPlace = ({ status }: SeriesRow): boolean =>
  status === 'arrived' || status === 'attended' || status === 'no_show'

/** Past ones stay too, also where nobody noted what became of them; the one that was named goes. */
const stays = (row: SeriesRow, named: SeriesRow, now: number): boolean =>
  tookPlace(row) || (row.start < now && row.id !== named.id)

/** The series goes on no further than its last remaining occurrence, and what went before that does not come back. */
const endSeries = async (
  tx: Tx,
  practiceId: number,
  stored: Authorized<StoredSeries>,
  gone: ReadonlySet<number>,
): Promise<void> => {
  const { id, series, rows } = stored
  const last = rows.filter((row) => !gone.has(row.id)).at(-1)
  if (last) {
    const { count: _, ...rule } = series.rule
    const days = rows.filter((row) => gone.has(row.id) && row.on < last.on).map(({ on }) => on)
    const ended = { ...series, rule, until: last.on, takenOut: [...series.takenOut, ...days] }
    await updateSeriesRow(tx, practiceId, stored, ended)
    await alignOccurrences(tx, practiceId, id)
  }
  await deleteEmptySeries(tx, practiceId, id)
}

type Deleted = Answer<{ readonly id: number }, BookingMetadata>

/** An appointment in no series. */
const deleteSingle = async (tx: Tx, actor: PracticeActor, id: number): Promise<Audited<Deleted>> => {
  const { audit, answer } = await deleteOne(tx, actor, id)
  return audited(audit, new Answer(answer, { total: 1, patientClashes: [], undo: null }))
}

/**
 * Deletes what is still to come of a series, or an occurrence and the following ones, also those that were moved by
 * themselves. Visits that took place and past ones stay. Of an appointment in no series it deletes that one.
 */
export const deleteSeries = (
  db: Database,
  actor: PracticeActor,
  id: number,
  scope: SeriesScope,
): Promise<Deleted> => {
  const { practiceId, userId } = actor
  return change<Deleted>(db, actor, async (tx) => {
    const found = await lockSeriesOf(tx, practiceId, id)
    if (!found) return deleteSingle(tx, actor, id)
    const { stored, named } = found
    const covered = coveredBy(stored.rows, named, scope).map((row) => mayWriteAgenda(actor, row))
    await refuseArchived(tx, actor, ...covered.map(({ patientId }) => patientId))
    const now = await databaseNow(tx)
    const goes = covered.filter((row) => !stays(row, named, now))
    const ids = goes.map((row) => row.id)
    await deleteRows(tx, practiceId, goes, userId)
    await endSeries(tx, practiceId, stored, new Set(ids))
    await settleVisits(tx, actor, ids)
    await tellAgenda(tx, actor, 'any')
    const undo = await keepUndo(tx, actor, {
      appointments: goes.map((row) => ({ id: row.id, version: null, before: row.snapshot })),
      series: [{ id: stored.id, before: stored.snapshot }],
    })
    return audited(
      {
        action: 'appointment.series_delete',
        patientId: named.patientId,
        subject: { type: 'appointment', id },
        detail: { total: goes.length, scope },
      },
      new Answer({ id }, { total: goes.length, patientClashes: [], undo }),
    )
  })
}
