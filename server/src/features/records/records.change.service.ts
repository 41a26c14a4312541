import type { recordChange } from '@ulna/contract/records'
import type * as z from 'zod/mini'
import type { PracticeActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { WireText } from '../../platform/wire.ts'
import { forgetFiles } from '../files/files.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { tellFile } from '../patients/patients.news.service.ts'
import { recountControls } from '../patients/patients.service.ts'
import { giveBackRecord } from '../session-packages/session-packages.follow-ups.service.ts'
import {
  type CaseState,
  changeCaseState,
  countFollowUps,
  type RecordColumns,
  updateRecord,
  updateTemporaryRecord,
  voidRecordRow,
} from './records.change.repository.ts'
import { removeTemporaryRow } from './records.expiry.service.ts'
import { authorize, type OpenRecord, openRecord, refuseStale } from './records.open.service.ts'
import type { RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'
import { isTemporary } from './records.temporary.ts'
import { checkedDataOf, instantOf, nameOf } from './records.write.service.ts'

export type RecordChange = z.output<typeof recordChange>

/** A follow-up stays with its case: moving it would change the numbers of both. Data that names no case keeps it. */
const withOwnCase = (record: RecordState, data: Record<string, unknown>): Record<string, unknown> => {
  if (record.caseId === null) return data
  if (data.case !== undefined && data.case !== record.caseId) throw new AppError('patient_record_not_match')
  return { ...data, case: record.caseId }
}

const contentColumns = async (
  tx: Tx,
  practiceId: number,
  classes: RecordClasses,
  record: RecordState,
  input: RecordChange,
): Promise<RecordColumns> => {
  const date = instantOf(input.date)
  const when = date === null ? {} : { occurred_at: date }
  if (input.data === undefined) return when
  const recordClass = await classes.version(tx, practiceId, record.classId, record.classVersion)
  const data = checkedDataOf(recordClass, record, withOwnCase(record, input.data))
  return { ...when, data: JSON.stringify(data), name: nameOf(data) }
}

const isContent = (input: RecordChange): boolean => input.data !== undefined || input.date !== undefined

/** Closing asks how it ended and when; reopening asks why (decisions.md §6). Null: its state stays. */
const caseStateOf = (actor: PracticeActor, open: OpenRecord, input: RecordChange): CaseState | null => {
  const { record } = open
  if (input.caseStatus === undefined || input.caseStatus === record.caseStatus) return null
  if (input.caseStatus === 'active') {
    authorize(actor, 'reopen', open)
    if (!input.reason) throw invalidField('reason', 'field_required')
    return { status: 'active', outcome: null, closedOn: null }
  }
  authorize(actor, 'close', open)
  if (!input.caseOutcome) throw invalidField('caseOutcome', 'field_required')
  if (!input.caseClosedOn) throw invalidField('caseClosedOn', 'field_required')
  return { status: 'closed', outcome: input.caseOutcome, closedOn: input.caseClosedOn.slice(0, 10) }
}

const actionOf = (state: CaseState | null) => {
  if (state === null) return 'record.update' as const
  return state.status === 'closed' ? ('case.close' as const) : ('case.reopen' as const)
}

const stateFields = (state: CaseState | null): string[] =>
  state ? ['case_status', 'case_outcome', 'case_closed_on'] : []

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
    const state = caseStateOf(actor, open, input)
    const changesContent = isContent(input) || state === null
    if (changesContent) authorize(actor, 'edit', open)
    const columns = await contentColumns(tx, actor.practiceId, classes, record, input)
    const by = { doctorId: actor.doctorId, reason: input.reason ?? null }
    const write = isTemporary(record) ? updateTemporaryRecord : updateRecord
    if (changesContent) await write(tx, actor.practiceId, id, columns, by)
    if (state) await changeCaseState(tx, actor.practiceId, id, state, by)
    if (record.type === 'control') await recountControls(tx, actor, record.patientId)
    await tellFile(tx, actor, record.patientId)
    const detail = { fields: [...Object.keys(columns), ...stateFields(state)] }
    const answer = await recordTextOf(tx, actor, id)
    return audited(
      { action: actionOf(state), patientId: record.patientId, subject: { type: 'record', id }, detail },
      answer,
    )
  })

/** A document that its author gives up before it says anything: nobody's record yet, so it goes with its files. */
const discardTemporary = async (tx: Tx, { practiceId }: PracticeActor, record: RecordState) => {
  await forgetFiles(tx, practiceId, record.id)
  if (!(await removeTemporaryRow(tx, record.id, true))) throw new AppError('not_found')
  const { id, patientId } = record
  await tellFile(tx, { practiceId }, patientId)
  return audited({ action: 'record.void', patientId, subject: { type: 'record', id } }, { id })
}

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
    if (isTemporary(open.record) && reason === undefined) return discardTemporary(tx, actor, open.record)
    if (reason === undefined) throw invalidField('reason', 'field_required')
    const { record } = open
    if (record.subtype === 'case' && (await countFollowUps(tx, actor.practiceId, id)) > 0)
      throw new AppError('case_has_follow_ups')
    await voidRecordRow(tx, actor.practiceId, id, { userId: actor.userId, doctorId: actor.doctorId, reason })
    if (record.type === 'control') {
      await recountControls(tx, actor, record.patientId)
      await giveBackRecord(tx, actor, id)
    }
    await tellFile(tx, actor, record.patientId)
    return audited(
      { action: 'record.void', patientId: record.patientId, subject: { type: 'record', id } },
      { id },
    )
  })
