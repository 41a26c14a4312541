import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { accessErrors, permissions } from '../permissions.ts'

/** What an event of a feed says besides its time: that there is an appointment, or the patient’s initials as well. */
export const feedNames = ['busy', 'initials'] as const
export type FeedNames = (typeof feedNames)[number]

/** How much of the agenda a feed shows, in days from now. */
export const feedDays = { back: 31, ahead: 400 } as const

/** The own feed of the current practice, as far as it can be told again. */
export const calendarFeed = z.object({
  exists: z.boolean(),
  names: z.nullable(z.enum(feedNames)),
  createdAt: z.nullable(z.string()),
  /** Last reading of the address, told once an hour at most. */
  lastReadAt: z.nullable(z.string()),
})
export type CalendarFeed = z.output<typeof calendarFeed>

export const calendarFeedEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/calendar/feed',
    summary: 'Whether the caller has a calendar address for the current practice, and what it shows',
    access: permissions.manageOwnFeed,
    audit: null,
    returns: calendarFeed,
  }),
  create: endpoint({
    method: 'POST',
    path: '/calendar/feed',
    summary: 'Makes an address of the own agenda for calendar programs and tells it once; a former one ends',
    access: permissions.manageOwnFeed,
    audit: 'feed.create',
    body: z.object({ names: z.enum(feedNames) }),
    returns: z.extend(calendarFeed, { url: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/calendar/feed',
    summary: 'Ends the own calendar address',
    access: permissions.manageOwnFeed,
    audit: 'feed.revoke',
    returns: calendarFeed,
  }),
  read: endpoint({
    method: 'GET',
    path: '/calendar/feed/:token',
    summary: `The agenda of a practitioner as iCalendar (RFC 5545): ${feedDays.back} days back, ${feedDays.ahead} ahead, no clinical text; the access rules of the practice hold for it as for its practitioner`,
    access: 'public',
    audit: 'feed.read',
    // What is no token of ours is a feed that is not there, and answered like one.
    params: z.object({ token: z.string().check(z.maxLength(300)) }),
    answers: ['text/calendar'],
    errors: ['not_found', ...accessErrors, 'rate_limited'],
  }),
}
