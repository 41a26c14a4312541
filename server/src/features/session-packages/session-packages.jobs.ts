import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { expireJob, tellExpiry } from './session-packages.expiry.service.ts'

export const packageJobs = ({ db }: { db: Database }): JobHandlers => ({
  [expireJob]: ({ practiceId, packageId }) => tellExpiry(db, Number(practiceId), Number(packageId)),
})
