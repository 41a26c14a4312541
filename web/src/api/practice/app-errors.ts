import { rankErrors } from '@ulna/contract/roles'
import { hasKey } from '../http/api-error.ts'
import { messages } from '../http/messages.ts'
import { loadSession } from '../session/load-session.ts'
import { noteMovedPractice } from '../session/moved-practice.ts'
import { createErrorReporter } from '../session/report-error.ts'
import { changeSession } from '../session/session.ts'

const report = createErrorReporter({
  expireSession: () => changeSession({ sessionExpired: true }),
  requirePractice: () => changeSession({ practiceRequired: true }),
  movePractice: noteMovedPractice,
  rejectAccess: (accessRejected) => changeSession({ accessRejected }),
  queue: messages.queue,
})

const missingRights = [...Object.values(rankErrors), 'clinical_access_required', 'practice_closing'] as const

/** The page believed in a right that is gone, so it asks anew what this person is; the next action says the rest. */
export const noticeMissingRight = (error: unknown): void => {
  if (hasKey(error, ...missingRights)) loadSession().catch(report)
}

/** What every failed call of the app goes through, unless its caller shows the error itself. */
export const reportError = (error: unknown): void => {
  report(error)
  noticeMissingRight(error)
}
