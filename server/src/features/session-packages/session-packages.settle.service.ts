import {
  type Cover,
  useOfVisit,
  type VisitSituation,
} from '@ulna/contract/session-packages/session-packages.rules'
import type { MovementCause } from '@ulna/contract/session-packages/session-packages.states'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { keepWhatThereIs, type PlannedVisits } from './session-packages.course.service.ts'
import { holdPackage, mayMove, moveSession, tellPackages } from './session-packages.ledger.service.ts'
import { findUnsettled, findUse, type UnsettledVisit, updateUse } from './session-packages.uses.repository.ts'

const causes: Readonly<Record<VisitSituation, MovementCause>> = {
  booked: 'visit_booked',
  arrived: 'visit_arrived',
  attended: 'visit_attended',
  no_show: 'visit_no_show',
  cancelled: 'visit_cancelled',
  cancelled_late: 'visit_cancelled_late',
  gone: 'visit_gone',
}

/** A session is taken again only while there is one: the agenda never waits for a package. */
const settle = async (
  tx: Tx,
  actor: PracticeActor,
  { useId, packageId, situation }: UnsettledVisit,
): Promise<void> => {
  const state = await holdPackage(tx, actor, packageId)
  const use = await findUse(tx, actor.practiceId, useId)
  if (!use) return
  const rule =
    use.recordId === null ? useOfVisit(situation, actor.configurations.packages.lateCancellation) : 'used'
  const to = mayMove(state, actor, use.state, rule) ? rule : use.state
  const { patientId, recordId, appointmentId } = use
  await moveSession(tx, actor, {
    state,
    about: [use.state, to],
    moving: {
      cause: causes[situation],
      patientId,
      recordId,
      appointmentId,
    },
  })
  await updateUse(tx, actor.practiceId, useId, { state: to, settled_for: situation, by_hand: false })
}

/**
 * After appointments changed, were deleted or brought back: what became of each decides about the session it holds, by
 * the rule. What somebody decided by hand stands until something else becomes of the visit. Dates that a course gained
 * are kept for once those it lost gave their sessions back; answers what of them the package covers.
 */
export const settleVisits = async (
  tx: Tx,
  actor: PracticeActor,
  appointmentIds: readonly number[],
  planned?: PlannedVisits,
): Promise<Cover | undefined> => {
  const visits = await findUnsettled(tx, actor.practiceId, appointmentIds)
  const packageIds = [...visits, ...(planned ? [planned] : [])].map(({ packageId }) => packageId)
  const inOrder = [...new Set(packageIds)].sort((a, b) => a - b)
  let cover: Cover | undefined
  for (const packageId of inOrder) {
    for (const visit of visits) if (visit.packageId === packageId) await settle(tx, actor, visit)
    if (planned?.packageId === packageId) cover = await keepWhatThereIs(tx, actor, planned)
  }
  await tellPackages(tx, actor, inOrder)
  return cover
}
