import type { Patient } from '@ulna/contract/patients/patients'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, parseJson, type WireText } from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { writeArchived } from './patients.archive.repository.ts'
import { tellPatientFile } from './patients.news.service.ts'
import { keepPatientVersion, lockPatientRow, type PatientState } from './patients.repository.ts'
import { patientWireOf } from './patients.service.ts'

/** The patient, archived or not, locked until the transaction ends; refused when they are not here or changed since. */
export const lockForArchive = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<Authorized<PatientState>> => {
  const state = await lockPatientRow(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  await refuseStale(version, state, async () => parseJson(await patientWireOf(tx, actor, id)))
  return authorized(state)
}

/** Archives a patient, with a reason or none, or brings one back (undefined): a version, and news to open pages. */
export const setArchived = async (
  tx: Tx,
  actor: PracticeActor,
  patient: Authorized<PatientState>,
  reason: string | null | undefined,
): Promise<void> => {
  await writeArchived(tx, actor.practiceId, patient, reason)
  await keepPatientVersion(tx, actor.practiceId, patient.id, actor.userId)
  await tellPatientFile(tx, actor, patient.id)
  await announce(tx, actor.practiceId, { topic: 'patients', ids: [patient.id] })
}

/** Keeps a patient as they are after some of what stood there was erased, by whose decision. */
export const keepAfterErasure = (tx: Tx, practiceId: number, id: number, userId: number): Promise<void> =>
  keepPatientVersion(tx, practiceId, id, userId)

/** The whole patient, as an answer. */
export const patientAnswerOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<Patient>> =>
  answerText(await patientWireOf(tx, actor, id))
