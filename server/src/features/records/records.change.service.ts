import { isDeepStrictEqual } from 'node:util'
import type { RecordData } from '@ulna/contract/record-class/record-class.validation'
import type { RecordRow, recordChange } from '@ulna/contract/records/records'
import { isTemporary } from '@ulna/contract/records/records.policy'
import type * as z from 'zod/mini'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { recountControls } from '../patients/patients.service.ts'
import { giveBackRecord } from '../session-packages/session-packages.follow-ups.service.ts'
import { checkNamedCases, moveFollowUp } from './records.case-choice.service.ts'
import {
  type CaseState,
  changeCaseState,
  countFollowUps,
  type RecordColumns,
  updateRecord,
  updateTemporaryRecord,
  voidRecordRow,
} from './records.change.repository.ts'
import { checkNewDate, closingDay } from './records.dates.service.ts'
import { type GoesAlong, type Removing, removeTemporary } from './records.expiry.service.ts'
import { authorize, type OpenRecord, openRecord, refuseOlder } from './records.open.service.ts'
import type { RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'
import { checkedDataOf, instantOf, nameOf } from './records.write.service.ts'

export type RecordChange = z.output<typeof recordChange>

/** Data of a follow-up that names no case keeps its own. */
const withOwnCase = (record: RecordState, data: RecordData): RecordData =>
  record.caseId === null ? data : { ...data, case: data.case ?? record.caseId }

/** What a change says besides what the record says already: a body may send back what a GET answered. */
const newContent = (record: RecordState, input: RecordChange): Pick<RecordChange, 'data' | 'date'> => {
  const date = instantOf(input.date)
  const data = input.data && withOwnCase(record, input.data)
  return {
    ...(date !== null && Date.parse(date) !== record.occurredAt.getTime() ? { date } : {}),
    ...(data && !isDeepStrictEqual(data, parseJson(record.data)) ? { data } : {}),
  }
}

const dataColumns = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  { record, given }: { record: RecordState; given: RecordData },
): Promise<RecordColumns> => {
  const recordClass = await classes.version(tx, actor.practiceId, record.classId, record.classVersion)
  const data = checkedDataOf(recordClass, record, given)
  const before = parseJson(record.data)
  const isFollowUp = record.caseId !== null
  const isMoved = isFollowUp && data.case !== record.caseId
  const move = isMoved ? await moveFollowUp(tx, actor, record, Number(data.case)) : {}
  const known = isFollowUp ? { ...before, case: data.case } : before
  await checkNamedCases(tx, actor, { patientId: record.patientId, recordClass, data, before: known })
  return { data: JSON.stringify(data), name: nameOf(data), ...move }
}

const contentColumns = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  { record, about: { date, data } }: { record: RecordState; about: Pick<RecordChange, 'data' | 'date'> },
): Promise<RecordColumns> => ({
  ...(date === undefined ? {} : { occurred_at: date }),
  ...(data === undefined ? {} : await dataColumns(tx, actor, classes, { record, given: data })),
})

/** A record in the case that it will be of, with the date that has to fit there: a new one, or its own when it moves. */
const datedAnew = (
  record: RecordState,
  { case_id: caseId }: RecordColumns,
  date: string | undefined,
): [RecordState, string | undefined] =>
  caseId === undefined
    ? [record, date]
    : [{ ...record, caseId: Number(caseId) }, date ?? record.occurredAt.toISOString()]

/** A closed case says how and when it ended until it is active again. */
const isOtherEnd = ({ caseOutcome, caseClosedOn }: RecordState, input: RecordChange): boolean =>
  (input.caseOutcome ?? caseOutcome) !== caseOutcome ||
  (input.caseClosedOn?.slice(0, 10) ?? caseClosedOn) !== caseClosedOn

/** A case that may be closed or reopened, and what it is then. */
interface CaseMove {
  readonly record: Authorized<RecordState>
  readonly state: CaseState
}

