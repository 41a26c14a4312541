import type { recordChange } from '@ulna/contract/records'
import { type RecordAction, recordCan } from '@ulna/contract/records.policy'
import type * as z from 'zod/mini'
import type { PracticeActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database.ts'
import { databaseNow } from '../../platform/database-clock.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { WireText } from '../../platform/wire.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { lockPatientFile, recountControls } from '../patients/patients.service.ts'
import {
  countFollowUps,
  type RecordColumns,
  updateRecord,
  voidRecordRow,
} from './records.change.repository.ts'
import { findRecordState, type RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'
import { checkedData, instantOf, nameOf } from './records.write.service.ts'

export type RecordChange = z.output<typeof recordChange>

interface OpenRecord {
  readonly record: RecordState
  readonly unlocked: boolean
  readonly now: number
}

/** The record and the lock of its file, both held until the transaction ends: patient first, as every write does. */
const openRecord = async (tx: Tx, actor: PracticeActor, id: number): Promise<OpenRecord> => {
  const found = await findRecordState(tx, actor.practiceId, id)
  if (!found) throw new AppError('not_found')
  const [patient, now] = await Promise.all([lockPatientFile(tx, actor, found.patientId), databaseNow(tx)])
  const record = await findRecordState(tx, actor.practiceId, id)
  if (!record) throw new AppError('not_found')
  return { record, unlocked: patient.unlocked, now }
}

/** Refuses by the table that the web reads too. */
const authorize = (
  actor: PracticeActor,
  action: RecordAction,
  { record, unlocked, now }: OpenRecord,
): void => {
  const decision = recordCan[action]({
    record: { ...record, createdAt: record.createdAt.toISOString() },
    patient: { unlocked },
    actor: { doctorId: actor.doctorId, rank: actor.role, clinical: actor.clinical },
    editWindowHours: actor.configurations.records.editWindowHours,
    now: new Date(now),
  })
  if (decision !== 'allowed') throw new AppError(decision)
}

const refuseStale = async (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  version?: number,
): Promise<void> => {
  if (version === undefined || version === record.version) return
  const current: unknown = JSON.parse((await recordTextOf(tx, actor, record.id)).payload)
  throw new AppError('version_conflict', { metadata: { current } })
}

/** A follow-up stays with its case: moving it would change the numbers of both. Data that names no case keeps it. */
const withOwnCase = (record: RecordState, data: Record<string, unknown>): Record<string, unknown> => {
  if (record.caseId === null) return data
  if (data.case !== undefined && data.case !== record.caseId) throw new AppError('patient_record_not_match')
  return { ...data, case: record.caseId }
}

const contentColumns = async (
  tx: Tx,
  classes: RecordClasses,
  record: RecordState,
  input: RecordChange,
): Promise<RecordColumns> => {
  const date = instantOf(input.date)
  const when = date === null ? {} : { occurred_at: date }
  if (input.data === undefined) return when
  const recordClass = await classes.version(tx, record.classId, record.classVersion)
  const data = checkedData(recordClass, withOwnCase(record, input.data))
  return { ...when, data: JSON.stringify(data), name: nameOf(data) }
}

const isContent = (input: RecordChange): boolean => input.data !== undefined || input.date !== undefined

/** Closing asks how it ended and when; reopening asks why (decisions.md §6). */
const caseColumns = (actor: PracticeActor, open: OpenRecord, input: RecordChange): RecordColumns => {
  const { record } = open
  if (input.caseStatus === undefined || input.caseStatus === record.caseStatus) return {}
  if (input.caseStatus === 'active') {
    authorize(actor, 'reopen', open)
    if (!input.reason) throw invalidField('reason', 'field_required')
    return { case_status: 'active', case_outcome: null, case_closed_on: null }
  }
  authorize(actor, 'close', open)
  if (!input.caseOutcome) throw invalidField('caseOutcome', 'field_required')
  if (!input.caseClosedOn) throw invalidField('caseClosedOn', 'field_required')
  return {
    case_status: 'closed',
    case_outcome: input.caseOutcome,
    case_closed_on: input.caseClosedOn.slice(0, 10),
  }
}

const actionOf = (columns: RecordColumns) => {
  if (columns.case_status === 'closed') return 'case.close' as const
  return columns.case_status === 'active' ? ('case.reopen' as const) : ('record.update' as const)
}

/** Changes content, or closes and reopens a case; what it said before stays as a version. */
export const changeRecord = (
  db: Database,
  classes: RecordClasses,
  actor: PracticeActor,
  id: number,
  input: RecordChange,
): Promise<WireText> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    const { record } = open
    await refuseStale(tx, actor, record, input.version)
    const status = caseColumns(actor, open, input)
    if (isContent(input) || Object.keys(status).length === 0) authorize(actor, 'edit', open)
    const columns = { ...(await contentColumns(tx, classes, record, input)), ...status }
    await updateRecord(tx, actor.practiceId, id, columns, {
      doctorId: actor.doctorId,
      reason: input.reason ?? null,
    })
    if (record.type === 'control') await recountControls(tx, actor, record.patientId)
    const detail = { fields: Object.keys(columns) }
    const answer = await recordTextOf(tx, actor, id)
    return audited(
      { action: actionOf(columns), patientId: record.patientId, subject: { type: 'record', id }, detail },
      answer,
    )
  })

/** A record entered in error: it stays visible with the reason and no longer counts. A case with follow-ups stays. */
export const voidRecord = (
  db: Database,
  actor: PracticeActor,
  id: number,
  reason: string | undefined,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    authorize(actor, 'void', open)
    if (reason === undefined) throw invalidField('reason', 'field_required')
    const { record } = open
    if (record.subtype === 'case' && (await countFollowUps(tx, actor.practiceId, id)) > 0)
      throw new AppError('case_has_follow_ups')
    await voidRecordRow(tx, actor.practiceId, id, { userId: actor.userId, doctorId: actor.doctorId, reason })
    if (record.type === 'control') await recountControls(tx, actor, record.patientId)
    return audited(
      { action: 'record.void', patientId: record.patientId, subject: { type: 'record', id } },
      { id },
    )
  })
