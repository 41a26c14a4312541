import { messages } from './messages.ts'
import { createErrorReporter } from './report-error.ts'
import { changeSession } from './session.ts'

/** What every failed call of the app goes through, unless its caller shows the error itself. */
export const reportError = createErrorReporter({
  expireSession: () => changeSession({ sessionExpired: true }),
  requirePractice: () => changeSession({ practiceRequired: true }),
  queue: messages.queue,
})
