import { useEffect } from 'react'

/** Milliseconds after which a page that has opened has better things behind it than the first paint. */
const settled = 1500

/** Ends when a page that opens now has most likely shown what was asked for. */
export const pageSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settled))

// A part that cannot be fetched ahead is fetched when it is needed, and fails where it can be shown.
const tryLater = (): void => undefined

/**
 * Fetches parts of the app before they are needed: when a session ends or a key is pressed there may be no network,
 * or a newer build on the server, and the first keystrokes would be lost.
 */
export const useFetchAhead = (isWanted: boolean, parts: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setTimeout(() => {
      for (const fetchPart of parts) fetchPart().catch(tryLater)
    }, settled)
    return () => clearTimeout(timer)
  }, [isWanted, parts])
}
