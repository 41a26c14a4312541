import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { holdPackage, mayMove, moveSession, tellPackages } from './session-packages.ledger.service.ts'
import {
  deleteUse,
  findCountable,
  findUse,
  findUseOfRecord,
  insertUse,
  updateUse,
} from './session-packages.uses.repository.ts'

/** Whose session a follow-up takes; undefined: nobody's. */
export type Countable = Awaited<ReturnType<typeof countableOf>>

/** Looked for before the follow-up is written, with everything else; `occurredAt` null is now. */
export const countableOf = (tx: Tx, actor: PracticeActor, patientId: number, occurredAt: string | null) =>
  findCountable(tx, actor, patientId, occurredAt)

interface FollowUp {
  readonly recordId: number
  readonly patientId: number
  /** ISO 8601; null is now. */
  readonly occurredAt: string | null
}

/** The session of a visit becomes that of its follow-up. Answers whether it did. */
const takeVisits = async (
  tx: Tx,
  actor: PracticeActor,
  {
    useId,
    packageId,
    followUp: { recordId, patientId },
  }: { useId: number; packageId: number; followUp: FollowUp },
): Promise<boolean> => {
  const state = await holdPackage(tx, actor, packageId)
  const use = await findUse(tx, actor.practiceId, useId)
  if (!use || use.recordId !== null || !mayMove(state, actor, use.state, 'used')) return false
  const { appointmentId } = use
  await moveSession(tx, actor, {
    state,
    about: [use.state, 'used'],
    moving: {
      cause: 'record_written',
      patientId,
      recordId,
      appointmentId,
    },
  })
  await updateUse(tx, actor.practiceId, useId, { record_id: recordId, state: 'used', by_hand: false })
  return true
}

const takeAnother = async (
  tx: Tx,
  actor: PracticeActor,
  packageId: number,
  { recordId, patientId }: FollowUp,
): Promise<boolean> => {
  const state = await holdPackage(tx, actor, packageId)
  if (!mayMove(state, actor, null, 'used')) return false
  await moveSession(tx, actor, {
    state,
    about: [null, 'used'],
    moving: { cause: 'record_written', patientId, recordId },
  })
  await insertUse(tx, actor.practiceId, {
    package_id: packageId,
    patient_id: patientId,
    record_id: recordId,
    state: 'used',
  })
  return true
}

/** Whoever took what was found meanwhile leaves it with less, so another look ends. */
const mostLooks = 5

/**
 * Counts a follow-up that was just written on what was found for it. Another of the family may have taken the last
 * session meanwhile: then it is looked again.
 */
export const countFollowUp = async (
  tx: Tx,
  actor: PracticeActor,
  { followUp, found, looks = 1 }: { followUp: FollowUp; found: Countable; looks?: number | undefined },
): Promise<void> => {
  if (!found || found.isKeptBack) return
  const { useId, packageId } = found
  const isCounted =
    useId === null
      ? await takeAnother(tx, actor, packageId, followUp)
      : await takeVisits(tx, actor, { useId, packageId, followUp })
  if (isCounted) return tellPackages(tx, actor, [packageId])
  if (looks >= mostLooks) return
  const again = await countableOf(tx, actor, followUp.patientId, followUp.occurredAt)
  // A visit whose session cannot be taken stays the one of that day: nothing else is taken for it.
  if (useId !== null && again?.useId === useId) return
  await countFollowUp(tx, actor, { followUp, found: again, looks: looks + 1 })
}

/** Gives back the session of a record that counts no more. */
export const giveBackRecord = async (tx: Tx, actor: PracticeActor, recordId: number): Promise<void> => {
  const { practiceId } = actor
  const found = await findUseOfRecord(tx, practiceId, recordId)
  if (!found) return
  const state = await holdPackage(tx, actor, found.packageId)
  const use = await findUseOfRecord(tx, practiceId, recordId)
  if (!use) return
  const { patientId, appointmentId } = use
  await moveSession(tx, actor, {
    state,
    about: [use.state, 'returned'],
    moving: {
      cause: 'record_voided',
      patientId,
      recordId,
      appointmentId,
    },
  })
  await (appointmentId === null
    ? deleteUse(tx, practiceId, use.id)
    : updateUse(tx, practiceId, use.id, { record_id: null, state: 'returned' }))
  await tellPackages(tx, actor, [use.packageId])
}
