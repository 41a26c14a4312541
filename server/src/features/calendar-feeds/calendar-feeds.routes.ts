import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { implement, type Route } from '../../platform/http/route.ts'
import {
  createFeed,
  type FeedDependencies,
  openFeed,
  readOwnFeed,
  revokeFeed,
} from './calendar-feeds.service.ts'

export const calendarFeedRoutes = (dependencies: FeedDependencies): Route[] =>
  implement(calendarFeedEndpoints, {
    own: ({ actor }) => readOwnFeed(dependencies.db, actor),
    create: ({ actor, body }) => createFeed(dependencies, actor, body.names),
    remove: ({ actor }) => revokeFeed(dependencies.db, actor),
    read: ({ actor, path }) => openFeed(dependencies, actor, path.token),
  })
