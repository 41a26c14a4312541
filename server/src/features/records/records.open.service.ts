import {
  type Decision,
  type RecordAction,
  type RecordSituation,
  recordCan,
} from '@ulna/contract/records/records.policy'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { lockPatientFile } from '../patients/patients.service.ts'
import { findRecordState, type RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'

/** A record that is about to change. */
export interface OpenRecord {
  readonly record: RecordState
  readonly unlocked: boolean
  readonly now: number
}

/** The record and the lock of its file, both held until the transaction ends: patient first, as every write does. */
export const openRecord = async (tx: Tx, actor: PracticeActor, id: number): Promise<OpenRecord> => {
  const found = await findRecordState(tx, actor.practiceId, id)
  if (!found) throw new AppError('not_found')
  const [patient, now] = await Promise.all([lockPatientFile(tx, actor, found.patientId), databaseNow(tx)])
  const record = await findRecordState(tx, actor.practiceId, id)
  if (!record) throw new AppError('not_found')
  return { record, unlocked: patient.unlocked, now }
}

/** Refuses by a rule that the web reads too. */
export const authorizeBy = (
  actor: PracticeActor,
  rule: (situation: RecordSituation) => Decision,
  { record, unlocked, now }: OpenRecord,
): void => {
  const decision = rule({
    record: { ...record, createdAt: record.createdAt.toISOString() },
    patient: { unlocked },
    actor: { doctorId: actor.doctorId, rank: actor.role, clinical: actor.clinical },
    editWindowHours: actor.configurations.records.editWindowHours,
    now: new Date(now),
  })
  if (decision !== 'allowed') throw new AppError(decision)
}

/** Refuses what the policy of records forbids; answers the record as one that may be written. */
export const authorize = (
  actor: PracticeActor,
  action: RecordAction,
  open: OpenRecord,
): Authorized<RecordState> => {
  authorizeBy(actor, recordCan[action], open)
  return authorized(open.record)
}

/** version_conflict, with what is there now, for who saw another version. */
export const refuseOlder = (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  version?: number,
): Promise<void> =>
  refuseStale(version, record, async () => (await recordTextOf(tx, actor, record.id)).value())
