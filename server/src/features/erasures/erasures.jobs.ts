import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { drawUpAct } from './acts/erasures.acts.paper.service.ts'
import { certify } from './certificates/erasures.certificates.service.ts'
import type { ErasurePaperDependencies } from './certificates/erasures.papers.service.ts'
import { carryOut } from './erasures.carry-out.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'
import { carryOutJob, certifyJob, drawUpActJob } from './erasures.queue.ts'

export const erasureJobs = (dependencies: ErasureDependencies & ErasurePaperDependencies): JobHandlers => ({
  [carryOutJob]: ({ practiceId, erasureId }) =>
    carryOut(dependencies, { practiceId: Number(practiceId), erasureId: Number(erasureId) }),
  [certifyJob]: ({ practiceId, erasureId }) =>
    certify(dependencies, { practiceId: Number(practiceId), erasureId: Number(erasureId) }),
  [drawUpActJob]: ({ practiceId, actId }) =>
    drawUpAct(dependencies, { practiceId: Number(practiceId), actId: Number(actId) }),
})
