import { transaction } from '../../../platform/database/database.ts'
import type { JobHandlers } from '../../../platform/jobs/jobs.ts'
import type { Database } from '../../../platform/use-case.ts'
import { forgetUndo } from './appointments.undo.queue.ts'
import { deleteUndo } from './appointments.undo.repository.ts'

export const undoJobs = ({ db }: { readonly db: Database }): JobHandlers => ({
  [forgetUndo]: ({ practiceId, undoId }) =>
    transaction(db.queries, { practiceId: Number(practiceId), userId: 0 }, 'read write', (tx) =>
      deleteUndo(tx, Number(practiceId), Number(undoId)),
    ),
})
