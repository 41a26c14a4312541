import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { carryOut } from './erasures.carry-out.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import { carryOutJob } from './erasures.queue.ts'

export const erasureJobs = (dependencies: ErasureDependencies): JobHandlers => ({
  [carryOutJob]: ({ practiceId, erasureId }) =>
    carryOut(dependencies, { practiceId: Number(practiceId), erasureId: Number(erasureId) }),
})
