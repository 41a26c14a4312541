import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { type RecordData, validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { documentSubtypes, type RecordRow, type recordInput } from '@ulna/contract/records/records'
import { instantOfDay } from '@ulna/contract/records/records.dates.rules'
import { isTemporary } from '@ulna/contract/records/records.policy'
import type * as z from 'zod/mini'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { lockTrail } from '../../platform/audit/audit.strands.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, parseJson, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { lockPatientFile, noteControl } from '../patients/patients.service.ts'
import {
  type Countable,
  countableOf,
  countFollowUp,
} from '../session-packages/session-packages.follow-ups.service.ts'
import { checkNamedCases } from './records.case-choice.service.ts'
import { updateRecord } from './records.change.repository.ts'
import { refuseBeforeCase, refuseFutureDate } from './records.dates.service.ts'
import { expireLater } from './records.expiry.service.ts'
import { findNextNumber } from './records.numbers.repository.ts'
import { refuseOlder } from './records.open.service.ts'
import { openCaseOf } from './records.open-case.service.ts'
import { findMedicalHistory, findRecordState, type RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'
import { insertRecord } from './records.write.repository.ts'

export type RecordInput = z.output<typeof recordInput>

/** Data as it is stored; every field that is wrong is told at once. */
export const checkedData = (recordClass: RecordClass, data: unknown): RecordData => {
  const checked = validateRecordData(recordClass, data)
  if (checked.errors) throw new AppError('invalid_request', { fields: checked.errors })
  return checked.data
}

const withoutDuty = (field: RecordField): RecordField => ({
  ...field,
  required: false,
  ...(field.subfields ? { subfields: field.subfields.map(withoutDuty) } : {}),
})

/** The class with nothing required: what is not there yet, a temporary document may do without. */
const withoutRequired = (recordClass: RecordClass): RecordClass => ({
  ...recordClass,
  sections: recordClass.sections.map((section) => ({
    ...section,
    fields: section.fields.map(withoutDuty),
  })),
})

const withoutRules = (field: RecordField): RecordField => {
  const { validations: _, ...free } = field
  return field.subfields ? { ...free, subfields: field.subfields.map(withoutRules) } : free
}

/** The class with nothing asked for and no answer that depends on another: of a record some of whose answers stayed behind. */
export const withoutDuties = (recordClass: RecordClass): RecordClass => {
  const { sections, ...rest } = withoutRequired(recordClass)
  return {
    ...rest,
    sections: sections.map((section) => ({ ...section, fields: section.fields.map(withoutRules) })),
  }
}

/** The same for a kind of record: a temporary document need not be complete yet. */
export const checkedDataOf = (
  recordClass: RecordClass,
  kind: { readonly type: string; readonly subtype?: string | null | undefined },
  data: unknown,
): RecordData => checkedData(isTemporary(kind) ? withoutRequired(recordClass) : recordClass, data)

/** A class names its subtype; a document says itself what it is, or becomes (product-decisions.md §6). */
const subtypesOf = ({ type, subType }: RecordClass): readonly (string | null)[] => {
  if (subType !== null || type !== 'document') return [subType]
  return [null, ...documentSubtypes]
}

/** A record must say what its class says it is. */
const checkKind = (recordClass: RecordClass, input: RecordInput): void => {
  if (input.type !== recordClass.type) throw invalidField('type', 'field_option')
  const subtype = input.subtype ?? null
  if (!subtypesOf(recordClass).includes(subtype)) throw invalidField('subtype', 'field_option')
}

/** What a record is called: a case by its diagnosis, a document by its title. */
export const nameOf = (data: RecordData): string | null =>
  typeof data.name === 'string' ? data.name.slice(0, 200) : null

/** What a record is dated by; null is now. */
export const instantOf = (date: string | undefined): string | null =>
  date === undefined ? null : instantOfDay(date)

const isFollowUp = (input: RecordInput): boolean => input.type === 'control' && input.subtype === 'follow_up'
const isCase = (input: RecordInput): boolean => input.type === 'control' && input.subtype === 'case'

/** The case that the data of a follow-up names. */
const caseNamedBy = (input: RecordInput): number | null => {
  const caseId = input.data.case
  return isFollowUp(input) && Number.isSafeInteger(caseId) ? Number(caseId) : null
}

/** The case of a follow-up: of the same patient (else 0600), counting, and active (else case_closed). */
const caseOfFollowUp = (
  actor: PracticeActor,
  input: RecordInput,
  caseId: unknown,
  state: RecordState | undefined,
): number => {
  if (typeof caseId !== 'number') throw invalidField('data.case', 'field_required')
  const opened = openCaseOf(input.ownerId, state)
  refuseBeforeCase(actor, 'date', input.date, opened)
  return opened.id
}

interface Written {
  readonly id: number
  readonly answer: WireText<RecordRow>
}

const writeNew = async (
  tx: Tx,
  actor: PracticeActor,
  {
    recordClass,
    input,
    data,
    found,
    number,
    countable,
  }: {
    recordClass: RecordClass
    input: RecordInput
    data: RecordData
    found: RecordState | undefined
    /** Of the next follow-up of the case. */
    number: number | null
    countable: Countable
  },
): Promise<Written> => {
  const caseId = isFollowUp(input) ? caseOfFollowUp(actor, input, data.case, found) : null
  const record = {
    practiceId: actor.practiceId,
    patientId: input.ownerId,
    authorId: actor.doctorId,
    type: input.type,
    subtype: input.subtype ?? null,
    classId: recordClass.classId,
    classVersion: recordClass.version,
    name: nameOf(data),
    occurredAt: instantOf(input.date),
    data: JSON.stringify(data),
    caseId,
    sessionNumber: number,
    caseStatus: isCase(input) ? ('active' as const) : null,
  }
  const writing = insertRecord(tx, record, actor.timezone)
  const noting =
    input.type === 'control' ? noteControl(tx, actor, input.ownerId, record.occurredAt) : undefined
  const telling = tellPatientFile(tx, actor, input.ownerId)
  // The last one sent: whoever cannot write the trail is told so, and not that the transaction was over.
  if (!countable) lockTrail(tx, actor.practiceId)
  const [{ id, wire }] = await Promise.all([writing, noting, telling])
  await countFollowUp(tx, actor, {
    followUp: { recordId: id, patientId: input.ownerId, occurredAt: record.occurredAt },
    found: countable,
  })
  return { id, answer: answerText(wire) }
}

/**
 * A patient has one medical history. Saving again keeps what it said as a version and makes the writer the author of
 * the new one; it adds, so the lock of the file does not stand in its way.
 */
const writeHistoryVersion = async (
  tx: Tx,
  actor: PracticeActor,
  {
    existing,
    recordClass,
    input,
    data,
  }: { existing: RecordState; recordClass: RecordClass; input: RecordInput; data: RecordData },
): Promise<Written> => {
  if (existing.signed) throw new AppError('record_signed')
  await refuseOlder(tx, actor, existing, input.version)
  const date = instantOf(input.date)
  const columns = {
    author_id: actor.doctorId,
    class_id: recordClass.classId,
    class_version: recordClass.version,
    name: nameOf(data),
    data: JSON.stringify(data),
    ...(date === null ? {} : { occurred_at: date }),
  }
  // Any clinical member may write a new version of the medical history (decision 0006).
  const by = { doctorId: actor.doctorId, reason: null }
  await updateRecord(tx, actor.practiceId, authorized(existing), { columns, by })
  await tellPatientFile(tx, actor, existing.patientId)
  return { id: existing.id, answer: await recordTextOf(tx, actor, existing.id) }
}

/** What names cases without being looked at: a follow-up's own, which has its own rule, and what a history said before. */
const namedBefore = (input: RecordInput, existing: RecordState | undefined): RecordData => {
  if (isFollowUp(input)) return { case: input.data.case }
  return existing ? parseJson(existing.data) : {}
}

/** Writes a record with its first version. The patient's row is locked, so numbers and the lock of the file hold. */
export const writeRecord = (
  db: Database,
  classes: RecordClasses,
  actor: PracticeActor,
  input: RecordInput,
): Promise<WireText<RecordRow>> =>
  change(db, actor, async (tx) => {
    // Sent together; behind the lock of the patient nobody else changes what the others answer.
    const caseId = caseNamedBy(input)
    const [recordClass, , existing, found, number, countable] = await Promise.all([
      classes.newest(tx, actor.practiceId, input.recordClassId),
      lockPatientFile(tx, actor, input.ownerId),
      input.type === 'med_hist' ? findMedicalHistory(tx, actor.practiceId, input.ownerId) : undefined,
      caseId === null ? undefined : findRecordState(tx, actor.practiceId, caseId),
      caseId === null ? null : findNextNumber(tx, actor.practiceId, caseId),
      isFollowUp(input) ? countableOf(tx, actor, input.ownerId, instantOf(input.date)) : undefined,
      refuseFutureDate(tx, actor, input.date),
    ])
    checkKind(recordClass, input)
    const data = checkedDataOf(recordClass, input, input.data)
    await checkNamedCases(tx, actor, {
      patientId: input.ownerId,
      recordClass,
      data,
      before: namedBefore(input, existing),
    })
    const { id, answer } = existing
      ? await writeHistoryVersion(tx, actor, { existing, recordClass, input, data })
      : await writeNew(tx, actor, { recordClass, input, data, found, number, countable })
    if (isTemporary(input)) await expireLater(tx, actor.practiceId, id)
    const detail = {
      class: recordClass.classId,
      version: recordClass.version,
      newVersion: existing !== undefined,
    }
    return audited(
      { action: 'record.create', patientId: input.ownerId, subject: { type: 'record', id }, detail },
      answer,
    )
  })
