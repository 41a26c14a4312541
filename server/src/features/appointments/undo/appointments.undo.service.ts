import { type Undo, undoSeconds } from '@ulna/contract/appointments/appointments.series'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { settleVisits } from '../../session-packages/session-packages.settle.service.ts'
import { tellAgenda } from '../appointments.news.service.ts'
import { mayWriteAgenda } from '../appointments.policy.ts'
import { requireFormerRoom } from '../appointments.room.service.ts'
import { forgetLater } from './appointments.undo.queue.ts'
import {
  concernedBy,
  digestsOfSeries,
  findFormerPlaces,
  insertUndo,
  lockVersions,
  putBackRows,
  putBackSeries,
  type Replaced,
  type StoredUndo,
  takeUndo,
} from './appointments.undo.repository.ts'

/** Keeps what a change of a series replaced; answers until when it can be taken back. */
export const keepUndo = async (tx: Tx, actor: PracticeActor, replaced: Replaced): Promise<Undo> => {
  const ids = replaced.series.map(({ id }) => id)
  const digests = await digestsOfSeries(tx, actor.practiceId, ids, { lock: false })
  const series = replaced.series.map((one) => ({ ...one, now: digests.get(one.id) ?? null }))
  const { id, at } = await insertUndo(tx, actor.practiceId, actor.userId, { ...replaced, series })
  await forgetLater(tx, actor.practiceId, id, at)
  return { id, until: new Date(at.getTime() + undoSeconds * 1000).toISOString() }
}

/** What was changed since by anybody is not taken back: it is somebody's work. */
const refuseChanged = async (
  tx: Tx,
  practiceId: number,
  { appointments, series }: StoredUndo,
): Promise<void> => {
  const ids = series.map(({ id }) => id)
  const digests = await digestsOfSeries(tx, practiceId, ids, { lock: true })
  if (series.some(({ id, now }) => (digests.get(id) ?? null) !== now)) throw new AppError('version_conflict')
  const versions = await lockVersions(
    tx,
    practiceId,
    appointments.map(({ id }) => id),
  )
  const isChanged = appointments.some(({ id, version }) => versions.get(id) !== (version ?? undefined))
  if (isChanged) throw new AppError('version_conflict')
}

/** Takes a change of a series back: everything stands as before, each appointment a version further. */
export const undoChange = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const stored = await takeUndo(tx, practiceId, userId, id)
    if (!stored) throw new AppError('not_found')
    if (stored.isLate) throw new AppError('undo_too_late')
    await refuseChanged(tx, practiceId, stored)
    const { doctorIds, patientId } = await concernedBy(tx, practiceId, stored)
    for (const doctorId of doctorIds) mayWriteAgenda(actor, { doctorId })
    const { seats, staying } = await findFormerPlaces(tx, practiceId, stored)
    const ids = stored.appointments.map((one) => one.id)
    const leaving = ids.filter((one) => !staying.has(one))
    const lanes = await requireFormerRoom(tx, actor, seats, leaving)
    await putBackSeries(tx, practiceId, stored)
    await putBackRows(tx, practiceId, { userId, undo: stored, lanes })
    await settleVisits(tx, actor, ids)
    await tellAgenda(tx, actor, 'any')
    return audited(
      { action: 'appointment.undo', patientId, detail: { undo: id, total: stored.appointments.length } },
      { id },
    )
  })
