import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { mostWaiting, type ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { AppError } from '../../../platform/app-error.ts'
import { type Tx, transaction } from '../../../platform/database/database.ts'
import { jsonOf, type ListText, listText } from '../../../platform/database/wire.ts'
import { fingerprintOf, sha256Of } from '../../../platform/origins/origins.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, lookUp, view } from '../../../platform/use-case.ts'
import { likePatientsOf } from '../../patients/patients.service.ts'
import { readHandedData } from '../../records/brought/records.handed.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { queueRemoval } from '../hand-overs.queue.ts'
import type { CheckedHandOver } from './hand-overs.archive.ts'
import { formsOf } from './hand-overs.forms.ts'
import { withHandOver } from './hand-overs.opening.ts'
import {
  countWaiting,
  deleteReceived,
  findKnown,
  findReceived,
  findReceivedById,
  insertReceived,
  lockReceived,
  type Preview,
  type ReceivedState,
} from './hand-overs.received.repository.ts'

export const receivedSubject = (id: number) => ({ type: 'received_hand_over', id })

const likeOf = ({ id, fileId, archived, firstName, lastName, birthDate, socialId }: PatientRow) => ({
  ...{ id, fileId, archived, firstName, lastName, birthDate, socialId },
})

/** A file that came as it goes out; who here may be the same person is looked up while nobody has decided. */
export const receivedWire = async (
  tx: Tx,
  actor: PracticeActor,
  state: ReceivedState,
): Promise<ReceivedFile> => {
  const preview = JSON.parse(state.preview) as Preview
  const { firstName, lastName, birthDate, socialId } = preview.patient
  const likeness = {
    ...{ firstName, lastName },
    birthDate: birthDate ?? undefined,
    socialId: socialId ?? undefined,
  }
  const like = state.state === 'looked' ? await likePatientsOf(tx, actor, likeness) : []
  const { id, practice, origin, madeAt, patientId, created, spared, receivedBy, receivedAt } = state
  const { takenAt, undoneAt, undoUntil } = state
  return {
    ...preview,
    ...{ id, state: state.state, practice, origin, madeAt, patientId, created, spared, receivedBy },
    ...{ receivedAt, takenAt, undoneAt, undoUntil },
    like: like.map(likeOf),
  }
}

export const wireById = async (tx: Tx, actor: PracticeActor, id: number): Promise<ReceivedFile> => {
  const found = await findReceivedById(tx, actor.practiceId, id)
  if (!found) throw new AppError('not_found')
  return receivedWire(tx, actor, found)
}

/** Files that came from elsewhere, newest first. */
export const listReceived = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
): Promise<ListText<ReceivedFile>> =>
  view(db, actor, async (tx) => {
    const all: ReceivedFile[] = []
    for (const one of await findReceived(tx, actor.practiceId)) all.push(await receivedWire(tx, actor, one))
    return audited(
      { action: 'hand_over.received', detail: { count: all.length } },
      listText<ReceivedFile>({ rows: jsonOf(all), total: all.length }),
    )
  })

const previewOf = ({ manifest, contents, statement: { certificate } }: CheckedHandOver): Preview => {
  const { firstName, lastName, birthDate, socialId, clinicSummary } = contents.patient
  return {
    ...{ by: manifest.by, ground: manifest.ground, counts: manifest.counts, keptBack: manifest.keptBack },
    fingerprint: fingerprintOf(certificate),
    patient: { firstName, lastName, birthDate: birthDate ?? null, socialId: socialId ?? null },
    visits: contents.visits,
    packages: contents.packages,
    summary: clinicSummary ?? null,
  }
}

/** Refuses answers that the form they came with does not hold: nobody here could read them. */
export const requireReadable = ({ contents }: CheckedHandOver): void => {
  const formOf = formsOf(contents)
  for (const record of contents.records) {
    const form = formOf(record)
    if (!form || readHandedData(form, record) === undefined) throw new AppError('hand_over_contents')
  }
}

/** Each that waits takes room, and is compared with everybody here as often as the list is read. */
const requireRoom = async (tx: Tx, practiceId: number): Promise<void> => {
  if ((await countWaiting(tx, practiceId)) >= mostWaiting) throw new AppError('hand_overs_waiting')
}

const keep = async (
  { db, files }: HandOverDependencies,
  actor: PracticeActor,
  bytes: Buffer,
  checked: CheckedHandOver,
): Promise<ReceivedFile> => {
  const { practiceId, userId } = actor
  const { manifest, statement } = checked
  const sha256 = sha256Of(bytes)
  const { uid, origin, practice, at: madeAt } = manifest
  const known = await lookUp(db, actor, async (tx) => {
    const found = await findKnown(tx, practiceId, { uid, sha256 })
    if (!found) await requireRoom(tx, practiceId)
    return found
  })
  const storageKey = `practice-${practiceId}/received/${randomUUID()}.age`
  if (!known) {
    await transaction(db.queries, { practiceId, userId }, 'read write', (tx) =>
      queueRemoval(tx, practiceId, storageKey, 'waiting'),
    )
    await files.put(storageKey, bytes)
  }
  const detail = { sha256, from: origin, known: known !== undefined, ...manifest.counts }
  const noted = change(db, actor, async (tx) => {
    const id =
      known?.id ??
      (await insertReceived(tx, practiceId, {
        ...{ ...statement, uid, storageKey, sha256, origin, madeAt, userId },
        practice: practice.name,
        preview: previewOf(checked),
      }))
    return audited(
      { action: 'hand_over.look', subject: receivedSubject(id), detail },
      await wireById(tx, actor, id),
    )
  })
  return noted.catch(async (error: unknown) => {
    if (!known) await files.remove(storageKey)
    throw error
  })
}

/**
 * Opens a file that was handed over and says what is in it. It is kept as it came, encrypted, until somebody decides; the same
 * one again is told as what it is by now.
 */
export const lookAtHandOver = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  bytes: Buffer,
): Promise<ReceivedFile> =>
  withHandOver(dependencies, actor, Readable.from([bytes]), async (checked) => {
    requireReadable(checked)
    return keep(dependencies, actor, bytes, checked)
  })

/** Forgets a file that nobody took in, with its bytes. */
export const forgetReceived = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
  id: number,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const found = await lockReceived(tx, actor.practiceId, id)
    if (!found) throw new AppError('not_found')
    if (found.state !== 'looked') throw new AppError('hand_over_not_now')
    await deleteReceived(tx, found)
    if (found.storageKey !== null) await queueRemoval(tx, actor.practiceId, found.storageKey, 'now')
    return audited({ action: 'hand_over.forget', subject: receivedSubject(id) }, { id })
  })
