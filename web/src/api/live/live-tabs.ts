import type { News } from './live-stream.ts'

/** What tabs of one browser say to each other: what was heard, and whether whoever listens for all is still there. */
type TabWord = { readonly heard: News } | { readonly asks: 'anybody?' } | { readonly says: 'here' }

export interface LiveTabsParts {
  /** Tabs with the same name share one stream: of one person in one practice. */
  readonly name: string
  /** Listens for all tabs until aborted. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  /**
   * Told what another tab heard, and once `ready` when that tab says that it listens: from then on nothing goes unheard,
   * what changed before is not known.
   */
  readonly hear: (news: News) => void
  readonly locks?: LockManager | undefined
  readonly channel?: BroadcastChannel | undefined
  /** Milliseconds after which a tab that does not answer is taken for frozen. */
  readonly patienceMs?: number
}

export interface LiveTabs {
  /** Wants to hear; one of the tabs that do listens for all. */
  readonly start: () => void
  readonly stop: () => void
  readonly tell: (news: News) => void
  /** Makes sure that somebody listens: a browser may have frozen the tab that did. */
  readonly check: () => void
  readonly close: () => void
}

const isStolen = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * One stream for all tabs of a browser: to a server over HTTP/1.1 it has six connections in all, and seven open tabs
 * would leave none for anything else. Without locks, which only secure pages have, every tab listens for itself.
 */
export const createLiveTabs = (parts: LiveTabsParts): LiveTabs => {
  const { name, lead, hear, locks, channel, patienceMs = 2000 } = parts
  let wanted: AbortController | undefined
  let leading: AbortSignal | undefined
  let hasCompany = false
  let question: ReturnType<typeof setTimeout> | undefined

  const say = (word: TabWord): void => channel?.postMessage(word)

  const leadWhile = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    leading = signal
    clearTimeout(question)
    try {
      await lead(signal)
    } finally {
      // One that was stolen may end after the tab has the lead again.
      if (leading === signal) leading = undefined
    }
  }

  /** `steal` takes the lead from a tab that does not answer, which then waits for its turn like the others. */
  const compete = async (signal: AbortSignal, steal: boolean): Promise<void> => {
    if (!locks) return leadWhile(signal)
    const mine = new AbortController()
    const stop = (): void => mine.abort()
    signal.addEventListener('abort', stop)
    try {
      await locks.request(name, steal ? { steal } : { signal }, () => leadWhile(mine.signal))
    } catch (error) {
      stop()
      if (signal.aborted) return
      return isStolen(error) ? compete(signal, false) : leadWhile(signal)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  const begin = (steal: boolean): void => {
    wanted?.abort()
    wanted = new AbortController()
    void compete(wanted.signal, steal)
  }

  const meet = (): void => {
    clearTimeout(question)
    if (!hasCompany && wanted && !leading) hear({ name: 'ready', data: {} })
    hasCompany = true
  }

  const onWord = ({ data }: MessageEvent<TabWord>): void => {
    if ('heard' in data) {
      clearTimeout(question)
      hear(data.heard)
    }
    if ('asks' in data && leading) say({ says: 'here' })
    if ('says' in data) meet()
  }
  channel?.addEventListener('message', onWord)

  const stop = (): void => {
    clearTimeout(question)
    wanted?.abort()
    wanted = undefined
  }

  return {
    start: () => {
      if (!wanted) begin(false)
    },
    stop,
    tell: (news) => say({ heard: news }),
    check: () => {
      if (!locks || leading || !wanted) return
      clearTimeout(question)
      question = setTimeout(() => {
        if (!leading) begin(true)
      }, patienceMs)
      say({ asks: 'anybody?' })
    },
    close: () => {
      stop()
      channel?.removeEventListener('message', onWord)
      channel?.close()
    },
  }
}
