import type { QueryClient } from '@tanstack/react-query'
import { baseUrl, refreshToken, tokens } from '../session/client.ts'
import { keepListening } from './live-listening.ts'
import { createLiveQueries } from './live-queries.ts'
import type { News } from './live-stream.ts'
import { createLiveTabs } from './live-tabs.ts'

/** Milliseconds that a tab out of sight goes on listening; without locks each tab has a connection of its own. */
const hiddenMs = { shared: 300_000, alone: 10_000 } as const

/** Tells when the page is looked at, and when it has not been for long; answers how to call that off. */
const watchSight = (on: { seen: () => void; away: () => void }, awayMs: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') on.seen()
    else timer = setTimeout(on.away, awayMs)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

export interface FollowWish {
  readonly client: QueryClient
  readonly userId: number
  readonly practiceId: number
}

/** Shows what colleagues change while the page is open; answers how to stop. Pages are read by themselves all the same. */
export const followPractice = ({ client, userId, practiceId }: FollowWish): (() => void) => {
  const queries = createLiveQueries({ client, practiceId })
  let hasListened = false
  const hear = (news: News): void => {
    if (news.name === 'change') queries.change(news.data.topic, news.data.ids)
    if (news.name === 'refetch') queries.changeAll({ isFirst: false })
    if (news.name !== 'ready') return
    // Nobody knows since when nobody listened.
    queries.changeAll({ isFirst: !hasListened })
    hasListened = true
  }
  const tell = (news: News): void => {
    hear(news)
    tabs.tell(news)
  }
  const name = `ulna.live.${userId}.${practiceId}`
  const { locks } = navigator as { locks?: LockManager }
  const tabs = createLiveTabs({
    name,
    hear,
    lead: (signal) =>
      keepListening({ baseUrl: baseUrl(), tokens, refresh: refreshToken, practiceId, tell }, signal),
    locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name),
  })
  const stopWatching = watchSight(
    {
      seen: () => {
        tabs.start()
        tabs.check()
        queries.catchUp()
      },
      away: tabs.stop,
    },
    locks ? hiddenMs.shared : hiddenMs.alone,
  )
  return () => {
    stopWatching()
    tabs.close()
    queries.stop()
  }
}
