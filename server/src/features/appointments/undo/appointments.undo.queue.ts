import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'

/** The job that deletes what a change of a series replaced. */
export const forgetUndo = 'appointments.forget_undo'

const keptMinutes = 10

/** What was kept to undo holds texts and a patient’s name: it goes although nobody changes a series again. */
export const forgetLater = (tx: Tx, practiceId: number, undoId: number, at: Date): Promise<void> =>
  enqueue(tx, forgetUndo, { practiceId, undoId }, { runAt: new Date(at.getTime() + keptMinutes * 60_000) })
