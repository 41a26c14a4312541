import { type Cover, coverOf } from '@ulna/contract/session-packages/session-packages.rules'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { holdPackage, moveSession, situationOf, tellPackages } from './session-packages.ledger.service.ts'
import type { PackageState } from './session-packages.repository.ts'
import { findServed, findUseOfDay, insertUse, updateUse } from './session-packages.uses.repository.ts'

/** Booked dates of a course, the first ones first, for each of which its package is to keep a session. */
export interface PlannedVisits {
  readonly packageId: number
  readonly patientId: number
  readonly visits: readonly {
    readonly id: number
    /** Day on the practice's calendar. */
    readonly day: string
  }[]
}

const coverBy = (state: PackageState, actor: PracticeActor, { visits }: PlannedVisits): Cover =>
  coverOf(
    { ...situationOf(state, actor).package, expiresOn: state.expiresOn },
    visits.map(({ day }) => day),
  )

const isServed = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  { packageId, patientId }: PlannedVisits,
): Promise<boolean> => (await findServed(tx, practiceId, packageId, [patientId])).has(patientId)

/** A visit whose record took a session already shares it; where that is another package's, it needs none of this one. */
const keepSession = async (
  tx: Tx,
  actor: PracticeActor,
  { state, patientId, appointmentId }: { state: PackageState; patientId: number; appointmentId: number },
): Promise<PackageState> => {
  const { practiceId } = actor
  const ofRecord = await findUseOfDay(tx, actor, { appointmentId })
  if (ofRecord) {
    if (ofRecord.packageId === state.id)
      await updateUse(tx, practiceId, ofRecord.id, { appointment_id: appointmentId, settled_for: 'booked' })
    return state
  }
  const after = await moveSession(tx, actor, {
    state,
    about: [null, 'reserved'],
    moving: {
      cause: 'visit_planned',
      patientId,
      appointmentId,
    },
  })
  await insertUse(tx, practiceId, {
    package_id: state.id,
    patient_id: patientId,
    appointment_id: appointmentId,
    state: 'reserved',
    settled_for: 'booked',
  })
  return after
}

const keepFirst = async (
  tx: Tx,
  actor: PracticeActor,
  {
    held,
    plannedVisits: { patientId, visits },
    count,
  }: { held: PackageState; plannedVisits: PlannedVisits; count: number },
): Promise<void> => {
  let state = held
  for (const { id } of visits.slice(0, count))
    state = await keepSession(tx, actor, { state, patientId, appointmentId: id })
}

/** Keeps sessions for the first dates, as many as the package has; the agenda never waits for a package. */
export const keepWhatThereIs = async (
  tx: Tx,
  actor: PracticeActor,
  planned: PlannedVisits,
): Promise<Cover> => {
  const state = await holdPackage(tx, actor, planned.packageId)
  const cover = coverBy(state, actor, planned)
  if (cover.kept === 0 || !(await isServed(tx, actor, planned)))
    return { ...cover, kept: 0, short: cover.short + cover.kept }
  await keepFirst(tx, actor, { held: state, plannedVisits: planned, count: cover.kept })
  return cover
}

/** What stands in the way of keeping a session for every date. */
const obstacleTo = ({ kept, short, late }: Cover): AppError | undefined => {
  if (late > 0) return new AppError('package_ends_before', { params: { count: late } })
  if (short > 0) return new AppError('package_too_small', { params: { left: kept, count: kept + short } })
  return undefined
}

/**
 * Keeps a session for every date of a new course, or with `keepFirst` for as many as there are. Refuses a package that
 * does not serve the patient (0600), is over (package_not_active), has too few sessions or ends before the last date.
 */
export const keepForCourse = async (
  tx: Tx,
  actor: PracticeActor,
  planned: PlannedVisits,
  shortage: 'refuse' | 'keepFirst',
): Promise<Cover> => {
  const state = await holdPackage(tx, actor, planned.packageId)
  if (!(await isServed(tx, actor, planned))) throw new AppError('patient_record_not_match')
  const { status } = situationOf(state, actor).package
  if (status === 'cancelled' || status === 'expired') throw new AppError('package_not_active')
  const cover = coverBy(state, actor, planned)
  const obstacle = obstacleTo(cover)
  if (obstacle && shortage === 'refuse') throw obstacle
  await keepFirst(tx, actor, { held: state, plannedVisits: planned, count: cover.kept })
  await tellPackages(tx, actor, [planned.packageId])
  return cover
}
