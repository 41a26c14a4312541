import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { RecordData } from '@ulna/contract/record-class/record-class.validation'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { keepNumber, numberInCase } from './records.numbers.repository.ts'
import { matchesCase, openCaseOf } from './records.open-case.service.ts'
import { findRecordState, type RecordState } from './records.repository.ts'

/**
 * Every case that a record names is one of its patient that counts (0600), whatever class it is written with. What it
 * named before stays, also where that case was voided since. The own case of a follow-up has its own rule.
 */
export const checkNamedCases = async (
  tx: Tx,
  actor: PracticeActor,
  {
    patientId,
    recordClass,
    data,
    before = {},
  }: {
    patientId: number
    recordClass: Pick<RecordClass, 'sections'>
    data: RecordData
    before?: RecordData | undefined
  },
): Promise<void> => {
  const named = valueFieldsOf(recordClass)
    .filter(({ field }) => field.type === 'case_select' && data[field.id] !== before[field.id])
    .map(({ field }) => data[field.id])
    .filter((id) => typeof id === 'number')
  const states = await Promise.all([...new Set(named)].map((id) => findRecordState(tx, actor.practiceId, id)))
  if (!states.every((state) => matchesCase(patientId, state))) throw new AppError('patient_record_not_match')
}

interface Move {
  readonly case_id: number
  readonly session_number: number
}

/**
 * A follow-up goes to another active case of its patient. It takes the next number there, or the one it had when it was
 * there before; the one it leaves is kept for it.
 */
export const moveFollowUp = async (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  caseId: number,
): Promise<Move> => {
  const { id, patientId, caseId: former, sessionNumber } = record
  if (former === null || sessionNumber === null) throw new AppError('patient_record_not_match')
  const { id: to } = openCaseOf(patientId, await findRecordState(tx, actor.practiceId, caseId))
  await keepNumber(tx, actor.practiceId, { id, caseId: former, sessionNumber })
  return { case_id: to, session_number: await numberInCase(tx, actor.practiceId, to, id) }
}
