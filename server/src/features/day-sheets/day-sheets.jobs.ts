import type { EveryMinute } from '../../platform/jobs/jobs.minutes.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { MakingDependencies } from './day-sheets.dependencies.ts'
import {
  askForEvenings,
  eveningJob,
  makeEveningSheets,
  removalJob,
  removeOldSheets,
} from './day-sheets.evening.service.ts'

const scan = 'day-sheets.scan'

export const daySheetsEveryMinute: EveryMinute = [scan]

export const daySheetJobs = (dependencies: MakingDependencies): JobHandlers => ({
  [scan]: () => askForEvenings(dependencies.db),
  [eveningJob]: ({ practiceId, evening }) =>
    makeEveningSheets(dependencies, Number(practiceId), String(evening)),
  [removalJob]: ({ practiceId }) => removeOldSheets(dependencies.db, Number(practiceId)),
})
