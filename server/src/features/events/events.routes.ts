import { eventEndpoints } from '@ulna/contract/events/events'
import type { EventStreams } from '../../platform/events/events.streams.ts'
import { implement, type Route } from '../../platform/http/route.ts'

export const eventRoutes = ({ events }: { events: EventStreams }): Route[] =>
  implement(eventEndpoints, {
    follow: ({ actor }) => events.open(actor),
  })