/** Closing asks how it ended and when; reopening asks why (product-decisions.md §6). Null: its state stays. */
const caseMoveOf = async (
  tx: Tx,
  actor: PracticeActor,
  open: OpenRecord,
  input: RecordChange,
): Promise<CaseMove | null> => {
  const { record } = open
  const asked = input.caseStatus ?? record.caseStatus
  if (asked === record.caseStatus) {
    if (asked === 'closed' && isOtherEnd(record, input)) authorize(actor, 'close', open)
    return null
  }
  if (asked === 'active') {
    const reopened = authorize(actor, 'reopen', open)
    if (!input.reason) throw invalidField('reason', 'field_required')
    return { record: reopened, state: { status: 'active', outcome: null, closedOn: null } }
  }
  const closed = authorize(actor, 'close', open)
  if (!input.caseOutcome) throw invalidField('caseOutcome', 'field_required')
  if (!input.caseClosedOn) throw invalidField('caseClosedOn', 'field_required')
  const { caseOutcome, caseClosedOn, date } = input
  const closedOn = await closingDay(tx, actor, record, { caseClosedOn, date })
  return { record: closed, state: { status: 'closed', outcome: caseOutcome, closedOn } }
}

const actionOf = (state: CaseState | undefined) => {
  if (state === undefined) return 'record.update' as const
  return state.status === 'closed' ? ('case.close' as const) : ('case.reopen' as const)
}

/** What the trail says of a follow-up that went to another case. */
const moveOf = (record: RecordState, columns: RecordColumns) =>
  columns.case_id === undefined ? {} : { movedFromCase: record.caseId, movedToCase: columns.case_id }

const stateFields = (moved: CaseMove | null): string[] =>
  moved ? ['case_status', 'case_outcome', 'case_closed_on'] : []

/** Changes content, or closes and reopens a case; what it said before stays as a version. */
export const changeRecord = (
  db: Database,
  classes: RecordClasses,
  actor: PracticeActor,
  { id, input }: { id: number; input: RecordChange },
): Promise<WireText<RecordRow>> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    const { record } = open
    await refuseOlder(tx, actor, record, input.version)
    const moved = await caseMoveOf(tx, actor, open, input)
    const content = newContent(record, input)
    const changesContent = Object.keys(content).length > 0
    const edited = changesContent ? authorize(actor, 'edit', open) : null
    const columns = await contentColumns(tx, actor, classes, { record, about: content })
    await checkNewDate(tx, actor, ...datedAnew(record, columns, content.date))
    const by = { doctorId: actor.doctorId, reason: input.reason ?? null }
    const write = isTemporary(record) ? updateTemporaryRecord : updateRecord
    if (edited) await write(tx, actor.practiceId, edited, { columns, by })
    if (moved) await changeCaseState(tx, actor.practiceId, moved.record, { state: moved.state, by })
    if (record.type === 'control') await recountControls(tx, actor, record.patientId)
    if (edited ?? moved) await tellPatientFile(tx, actor, record.patientId)
    const detail = {
      fields: [...Object.keys(columns), ...stateFields(moved)],
      ...moveOf(record, columns),
    }
    const answer = await recordTextOf(tx, actor, id)
    return audited(
      {
        action: actionOf(moved?.state),
        patientId: record.patientId,
        subject: { type: 'record', id },
        detail,
      },
      answer,
    )
  })

/** A document that its author gives up before it says anything: nobody's record yet, so it goes with its files. */
const discardTemporary = async (
  tx: Tx,
  goesAlong: GoesAlong,
  { practiceId }: PracticeActor,
  { id, patientId }: RecordState,
) => {
  if (!(await removeTemporary(tx, goesAlong, { practiceId, id }, 'at once'))) throw new AppError('not_found')
  await tellPatientFile(tx, { practiceId }, patientId)
  return audited({ action: 'record.void', patientId, subject: { type: 'record', id } }, { id })
}

/** A record entered in error: it stays visible with the reason and no longer counts. A case with follow-ups stays. */
export const voidRecord = (
  { db, goesAlong }: Removing,
  actor: PracticeActor,
  id: number,
  reason: string | undefined,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    const record = authorize(actor, 'void', open)
    if (isTemporary(record) && reason === undefined) return discardTemporary(tx, goesAlong, actor, record)
    if (reason === undefined) throw invalidField('reason', 'field_required')
    if (record.subtype === 'case' && (await countFollowUps(tx, actor.practiceId, id)) > 0)
      throw new AppError('case_has_follow_ups')
    await voidRecordRow(tx, actor.practiceId, record, {
      userId: actor.userId,
      doctorId: actor.doctorId,
      reason,
    })
    if (record.type === 'control') {
      await recountControls(tx, actor, record.patientId)
      await giveBackRecord(tx, actor, id)
    }
    await tellPatientFile(tx, actor, record.patientId)
    return audited(
      { action: 'record.void', patientId: record.patientId, subject: { type: 'record', id } },
      { id },
    )
  })
