import type { documentSubtypes, RecordRow } from '@ulna/contract/records/records'
import { isTemporary } from '@ulna/contract/records/records.policy'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson, type WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import {
  completeTemporaryRecord,
  type RecordColumns,
  updateRecord,
  updateTemporaryRecord,
} from './records.change.repository.ts'
import { refuseFutureDate } from './records.dates.service.ts'
import { authorize, openRecord, refuseOlder } from './records.open.service.ts'
import type { RecordState } from './records.repository.ts'
import { recordTextOf } from './records.service.ts'
import { checkedDataOf, instantOf, nameOf } from './records.write.service.ts'

export type DocumentSubtype = (typeof documentSubtypes)[number]

/** What may be completed with it. */
export interface SubtypeChange {
  readonly date?: string | undefined
  readonly data?: Record<string, unknown> | undefined
  readonly version?: number | undefined
}

const columnsOf = async (
  tx: Tx,
  practiceId: number,
  classes: RecordClasses,
  { record, subtype, input }: { record: RecordState; subtype: DocumentSubtype; input: SubtypeChange },
): Promise<RecordColumns> => {
  const recordClass = await classes.version(tx, practiceId, record.classId, record.classVersion)
  const given: unknown = input.data ?? parseJson(record.data)
  const data = checkedDataOf(recordClass, { type: record.type, subtype }, given)
  const date = instantOf(input.date)
  return {
    subtype,
    data: JSON.stringify(data),
    name: nameOf(data),
    ...(date === null ? {} : { occurred_at: date }),
  }
}

/** Nothing becomes temporary again: it would be removed. */
const requireWay = (record: RecordState, subtype: DocumentSubtype): void => {
  if (record.type !== 'document') throw new AppError('patient_record_not_match')
  if (subtype === 'temporal' && !isTemporary(record)) throw invalidField('subtype', 'field_option')
}

const writeOf = (record: RecordState, subtype: DocumentSubtype): typeof updateRecord => {
  if (!isTemporary(record)) return updateRecord
  return subtype === 'temporal' ? updateTemporaryRecord : completeTemporaryRecord
}

/** Says what a document is. A temporary one is complete by that: what it says is its first version, and it stays. */
export const changeSubtype = (
  db: Database,
  classes: RecordClasses,
  actor: PracticeActor,
  { id, subtype, input }: { id: number; subtype: DocumentSubtype; input: SubtypeChange },
): Promise<WireText<RecordRow>> =>
  change(db, actor, async (tx) => {
    const open = await openRecord(tx, actor, id)
    const { record } = open
    requireWay(record, subtype)
    await refuseOlder(tx, actor, record, input.version)
    const edited = authorize(actor, 'edit', open)
    await refuseFutureDate(tx, actor, input.date)
    const columns = await columnsOf(tx, actor.practiceId, classes, { record, subtype, input })
    const by = { doctorId: actor.doctorId, reason: null }
    await writeOf(record, subtype)(tx, actor.practiceId, edited, { columns, by })
    await tellPatientFile(tx, actor, record.patientId)
    const subject = { type: 'record', id }
    const detail = { fields: Object.keys(columns), subtype }
    return audited(
      { action: 'record.update', patientId: record.patientId, subject, detail },
      await recordTextOf(tx, actor, id),
    )
  })
