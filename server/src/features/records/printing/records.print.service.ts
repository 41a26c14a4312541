import type { Printing, printedInput } from '@ulna/contract/records/records.print'
import type * as z from 'zod/mini'
import { invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../../platform/use-case.ts'
import { requirePatient } from '../../patients/patients.service.ts'
import { requireRecordOfPatient } from '../records.service.ts'

export type PrintedInput = z.output<typeof printedInput>

/** The record that is printed, or whose case is; a whole file names none. */
const subjectOf = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  { scope, recordId }: PrintedInput,
): Promise<{ subject?: { type: string; id: number } }> => {
  if (scope === 'file') return {}
  if (recordId === undefined) throw invalidField('recordId', 'field_required')
  await requireRecordOfPatient(tx, actor, patientId, recordId)
  return { subject: { type: 'record', id: recordId } }
}

/** Paper leaves the house: the trail says who took what, before it is printed (promises.md D5). */
export const notePrinting = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  input: PrintedInput,
): Promise<Printing> =>
  change(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const subject = await subjectOf(tx, actor, patientId, input)
    const at = new Date(await databaseNow(tx)).toISOString()
    const detail = { scope: input.scope }
    return audited({ action: 'record.print', patientId, ...subject, detail }, { at })
  })
