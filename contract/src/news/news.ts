import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id } from '../http/page.ts'
import { permissions } from '../permissions.ts'

/**
 * What a practice's open pages hear about. A topic may be heard by everybody who reads agendas. The ids of `records` are
 * those of the patients whose files changed, of `patients` of those who joined or left the lists.
 */
export const newsTopics = [
  'appointments',
  'schedules',
  'wait-list',
  'records',
  'patients',
  'modules',
  'session-packages',
  'receipts',
  'practice-keys',
] as const
export type NewsTopic = (typeof newsTopics)[number]

/** More ids than these are not told: `many` says so, and whoever listens reads the topic anew. */
export const mostToldIds = 200

/** What changed, by its ids: never content, never names. */
export const changeNotice = z.object({
  topic: z.enum(newsTopics),
  ids: z.array(id),
  /** Too much changed for the ids to fit, so there are none. */
  many: z.boolean(),
})
export type ChangeNotice = z.output<typeof changeNotice>

/** Why the server ends a stream: it is no longer allowed, the session opened others, the server stops. */
export const streamEndings = ['refused', 'replaced', 'closing'] as const

/** The news of the stream by name (its events), and what the data of each is. */
export const practiceNews = {
  /** The first one: what changes from now on is told. */
  ready: z.object({}),
  change: changeNotice,
  /** Something may have gone unheard: everything on show is to be read anew. */
  refetch: z.object({}),
  /** The last one. */
  end: z.object({ reason: z.enum(streamEndings) }),
}
export type PracticeNews = {
  readonly [Name in keyof typeof practiceNews]: z.output<(typeof practiceNews)[Name]>
}

export const newsEndpoints = {
  follow: endpoint({
    operationId: 'eventFollow',
    method: 'GET',
    path: '/events',
    summary:
      'What changes in the current practice, told as it happens; ends when the session may no longer hear it',
    access: permissions.readAgendas,
    audit: null,
    events: practiceNews,
  }),
}
