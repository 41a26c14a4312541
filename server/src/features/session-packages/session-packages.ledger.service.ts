import {
  countedAfter,
  movementOf,
  packageCan,
  packageStatus,
  sessionsLeft,
} from '@ulna/contract/session-packages/session-packages.rules'
import type { MovementCause, UseState } from '@ulna/contract/session-packages/session-packages.states'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { announce } from '../../platform/news/news.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { lockPackage, type PackageState } from './session-packages.repository.ts'
import { insertMovement, writeCounters } from './session-packages.write.repository.ts'

/** The package, held until the transaction ends; not_found when it is not here. */
export const holdPackage = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<Authorized<PackageState>> => {
  const state = await lockPackage(tx, actor, id)
  if (!state) throw new AppError('not_found')
  return authorized(state)
}

/** What the contract's table decides by. */
export const situationOf = (state: PackageState, actor: PracticeActor) => ({
  package: { status: packageStatus(state, state.today), left: sessionsLeft(state) },
  actor: { role: actor.role, clinical: actor.clinical },
})

const takes = (state: UseState | null): boolean => state === 'reserved' || state === 'used'

/** Whether a session may go from one state to another: taking one asks for room. */
export const mayMove = (
  state: PackageState,
  actor: PracticeActor,
  from: UseState | null,
  to: UseState,
): boolean => takes(from) || !takes(to) || packageCan.use(situationOf(state, actor)) === 'allowed'

/** Whose session moves, and why. */
export interface Moving {
  readonly cause: MovementCause
  readonly reason?: string | undefined
  readonly patientId: number
  readonly recordId?: number | null
  readonly appointmentId?: number | null
}

/**
 * Moves a session of a package that is held: counters and ledger. Refuses with package_used_up or package_not_active
 * what takes one that is not there. Answers the package as it became.
 */
export const moveSession = async (
  tx: Tx,
  actor: PracticeActor,
  {
    state,
    about: [from, to],
    moving: { cause, reason, patientId, recordId, appointmentId },
  }: { state: PackageState; about: readonly [from: UseState | null, to: UseState]; moving: Moving },
): Promise<PackageState> => {
  const movement = movementOf(from, to)
  if (!movement) return state
  const decision = packageCan.use(situationOf(state, actor))
  if (!takes(from) && takes(to) && decision !== 'allowed') throw new AppError(decision)
  const counted = countedAfter(state, from, to)
  await Promise.all([
    writeCounters(tx, actor.practiceId, state.id, counted),
    insertMovement(tx, actor.practiceId, {
      packageId: state.id,
      ...movement,
      balance: sessionsLeft(counted),
      cause,
      reason: reason ?? null,
      patientId,
      recordId: recordId ?? null,
      appointmentId: appointmentId ?? null,
      userId: actor.userId,
    }),
  ])
  return { ...state, ...counted }
}

/** Tells everybody who looks at packages, when the transaction commits, that some changed. */
export const tellPackages = (
  tx: Tx,
  { practiceId }: { readonly practiceId: number },
  ids: readonly number[],
): Promise<void> => announce(tx, practiceId, { topic: 'session-packages', ids })
