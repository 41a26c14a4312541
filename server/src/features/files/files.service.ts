import type { PracticeActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import { queueExpiry } from './files.queue.ts'
import { findPatientFiles } from './files.repository.ts'

/** The files of a patient's records, as wire JSON for the file; what is in them is clinical. */
export const patientFilesOf = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<string> =>
  actor.clinical ? findPatientFiles(tx, actor.practiceId, patientId) : '[]'

/** A temporary document goes with its files when nobody completed it within a day. */
export const expireLater = (tx: Tx, actor: PracticeActor, recordId: number): Promise<void> =>
  queueExpiry(tx, actor.practiceId, recordId)
