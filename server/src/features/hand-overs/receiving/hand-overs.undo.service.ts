import type { FileKind } from '@ulna/contract/files/files'
import type { ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import { AppError } from '../../../platform/app-error.ts'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change } from '../../../platform/use-case.ts'
import { removeBroughtBytes } from '../../files/files.brought.service.ts'
import { removeUntouchedPatients } from '../../patients/patients.bulk.service.ts'
import { tellPatientFile } from '../../patients/patients.news.service.ts'
import { lockPatientFile } from '../../patients/patients.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { receivedSubject, wireById } from './hand-overs.look.service.ts'
import {
  countRecords,
  forgetPerson,
  lockReceived,
  loosenPatient,
  type ReceivedState,
  takeBack,
  writeUndone,
} from './hand-overs.received.repository.ts'

const requireTaken = (found: Authorized<ReceivedState> | undefined) => {
  if (!found) throw new AppError('not_found')
  if (found.state !== 'taken' || found.patientId === null) throw new AppError('hand_over_not_now')
  if (!found.canUndo) throw new AppError('undo_too_late')
  return { received: found, patientId: found.patientId }
}

/** Removes a patient who was made for the file and whom nobody has touched since; answers who is left. */
const removePatient = async (
  tx: Tx,
  received: Authorized<ReceivedState>,
  patientId: number,
): Promise<number | null> => {
  if (!received.created) return patientId
  await loosenPatient(tx, received)
  const gone = await removeUntouchedPatients(tx, received.practiceId, [patientId])
  return gone.includes(patientId) ? null : patientId
}

/** Takes back what was taken in, but for what was worked on since: that stays, and is counted. */
export const undoHandOver = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
  id: number,
): Promise<ReceivedFile> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const { received, patientId } = requireTaken(await lockReceived(tx, practiceId, id))
    await lockPatientFile(tx, actor, patientId)
    const { records, files } = await takeBack(tx, practiceId, received)
    await removeBroughtBytes(
      tx,
      practiceId,
      files.map(({ storageKey, kind }) => ({ storageKey, kind: kind as FileKind })),
    )
    const spared = await countRecords(tx, received)
    const left = await removePatient(tx, received, patientId)
    await writeUndone(tx, received, { patientId: left, spared, userId })
    if (left === null) await forgetPerson(tx, received)
    await tellPatientFile(tx, actor, patientId)
    const detail = { removed: records, spared, patientRemoved: left === null }
    return audited(
      { action: 'hand_over.undo', patientId, subject: receivedSubject(id), detail },
      await wireById(tx, actor, id),
    )
  })
