import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarFeedEndpoints, type FeedNames } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { call, payloadOf } from '../../api/session/client.ts'

const key = ['calendar-feed'] as const

/** The own calendar address in the practice one works in. */
export const feedQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => payloadOf(call(calendarFeedEndpoints.own, { signal })),
})

const useFeedChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

/** Makes the address in place of a former one. Answers it, this once: it does not stay in memory. */
export const useCreateFeed = () => {
  const changed = useFeedChanged()
  return useMutation({
    mutationFn: async (names: FeedNames): Promise<string> =>
      (await call(calendarFeedEndpoints.create, { body: { names } })).payload.url,
    onSettled: changed,
    gcTime: 0,
  })
}

export const useRevokeFeed = () => {
  const changed = useFeedChanged()
  return useMutation({
    mutationFn: () => payloadOf(call(calendarFeedEndpoints.remove)),
    onSettled: changed,
    meta: { successMessage: true },
  })
}
