import type { PracticeActor } from '../../platform/actor.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { WireText } from '../../platform/wire.ts'
import { requirePatient } from '../patients/patients.service.ts'
import {
  countPackages,
  findEnding,
  findPackages,
  findWithoutNextVisit,
  type PackageWish,
} from './session-packages.lists.repository.ts'
import {
  findMovements,
  findPackageRecords,
  findPackagesOf,
  findPackageWire,
} from './session-packages.repository.ts'

/** One package as wire JSON; not_found when it is not of the practice. */
export const packageTextOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText> => {
  const wire = await findPackageWire(tx, actor, id)
  if (wire === undefined) throw new AppError('not_found')
  return new WireText(wire)
}

const subjectOf = (id: number) => ({ type: 'session_package', id })

const ownerOf = ({ payload }: WireText): number => (JSON.parse(payload) as { ownerId: number }).ownerId

/** Refuses with not_found when the package is not of this practice; answers whose it is. */
export const requirePackage = async (tx: Tx, actor: PracticeActor, id: number): Promise<number> =>
  ownerOf(await packageTextOf(tx, actor, id))

export const listPackages = (db: Database, actor: PracticeActor, wish: PackageWish): Promise<WireText> =>
  view(db, actor, async (tx) => {
    if (wish.patientId !== undefined) await requirePatient(tx, actor, wish.patientId)
    const [page, counts] = await Promise.all([findPackages(tx, actor, wish), countPackages(tx, actor)])
    const { limit, offset, patientId = null } = wish
    const metadata = JSON.stringify({ total: page.total, limit, offset, ...counts })
    return audited(
      { action: 'package.list', patientId, detail: { count: page.total, searched: Boolean(wish.q) } },
      new WireText(page.rows, metadata),
    )
  })

/** Packages about to end, and patients with an open case, sessions left and no next visit. */
export const readBoard = (db: Database, actor: PracticeActor): Promise<WireText> =>
  view(db, actor, async (tx) => {
    const [ending, without] = await Promise.all([findEnding(tx, actor), findWithoutNextVisit(tx, actor)])
    return audited(
      { action: 'package.list', detail: { board: true } },
      new WireText(`{"ending":${ending},"withoutNextVisit":${without}}`),
    )
  })

export const readPackage = (db: Database, actor: PracticeActor, id: number): Promise<WireText> =>
  view(db, actor, async (tx) => {
    const answer = await packageTextOf(tx, actor, id)
    return audited({ action: 'package.read', patientId: ownerOf(answer), subject: subjectOf(id) }, answer)
  })

/** The ledger. */
export const listMovements = (db: Database, actor: PracticeActor, id: number): Promise<WireText> =>
  view(db, actor, async (tx) => {
    const patientId = await requirePackage(tx, actor, id)
    const { rows, total } = await findMovements(tx, actor.practiceId, id)
    return audited(
      { action: 'package.read', patientId, subject: subjectOf(id), detail: { movements: total } },
      new WireText(rows, JSON.stringify({ total, limit: total, offset: 0 })),
    )
  })

/** The packages that serve a patient, as wire JSON for the file. */
export const packagesOf = (tx: Tx, actor: PracticeActor, patientId: number): Promise<string> =>
  findPackagesOf(tx, actor, patientId)

/** Which records of a patient count on which package, as wire JSON for the file. */
export const packageRecordsOf = (tx: Tx, actor: PracticeActor, patientId: number): Promise<string> =>
  findPackageRecords(tx, actor.practiceId, patientId)
