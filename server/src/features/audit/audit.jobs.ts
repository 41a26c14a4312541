import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import {
  lookAtReading,
  massReadingMail,
  type ReadingMailDependencies,
  readingLook,
  sendMassReading,
} from './mass-reading/audit.mass-reading.service.ts'

export const auditJobs = (dependencies: ReadingMailDependencies): JobHandlers => ({
  [readingLook]: ({ practiceId, userId }) =>
    lookAtReading(dependencies.db, { practiceId: Number(practiceId), userId: Number(userId) }),
  [massReadingMail]: ({ practiceId, userId, ownerId, filesInHour, filesInDay, listed }, { jobId }) =>
    sendMassReading(dependencies, {
      id: `job-${jobId}`,
      ...{ practiceId: Number(practiceId), userId: Number(userId), ownerId: Number(ownerId) },
      ...{ filesInHour: Number(filesInHour), filesInDay: Number(filesInDay), listed: Number(listed) },
    }),
})
