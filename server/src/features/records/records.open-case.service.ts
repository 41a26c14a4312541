import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { findRecordState, type RecordState } from './records.repository.ts'

/** Whether it is a case of the patient that counts. */
export const matchesCase = (patientId: number, state: RecordState | undefined): state is RecordState =>
  state !== undefined &&
  state.patientId === patientId &&
  state.type === 'control' &&
  state.subtype === 'case' &&
  !state.voided

/** Refuses what is no case of the patient that counts (0600), and one that is not active (case_closed). */
export const openCaseOf = (patientId: number, state: RecordState | undefined): RecordState => {
  if (!matchesCase(patientId, state)) throw new AppError('patient_record_not_match')
  if (state.caseStatus !== 'active') throw new AppError('case_closed')
  return state
}

/** The same of a case that has to be looked up; one that is not here is not_found. */
export const requireOpenCase = async (
  tx: Tx,
  actor: PracticeActor,
  patientId: number,
  caseId: number,
): Promise<void> => {
  const state = await findRecordState(tx, actor.practiceId, caseId)
  if (!state) throw new AppError('not_found')
  openCaseOf(patientId, state)
}
