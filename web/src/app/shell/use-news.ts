import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session/session.ts'

// Where it does not load nobody sees what colleagues change until they look again; nothing else depends on it.
const leaveIt = (): void => undefined

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
