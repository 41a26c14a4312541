import type { PackageChange } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import {
  type PackageAction,
  packageCan,
  packageStatus,
  sessionsLeft,
} from '@ulna/contract/session-packages/session-packages.rules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { WireText } from '../../platform/database/wire.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { holdUnarchived } from '../patients/patients.service.ts'
import { holdFamily } from './session-packages.create.service.ts'
import { queueExpiry } from './session-packages.expiry.service.ts'
import { columnsOf, newIn } from './session-packages.input.ts'
import { holdPackage, moveSession, situationOf, tellPackages } from './session-packages.ledger.service.ts'
import type { PackageState } from './session-packages.repository.ts'
import { packageTextOf, requirePackage } from './session-packages.service.ts'
import { findServed, findUsesInState, updateUse } from './session-packages.uses.repository.ts'
import {
  addPatients,
  insertMovement,
  keepOnlyPatients,
  keepPackageVersion,
  type PackageColumns,
  updatePackageRow,
} from './session-packages.write.repository.ts'

const packageAsAnswered = async (tx: Tx, actor: PracticeActor, id: number): Promise<SessionPackage> =>
  (await packageTextOf(tx, actor, id)).value()

const authorize = (actor: PracticeActor, action: PackageAction, state: PackageState): void => {
  const decision = packageCan[action](situationOf(state, actor))
  if (decision !== 'allowed') throw new AppError(decision)
}

type StateChange = 'cancel' | 'reactivate' | null

/** Cancelling and taking that back ask why; any other status is counted and says nothing. */
const stateChangeOf = ({ status, reason }: PackageChange, { isCancelled }: PackageState): StateChange => {
  const isCancelling = status === 'cancelled' && !isCancelled
  const isReturning = status === 'active' && isCancelled
  if (!isCancelling && !isReturning) return null
  if (!reason) throw invalidField('reason', 'field_required')
  return isCancelling ? 'cancel' : 'reactivate'
}

/** Sessions that are kept for visits are free again when a package is cancelled. */
const releaseReserved = async (tx: Tx, actor: PracticeActor, state: PackageState): Promise<PackageState> => {
  let after = state
  for (const use of await findUsesInState(tx, actor.practiceId, state.id, 'reserved')) {
    after = await moveSession(tx, actor, {
      state: after,
      about: ['reserved', 'returned'],
      moving: {
        cause: 'package_cancelled',
        patientId: use.patientId,
        appointmentId: use.appointmentId,
      },
    })
    await updateUse(tx, actor.practiceId, use.id, { state: 'returned' })
  }
  return after
}

const noteStateChange = async (
  tx: Tx,
  actor: PracticeActor,
  state: PackageState,
  {
    reason = null,
    change: made,
  }: { readonly reason?: string | null | undefined; readonly change: StateChange },
): Promise<PackageState> => {
  if (made === null) return state
  const after = made === 'cancel' ? await releaseReserved(tx, actor, state) : state
  await insertMovement(tx, actor.practiceId, {
    packageId: state.id,
    kind: made === 'cancel' ? 'cancelled' : 'renewed',
    cause: made === 'cancel' ? 'package_cancelled' : 'package_reactivated',
    sessions: 0,
    balance: sessionsLeft(after),
    reason,
    userId: actor.userId,
  })
  return after
}

/** Another number of sessions is the ledger's to tell; it never goes below what is used or reserved (0801). */
const resize = async (
  tx: Tx,
  actor: PracticeActor,
  { state, numSessions, reason }: { state: PackageState; numSessions: number; reason: string | undefined },
): Promise<void> => {
  authorize(actor, 'resize', state)
  const taken = state.usedSessions + state.reservedSessions
  if (numSessions < taken) throw new AppError('num_sessions_cannot_be_lessthan_used_sessions')
  await insertMovement(tx, actor.practiceId, {
    packageId: state.id,
    kind: 'adjusted',
    cause: 'resized',
    sessions: numSessions - state.numSessions,
    balance: numSessions - taken,
    reason: reason || null,
    userId: actor.userId,
  })
}

