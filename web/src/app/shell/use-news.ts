import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session/session.ts'

// Where it does not load nobody sees what colleagues change until they look again; nothing else depends on it.
const leaveIt = (): void => undefined

/** Milliseconds after which a page is taken for one that reads nothing. */
const longest = 2000

/** Milliseconds in which what was read is drawn. */
const drawing = 200

/** Ends once what this page began to read is there and drawn: that comes first on a slow line. */
const firstReads = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const cache = client.getQueryCache()
    let hasBegun = client.isFetching() > 0
    const end = (): void => {
      clearTimeout(timer)
      stop()
      setTimeout(resolve, drawing)
    }
    const stop = cache.subscribe(() => {
      const isReading = client.isFetching() > 0
      if (hasBegun && !isReading) end()
      hasBegun ||= isReading
    })
    const timer = setTimeout(end, longest)
  })

/** Shows what colleagues change while the page is open, as long as the session works in the practice on show. */
export const useNews = (): void => {
  const client = useQueryClient()
  const { authUser, authPractice, sessionExpired, practiceMovedTo, accessRejected } = useSession()
  const userId = authUser?.id
  const practiceId = authPractice?.id
  const isAdmitted = !sessionExpired && practiceMovedTo === null && accessRejected === null
  useEffect(() => {
    if (userId === undefined || practiceId === undefined || !isAdmitted) return
    let isOver = false
    let stop: (() => void) | undefined
    const follow = async (): Promise<void> => {
      await firstReads(client)
      const { followPractice } = await import('../../api/live/live-news.ts')
      if (!isOver) stop = followPractice({ client, userId, practiceId })
    }
    void follow().catch(leaveIt)
    return () => {
      isOver = true
      stop?.()
    }
  }, [client, userId, practiceId, isAdmitted])
}
