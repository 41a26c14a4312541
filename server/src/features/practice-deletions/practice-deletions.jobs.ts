import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { carryOut } from './practice-deletions.carry-out.service.ts'
import type { DeletionDependencies } from './practice-deletions.dependencies.ts'
import { remindOwners, sendNews } from './practice-deletions.mails.service.ts'
import { carryOutJob, deletionNews, remindJob, tellJob } from './practice-deletions.queue.ts'

export const practiceDeletionJobs = (dependencies: DeletionDependencies): JobHandlers => ({
  [carryOutJob]: ({ deletionId }) => carryOut(dependencies, Number(deletionId)),
  [remindJob]: ({ deletionId }) => remindOwners(dependencies, Number(deletionId)),
  [tellJob]: async ({ deletionId, userId, news: told }, { jobId }) => {
    const news = deletionNews.find((one) => one === told)
    if (news)
      await sendNews(dependencies, Number(deletionId), { id: `job-${jobId}`, userId: Number(userId), news })
  },
})