/** What had expired and no longer is: the ledger tells it. */
const prolong = async (
  tx: Tx,
  actor: PracticeActor,
  state: PackageState,
  expiresOn: string | null,
): Promise<PackageColumns> => {
  if (expiresOn !== null) await queueExpiry(tx, actor, state.id, expiresOn)
  const isOver = packageStatus({ ...state, expiresOn }, state.today) === 'expired'
  if (state.expiryToldOn === null || isOver) return {}
  await insertMovement(tx, actor.practiceId, {
    packageId: state.id,
    kind: 'renewed',
    cause: 'prolonged',
    sessions: 0,
    balance: sessionsLeft(state),
    userId: actor.userId,
  })
  return { expiry_told_on: null }
}

const names = (input: PackageChange): string[] => {
  const { version: _, reason: __, ...values } = input
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

const changeContent = async (
  tx: Tx,
  actor: PracticeActor,
  state: PackageState,
  input: PackageChange,
): Promise<PackageColumns> => {
  const { numSessions, expiresOn, reason } = input
  authorize(actor, 'edit', state)
  if (numSessions !== undefined && numSessions !== state.numSessions)
    await resize(tx, actor, { state, numSessions, reason })
  const renewed =
    expiresOn === undefined || expiresOn === state.expiresOn ? {} : await prolong(tx, actor, state, expiresOn)
  return { ...columnsOf(input, state), ...renewed }
}

const changeFamily = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  id: number,
  family: readonly number[] | null,
): Promise<void> => {
  if (family === null) return
  await addPatients(tx, practiceId, id, family)
  await keepOnlyPatients(tx, practiceId, id, family)
}

const auditActions = {
  cancel: 'package.cancel',
  reactivate: 'package.reactivate',
} as const

/**
 * Content and state as they become; what the ledger has to tell is told. What the package says already asks no more than
 * the endpoint did, also of a cancelled one, and is one more version of it, as for a patient (decision 0041).
 */
const write = async (
  tx: Tx,
  actor: PracticeActor,
  { state, input, made }: { state: Authorized<PackageState>; input: PackageChange; made: StateChange },
): Promise<void> => {
  const open = made === 'reactivate' ? { ...state, isCancelled: false } : state
  const hasContent = names(input).some((name) => name !== 'status')
  const columns = hasContent ? await changeContent(tx, actor, open, input) : {}
  const resized = { ...state, numSessions: columns.num_sessions ?? state.numSessions }
  if (made === null) return updatePackageRow(tx, actor.practiceId, state, { columns })
  const isCancelled = made === 'cancel'
  const reason = isCancelled ? (input.reason ?? null) : null
  await updatePackageRow(tx, actor.practiceId, state, {
    columns: { ...columns, cancel_reason: reason },
    isCancelled,
  })
  await noteStateChange(tx, actor, resized, { reason: input.reason, change: made })
}

/** Whom it serves once the change is made, held before their package as whoever writes of them does; null: as before. */
const familyAfter = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  { patientIds }: PackageChange,
): Promise<readonly number[] | null> => {
  const ownerId = await requirePackage(tx, actor, id)
  await holdUnarchived(tx, actor, ownerId)
  if (patientIds === undefined) return null
  // Whom it serves already stays, archived or not.
  const served = await findServed(tx, actor.practiceId, id, [ownerId, ...patientIds])
  await holdUnarchived(tx, actor, ...patientIds.filter((one) => !served.has(one)))
  return holdFamily(tx, actor, ownerId, patientIds)
}

/** Changes a package, cancels it or makes it active again. Without anything to change it is refused. */
export const changePackage = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: PackageChange,
): Promise<WireText<SessionPackage>> => {
  const fields = names(input)
  if (fields.length === 0) throw new AppError('invalid_request')
  return change(db, actor, async (tx) => {
    const family = await familyAfter(tx, actor, id, input)
    const state = await holdPackage(tx, actor, id)
    await refuseStale(input.version, state, () => packageAsAnswered(tx, actor, id))
    const made = stateChangeOf(input, state)
    if (made) authorize(actor, made, state)
    await write(tx, actor, { state, input: newIn(input, await packageAsAnswered(tx, actor, id)), made })
    await changeFamily(tx, actor, id, family)
    await keepPackageVersion(tx, actor, id, actor.userId)
    await tellPatientFile(tx, actor, state.ownerId)
    await tellPackages(tx, actor, [id])
    return audited(
      {
        action: made === null ? 'package.update' : auditActions[made],
        patientId: state.ownerId,
        subject: { type: 'session_package', id },
        detail: { fields },
      },
      await packageTextOf(tx, actor, id),
    )
  })
}
