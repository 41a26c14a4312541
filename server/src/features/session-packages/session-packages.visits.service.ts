import type { VisitChange, VisitPackages } from '@ulna/contract/session-packages/session-packages'
import { permissionToCount, useOfVisit } from '@ulna/contract/session-packages/session-packages.rules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, joinObject, jsonOf, type WireText } from '../../platform/database/wire.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { refuseArchived } from '../patients/patients.service.ts'
import { holdPackage, moveSession, tellPackages } from './session-packages.ledger.service.ts'
import { findPackagesOf, findUseWire } from './session-packages.repository.ts'
import {
  deleteUse,
  findServed,
  findUseOfAppointment,
  findUseOfDay,
  findVisit,
  insertUse,
  type Use,
  updateUse,
  type VisitState,
} from './session-packages.uses.repository.ts'

/** A visit of somebody. */
interface Visit extends VisitState {
  readonly patientId: number
}

const visitOf = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  how: { readonly lock: boolean },
): Promise<VisitState> => {
  const visit = await findVisit(tx, actor.practiceId, id, how)
  if (!visit) throw new AppError('not_found')
  return visit
}

const answerOf = async (
  tx: Tx,
  actor: PracticeActor,
  { id, patientId }: VisitState,
): Promise<WireText<VisitPackages>> => {
  const [use, packages] = await Promise.all([
    findUseWire(tx, actor.practiceId, id),
    patientId === null ? jsonOf([]) : findPackagesOf(tx, actor, patientId),
  ])
  return answerText(joinObject<VisitPackages>({ use, packages }))
}

const subjectOf = (id: number) => ({ type: 'appointment', id })

/** What a visit does with a package, and the packages it could count on. */
export const readVisit = (db: Database, actor: PracticeActor, id: number): Promise<WireText<VisitPackages>> =>
  view(db, actor, async (tx) => {
    const visit = await visitOf(tx, actor, id, { lock: false })
    const answer = await answerOf(tx, actor, visit)
    return audited({ action: 'package.read', patientId: visit.patientId, subject: subjectOf(id) }, answer)
  })

const lateRule = ({ configurations }: PracticeActor) => configurations.packages.lateCancellation

/** A visit whose record counts already shares its session; one that counts elsewhere is refused. */
const shareRecordsSession = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  { packageId, visit: { id, situation }, use }: { packageId: number; visit: Visit; use: Use },
): Promise<void> => {
  if (use.packageId !== packageId) throw new AppError('session_already_assigned_to_another_package')
  await updateUse(tx, practiceId, use.id, { appointment_id: id, settled_for: situation })
}

/** Reserves or takes a session for a visit, by what became of it. */
const countVisit = async (tx: Tx, actor: PracticeActor, packageId: number, visit: Visit): Promise<void> => {
  const { practiceId } = actor
  const to = useOfVisit(visit.situation, lateRule(actor))
  if (to === 'returned') throw invalidField('action', 'field_option')
  const state = await holdPackage(tx, actor, packageId)
  const use = await findUseOfAppointment(tx, practiceId, visit.id)
  if (use && use.state !== 'returned') {
    if (use.packageId === packageId) return
    throw new AppError('session_already_assigned_to_another_package')
  }
  const served = await findServed(tx, practiceId, packageId, [visit.patientId])
  if (served.size === 0) throw new AppError('patient_record_not_match')
  if (use) await deleteUse(tx, practiceId, use.id)
  const ofRecord = await findUseOfDay(tx, actor, { appointmentId: visit.id })
  if (ofRecord) return shareRecordsSession(tx, actor, { packageId, visit, use: ofRecord })
  await moveSession(tx, actor, {
    state,
    about: [null, to],
    moving: {
      cause: 'visit_counted',
      patientId: visit.patientId,
      appointmentId: visit.id,
    },
  })
  await insertUse(tx, practiceId, {
    package_id: packageId,
    patient_id: visit.patientId,
    appointment_id: visit.id,
    state: to,
    settled_for: visit.situation,
  })
}

interface Decision {
  readonly use: Use
  readonly visit: Visit
  readonly reason: string | undefined
}

type Decide = (tx: Tx, actor: PracticeActor, decision: Decision) => Promise<void>

/** The visit leaves the package; a record that was written of it keeps the session. */
const takeOff: Decide = async (tx, actor, { use, visit: { id: appointmentId, patientId } }) => {
  const { practiceId } = actor
  if (use.recordId !== null)
    return updateUse(tx, practiceId, use.id, { appointment_id: null, settled_for: null, by_hand: false })
  const state = await holdPackage(tx, actor, use.packageId)
  await moveSession(tx, actor, {
    state,
    about: [use.state, 'returned'],
    moving: {
      cause: 'visit_taken_off',
      patientId,
      appointmentId,
    },
  })
  await deleteUse(tx, practiceId, use.id)
}

const byHand =
  (to: 'used' | 'returned'): Decide =>
  async (tx, actor, { use, visit: { id: appointmentId, patientId }, reason }) => {
    if (!reason) throw invalidField('reason', 'field_required')
    const state = await holdPackage(tx, actor, use.packageId)
    await moveSession(tx, actor, {
      state,
      about: [use.state, to],
      moving: {
        cause: 'by_hand',
        reason,
        patientId,
        recordId: use.recordId,
        appointmentId,
      },
    })
    const record = to === 'returned' ? { record_id: null } : {}
    await updateUse(tx, actor.practiceId, use.id, { ...record, state: to, by_hand: true })
  }

const decisions: Readonly<Record<Exclude<VisitChange['action'], 'count'>, Decide>> = {
  takeOff,
  take: byHand('used'),
  giveBack: byHand('returned'),
}

/**
 * The use of a visit, as it is behind the lock of its package, by which everybody else who changes it goes too;
 * not_found when the visit is on none.
 */
const holdUse = async (tx: Tx, actor: PracticeActor, visitId: number): Promise<Use> => {
  const found = await findUseOfAppointment(tx, actor.practiceId, visitId)
  if (!found) throw new AppError('not_found')
  await holdPackage(tx, actor, found.packageId)
  const use = await findUseOfAppointment(tx, actor.practiceId, visitId)
  if (!use) throw new AppError('not_found')
  return use
}

const changed = async (
  tx: Tx,
  actor: PracticeActor,
  visit: Visit,
  { action, packageId, reason }: VisitChange,
): Promise<number> => {
  if (action !== 'count') {
    const use = await holdUse(tx, actor, visit.id)
    await decisions[action](tx, actor, { use, visit, reason })
    return use.packageId
  }
  if (packageId === undefined) throw invalidField('packageId', 'field_required')
  await countVisit(tx, actor, packageId, visit)
  return packageId
}

/** Counts a visit on a package, takes it off, or decides by hand, with a reason, against the rule. */
export const changeVisit = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: VisitChange,
): Promise<WireText<VisitPackages>> =>
  change(db, actor, async (tx) => {
    const visit = await visitOf(tx, actor, id, { lock: true })
    requirePermission(actor, permissionToCount(visit.doctorId, actor.doctorId))
    const { patientId } = visit
    if (patientId === null) throw new AppError('patient_record_not_match')
    await refuseArchived(tx, actor, patientId)
    const packageId = await changed(tx, actor, { ...visit, patientId }, input)
    await tellPackages(tx, actor, [packageId])
    const detail = { action: input.action, package: packageId }
    return audited(
      { action: 'package.visit_changed', patientId, subject: subjectOf(id), detail },
      await answerOf(tx, actor, visit),
    )
  })
