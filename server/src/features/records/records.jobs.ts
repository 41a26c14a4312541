import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { expireDocumentJob, type Removing, removeTemporaryDocument } from './records.expiry.service.ts'

export const recordJobs = (removing: Removing): JobHandlers => ({
  [expireDocumentJob]: ({ practiceId, recordId }) =>
    removeTemporaryDocument(removing, Number(practiceId), Number(recordId)),
})
