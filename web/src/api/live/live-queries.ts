import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { mostToldIds, type NewsTopic, newsTopics } from '@ulna/contract/news/news'

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

/** What is stale of a topic: these of what it names, or nobody knows which. */
interface Stale {
  readonly queryKey: QueryKey
  readonly ids: ReadonlySet<number> | 'any'
}

/** Whether what changed of what it holds can be read alone. */
const isPatched = (query: Query): boolean =>
  query.meta?.readChanges !== undefined && query.isActive() && query.state.status === 'success'

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
 * change and would pass for new. Of what is long and on show only what changed is read (`readChanges`): twenty pages that
 * read a month of a large practice for each visit that somebody marks were most of what a machine did.
 */
export const createLiveQueries = ({
  client,
  practiceId,
  isInSight = () => document.visibilityState === 'visible',
  apart = apartMs,
}: LiveQueriesParts): LiveQueries => {
  const stale = new Map<string, Stale>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let apartTimer: ReturnType<typeof setTimeout> | undefined

  const later = (): void => {
    timer ??= setTimeout(read, gatherMs)
  }

  const markKey = (queryKey: QueryKey, ids: readonly number[]): void => {
    const before = stale.get(queryKey.join())?.ids ?? new Set()
    const all = before === 'any' || ids.length === 0 ? 'any' : new Set([...before, ...ids])
    stale.set(queryKey.join(), { queryKey, ids: all !== 'any' && all.size > mostToldIds ? 'any' : all })
    later()
  }

  const mark = (topics: readonly NewsTopic[], ids: readonly number[] = []): void => {
    for (const topic of topics) for (const queryKey of keysOf[topic](practiceId, ids)) markKey(queryKey, ids)
  }

  const markAll = (): void => {
    apartTimer = undefined
    mark(newsTopics)
  }

  const patch = async (query: Query, ids: readonly number[]): Promise<void> => {
    const { queryKey } = query
    try {
      const changed = await query.meta?.readChanges?.(ids)
      // What is being saved shows as it was wanted, until it is known how it became.
      if (client.isMutating() > 0) return markKey(queryKey, ids)
      client.setQueryData(queryKey, (held: unknown) => (held === undefined ? held : changed?.(held)))
    } catch {
      // Reading all of it says what is wrong.
      await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
    }
  }

  const readAnew = ({ queryKey, ids }: Stale): void => {
    const patched = ids === 'any' ? [] : client.getQueryCache().findAll({ queryKey, predicate: isPatched })
    // One key may lie within another: what the first began to read, the second leaves alone.
    const filters = { queryKey, predicate: (query: Query) => !patched.includes(query) }
    void client.invalidateQueries(filters, { cancelRefetch: false })
    if (ids !== 'any') for (const query of patched) void patch(query, [...ids])
  }

  const read = (): void => {
    timer = undefined
    if (stale.size === 0 || !isInSight()) return
    const isSaving = client.isMutating() > 0
    const settled = [...stale].filter(
      ([, { queryKey }]) => !isSaving && client.isFetching({ queryKey }) === 0,
    )
    for (const [name, one] of settled) {
      stale.delete(name)
      readAnew(one)
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
