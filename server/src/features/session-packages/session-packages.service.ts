import type { LooseEnds } from '@ulna/contract/patient-archive/patient-archive'
import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import type {
  PackageBoard,
  PackageListMetadata,
  PackageMovement,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import type { DayScope } from '@ulna/contract/today/today'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type Json,
  joinObject,
  jsonOf,
  type ListText,
  listText,
  WireText,
} from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { requirePatient } from '../patients/patients.service.ts'
import {
  countPackages,
  findEnding,
  findPackages,
  findVisitPackages,
  findWithoutNextVisit,
  type PackageWish,
  type VisitPackage,
} from './session-packages.lists.repository.ts'
import {
  findBalance,
  findMovements,
  findPackageRecords,
  findPackagesOf,
  findPackageWire,
} from './session-packages.repository.ts'

/** One package as wire JSON; not_found when it is not of the practice. */
export const packageTextOf = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<WireText<SessionPackage>> => {
  const wire = await findPackageWire(tx, actor, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

const subjectOf = (id: number) => ({ type: 'session_package', id })

/** Refuses with not_found when the package is not of this practice; answers whose it is. */
export const requirePackage = async (tx: Tx, actor: PracticeActor, id: number): Promise<number> =>
  (await packageTextOf(tx, actor, id)).value().ownerId

export const listPackages = (
  db: Database,
  actor: PracticeActor,
  wish: PackageWish,
): Promise<WireText<SessionPackage[], PackageListMetadata>> =>
  view(db, actor, async (tx) => {
    if (wish.patientId !== undefined) await requirePatient(tx, actor, wish.patientId)
    const [page, counts] = await Promise.all([findPackages(tx, actor, wish), countPackages(tx, actor)])
    const { limit, offset, patientId = null } = wish
    const metadata = jsonOf({ total: page.total, limit, offset, ...counts })
    return audited(
      { action: 'package.list', patientId, detail: { count: page.total, searched: Boolean(wish.q) } },
      new WireText(page.rows, metadata),
    )
  })

/** Packages about to end, and patients with an open case, sessions left and no next visit. */
export const readBoard = (db: Database, actor: PracticeActor): Promise<WireText<PackageBoard>> =>
  view(db, actor, async (tx) => {
    const [ending, withoutNextVisit] = await Promise.all([
      findEnding(tx, actor),
      findWithoutNextVisit(tx, actor),
    ])
    return audited(
      { action: 'package.list', detail: { board: true } },
      answerText(joinObject({ ending, withoutNextVisit })),
    )
  })

/** The packages that the visits of a day count on, or could. */
export const packagesOfVisits = (
  tx: Tx,
  actor: PracticeActor,
  visits: Parameters<typeof findVisitPackages>[2],
  day: string,
): Promise<VisitPackage[]> => findVisitPackages(tx, actor, visits, day)

/** So many packages about to end, as wire JSON for Today: of the caller's patients, or of all. */
export const endingPackagesOf = (
  tx: Tx,
  actor: PracticeActor,
  scope: DayScope,
  limit: number,
): Promise<Json<SessionPackage[]>> =>
  findEnding(tx, actor, { doctorId: scope === 'own' ? actor.doctorId : undefined, limit })

export const readPackage = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<WireText<SessionPackage>> =>
  view(db, actor, async (tx) => {
    const answer = await packageTextOf(tx, actor, id)
    const { ownerId } = answer.value()
    return audited({ action: 'package.read', patientId: ownerId, subject: subjectOf(id) }, answer)
  })

/** The ledger. */
export const listMovements = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<ListText<PackageMovement>> =>
  view(db, actor, async (tx) => {
    const patientId = await requirePackage(tx, actor, id)
    const movements = await findMovements(tx, actor.practiceId, id)
    return audited(
      { action: 'package.read', patientId, subject: subjectOf(id), detail: { movements: movements.total } },
      listText(movements),
    )
  })

/** The packages that serve a patient, as wire JSON for the file. */
export const packagesOf = (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<SessionPackage[]>> => findPackagesOf(tx, actor, patientId)

/** The packages of a patient that are active with sessions left, and how many these are. */
export const balanceOf = (tx: Tx, actor: PracticeActor, patientId: number): Promise<LooseEnds['packages']> =>
  findBalance(tx, actor, patientId)

/** Which records of a patient count on which package, as wire JSON for the file. */
export const packageRecordsOf = (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
): Promise<Json<PatientFileMetadata['packageRecords']>> => findPackageRecords(tx, actor.practiceId, patientId)
