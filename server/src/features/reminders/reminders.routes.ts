import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { implement, type Route } from '../../platform/http/route.ts'
import { chooseMails, type OptOutDependencies } from './reminders.opt-out.service.ts'
import { listMessages, sendConfirmation } from './reminders.service.ts'

export const reminderRoutes = (dependencies: OptOutDependencies): Route[] =>
  implement(reminderEndpoints, {
    messages: ({ actor, path }) => listMessages(dependencies.db, actor, path.id),
    confirm: ({ actor, path }) => sendConfirmation(dependencies, actor, path.id),
    optOut: ({ actor, body }) => chooseMails(dependencies, actor, body.token, false),
    optIn: ({ actor, body }) => chooseMails(dependencies, actor, body.token, true),
  })
