import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { removeUnusedPicture } from './patients.image.ts'
import { refreshLastControl } from './patients.last-control.repository.ts'
import { lockPatientRows, type MergeableState, type MergedColumns } from './patients.merge.repository.ts'
import { tellPatientFile } from './patients.news.service.ts'
import { keepPatientVersion, updatePatientRow } from './patients.repository.ts'
import { patientWireOf } from './patients.service.ts'

export type { MergedColumn, MergedColumns } from './patients.merge.repository.ts'
export type Mergeable = Authorized<MergeableState>

interface Seen {
  readonly id: number
  readonly version: number | undefined
}

/**
 * Two patients whose files are open and unlocked, locked until the transaction ends: not_found, patient_merged,
 * patient_archived, patient_locked, version_conflict.
 */
export const lockForMerge = async (
  tx: Tx,
  actor: PracticeActor,
  seen: readonly [Seen, Seen],
): Promise<readonly [Mergeable, Mergeable]> => {
  const rows = await lockPatientRows(tx, actor.practiceId, [seen[0].id, seen[1].id])
  const openFile = async ({ id, version }: Seen): Promise<Mergeable> => {
    const state = rows.get(id)
    if (!state) throw new AppError('not_found')
    if (state.archived) throw new AppError('patient_archived')
    if (!state.unlocked) throw new AppError('patient_locked')
    await refuseStale(version, state, async () => parseJson(await patientWireOf(tx, actor, id)))
    return authorized(state)
  }
  return [await openFile(seen[0]), await openFile(seen[1])]
}

/** Both patients of a merge that is undone, locked; whoever sees hidden ones sees both. */
export const lockForUnmerge = (
  tx: Tx,
  actor: PracticeActor,
  ids: readonly [number, number],
): Promise<ReadonlyMap<number, MergeableState>> => lockPatientRows(tx, actor.practiceId, ids)

/** Writes what a merge, or taking it back, makes of the contact data, as a version; also where nothing of it changed. */
export const writeMerged = async (
  tx: Tx,
  actor: PracticeActor,
  patient: Mergeable,
  columns: Partial<MergedColumns>,
): Promise<void> => {
  await updatePatientRow(tx, actor.practiceId, patient, { columns })
  await refreshLastControl(tx, actor.practiceId, patient.id)
  await keepPatientVersion(tx, actor.practiceId, patient.id, actor.userId)
}

/** Counts the controls of somebody whose file is their own again. */
export const recountAfterUnmerge = (tx: Tx, actor: PracticeActor, patientId: number): Promise<void> =>
  refreshLastControl(tx, actor.practiceId, patientId)

/** Pictures that a merge that is undone kept for either: gone, where nobody has them now. */
export const removeUnusedPictures = async (
  tx: Tx,
  practiceId: number,
  keys: readonly string[],
): Promise<void> => {
  for (const key of keys) await removeUnusedPicture(tx, practiceId, key)
}

/** Everybody who has one of both open, and every list that names them, hears of it. */
export const tellMerged = async (tx: Tx, actor: PracticeActor, ids: readonly number[]): Promise<void> => {
  for (const id of ids) await tellPatientFile(tx, actor, id)
  await announce(tx, actor.practiceId, { topic: 'patients', ids })
  for (const topic of ['appointments', 'wait-list', 'session-packages', 'receipts'] as const)
    await announce(tx, actor.practiceId, { topic, ids: 'any' })
}
