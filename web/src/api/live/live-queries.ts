import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type NewsTopic, newsTopics } from '@ulna/contract/news/news'

/**
 * What is read of a topic. A moved appointment may come into any month and into today, so all of them are read anew; it
 * also takes and leaves free times, which lie with the hours they are cut from.
 */
const keysOf: Readonly<
  Record<NewsTopic, (practiceId: number, ids: readonly number[]) => readonly QueryKey[]>
> = {
  appointments: (practiceId) => [['appointments'], ['schedules', practiceId, 'free']],
  schedules: (practiceId) => [['schedules', practiceId]],
  'wait-list': (practiceId) => [['wait-list', practiceId]],
  // A file is big and each reading of it is noted: only those that changed. No ids: any may have.
  records: (_, ids) =>
    ids.length === 0
      ? [['patient']]
      : ids.flatMap((id) => [
          ['patient', id, 'file'],
          ['patient', id, 'glance'],
        ]),
  patients: () => [['patients']],
  modules: () => [['modules'], ['record-classes']],
  // Today says what is paid and what is left of a package.
  'session-packages': (practiceId) => [
    ['session-packages', practiceId],
    ['appointments', 'today'],
  ],
  'practice-keys': (practiceId) => [['practice-keys', practiceId]],
  receipts: (practiceId) => [
    ['receipts', practiceId],
    ['appointments', 'today'],
  ],
}

/** Milliseconds in which what changes together is read together. */
const gatherMs = 120

/** Milliseconds within which the pages that lost the same server read everything anew, each at a moment of its own. */
const apartMs = 5000

export interface LiveQueriesParts {
  readonly client: QueryClient
  readonly practiceId: number
  readonly isInSight?: () => boolean
  readonly apart?: number
}

export interface LiveQueries {
  /** Something of the topic changed; no ids when so much did that they are not told. */
  readonly change: (topic: NewsTopic, ids?: readonly number[]) => void
  /** Anything may have changed; `isFirst`: since this page was opened, which no other page was at the same moment. */
  readonly changeAll: (how: { readonly isFirst: boolean }) => void
  /** The page is in sight again: what changed meanwhile is read. */
  readonly catchUp: () => void
  readonly stop: () => void
}

/**
 * Reads anew what others changed: soon, once for many changes, not out of sight, not while this page is saving itself,
 * whose answer says more than what is read meanwhile, and not while the same is on its way, which may be older than the
 * change and would pass for new.
 */
export const createLiveQueries = ({
  client,
  practiceId,
  isInSight = () => document.visibilityState === 'visible',
  apart = apartMs,
}: LiveQueriesParts): LiveQueries => {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let apartTimer: ReturnType<typeof setTimeout> | undefined

  const later = (): void => {
    timer ??= setTimeout(read, gatherMs)
  }

  const mark = (topics: readonly NewsTopic[], ids: readonly number[] = []): void => {
    for (const topic of topics)
      for (const queryKey of keysOf[topic](practiceId, ids)) stale.set(queryKey.join(), queryKey)
    later()
  }

  const markAll = (): void => {
    apartTimer = undefined
    mark(newsTopics)
  }

  const read = (): void => {
    timer = undefined
    if (stale.size === 0 || !isInSight()) return
    const isSaving = client.isMutating() > 0
    const settled = [...stale].filter(([, queryKey]) => !isSaving && client.isFetching({ queryKey }) === 0)
    for (const [name, queryKey] of settled) {
      stale.delete(name)
      // One key may lie within another: what the first began to read, the second leaves alone.
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
    if (stale.size > 0) later()
  }

  return {
    change: (topic, ids) => mark([topic], ids),
    changeAll: ({ isFirst }) => {
      // The file or list on show was read a moment ago, and each reading of one is noted.
      if (isFirst) mark(newsTopics.filter((topic) => topic !== 'records' && topic !== 'patients'))
      else apartTimer ??= setTimeout(markAll, Math.random() * apart)
    },
    catchUp: later,
    stop: () => {
      clearTimeout(timer)
      clearTimeout(apartTimer)
    },
  }
}
