import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { permissionToCount } from '@ulna/contract/session-packages/session-packages.rules'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { WireText } from '../../platform/database/wire.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { lockPatientFile } from '../patients/patients.service.ts'
import { holdPackage, moveSession, tellPackages } from './session-packages.ledger.service.ts'
import type { PackageState } from './session-packages.repository.ts'
import { packageTextOf } from './session-packages.service.ts'
import {
  type CountedRecord,
  deleteUse,
  findRecordsToCount,
  findServed,
  findUseOfDay,
  findUseOfRecord,
  insertUse,
  updateUse,
} from './session-packages.uses.repository.ts'

const subjectOf = (id: number) => ({ type: 'session_package', id })

/** The records, all of this practice and all the caller's to count. */
const recordsToCount = async (
  tx: Tx,
  actor: PracticeActor,
  ids: readonly number[],
): Promise<readonly CountedRecord[]> => {
  const records = await findRecordsToCount(tx, actor.practiceId, ids)
  if (records.length < ids.length) throw new AppError('not_found')
  for (const { authorId } of records) requirePermission(actor, permissionToCount(authorId, actor.doctorId))
  return records
}

const patientsOf = (records: readonly CountedRecord[]): readonly number[] =>
  [...new Set(records.map(({ patientId }) => patientId))].sort((a, b) => a - b)

/** The records behind the locks of their files, in the order of their patients: nobody voids them meanwhile. */
const holdRecords = async (
  tx: Tx,
  actor: PracticeActor,
  recIds: readonly number[],
): Promise<readonly CountedRecord[]> => {
  const ids = [...new Set(recIds)]
  const seen = await recordsToCount(tx, actor, ids)
  for (const patientId of patientsOf(seen)) await lockPatientFile(tx, actor, patientId)
  return recordsToCount(tx, actor, ids)
}

/** Refuses records of patients whom the package does not serve, and what is no control. */
const requireServed = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  packageId: number,
  records: readonly CountedRecord[],
): Promise<void> => {
  const served = await findServed(tx, practiceId, packageId, patientsOf(records))
  if (records.some(({ patientId, isControl }) => !isControl || !served.has(patientId)))
    throw new AppError('patient_record_not_match')
}

/** A record takes the session of its visit, where that has one, and else one of its own. */
const countRecord = async (
  tx: Tx,
  actor: PracticeActor,
  state: PackageState,
  { id: recordId, patientId }: CountedRecord,
): Promise<PackageState> => {
  const { practiceId } = actor
  const own = await findUseOfRecord(tx, practiceId, recordId)
  if (own?.packageId === state.id) return state
  const visits = await findUseOfDay(tx, actor, { recordId })
  if (own || (visits && visits.packageId !== state.id))
    throw new AppError('session_already_assigned_to_another_package')
  const { appointmentId = null, state: from = null } = visits ?? {}
  const after = await moveSession(tx, actor, {
    state,
    about: [from, 'used'],
    moving: {
      cause: 'record_added',
      patientId,
      recordId,
      appointmentId,
    },
  })
  if (visits)
    await updateUse(tx, practiceId, visits.id, { record_id: recordId, state: 'used', by_hand: false })
  else
    await insertUse(tx, practiceId, {
      package_id: state.id,
      patient_id: patientId,
      record_id: recordId,
      state: 'used',
    })
  return after
}

const tellAll = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  records: readonly CountedRecord[],
): Promise<void> => {
  for (const patientId of patientsOf(records)) await tellPatientFile(tx, actor, patientId)
  await tellPackages(tx, actor, [id])
}

interface RecordsChange {
  readonly action: 'package.records_added' | 'package.records_removed'
  readonly check: (records: readonly CountedRecord[]) => void
  readonly move: typeof countRecord
}

/** What becomes of records on a package, of all of them or of none. */
const changeRecords =
  ({ action, check, move }: RecordsChange) =>
  (
    db: Database,
    actor: PracticeActor,
    id: number,
    recIds: readonly number[],
  ): Promise<WireText<SessionPackage>> =>
    change(db, actor, async (tx) => {
      const records = await holdRecords(tx, actor, recIds)
      let state: PackageState = await holdPackage(tx, actor, id)
      await requireServed(tx, actor, id, records)
      check(records)
      for (const record of records) state = await move(tx, actor, state, record)
      await tellAll(tx, actor, id, records)
      const detail = { records: records.map((record) => record.id) }
      return audited(
        { action, patientId: state.ownerId, subject: subjectOf(id), detail },
        await packageTextOf(tx, actor, id),
      )
    })

const refuseVoided = (records: readonly CountedRecord[]): void => {
  if (records.some(({ isVoided }) => isVoided)) throw new AppError('record_voided')
}

/** Counts records on a package; one that is on it already stays. */
export const addRecords = changeRecords({
  action: 'package.records_added',
  check: refuseVoided,
  move: countRecord,
})

/** A visit whose record leaves stays with the package, its session given back by hand. */
const takeRecordOff = async (
  tx: Tx,
  actor: PracticeActor,
  state: PackageState,
  { id: recordId, patientId }: CountedRecord,
): Promise<PackageState> => {
  const { practiceId } = actor
  const use = await findUseOfRecord(tx, practiceId, recordId)
  if (use?.packageId !== state.id) return state
  const { appointmentId } = use
  const after = await moveSession(tx, actor, {
    state,
    about: [use.state, 'returned'],
    moving: {
      cause: 'record_removed',
      patientId,
      recordId,
      appointmentId,
    },
  })
  await (appointmentId === null
    ? deleteUse(tx, practiceId, use.id)
    : updateUse(tx, practiceId, use.id, { record_id: null, state: 'returned', by_hand: true }))
  return after
}

/** Takes records off a package and gives their sessions back; one that is not on it stays where it is. */
export const removeRecords = changeRecords({
  action: 'package.records_removed',
  check: () => undefined,
  move: takeRecordOff,
})
