import { ApiError } from '../http/api-error.ts'
import type { Tokens } from '../http/tokens.ts'
import { listenToPractice, type News, type StreamEnd } from './live-stream.ts'

export interface ListeningParts {
  readonly baseUrl: string
  readonly tokens: Pick<Tokens, 'current' | 'isStale'>
  /** A new token; rejects with 401 when the session is over. It is no sign of a person. */
  readonly refresh: () => Promise<void>
  readonly practiceId: number
  readonly tell: (news: News) => void
  /** First wait before it is tried again; doubled each time, up to the longest. Milliseconds. */
  readonly waits?: Waits
}

interface Waits {
  readonly first: number
  readonly longest: number
  /** Who was refused for a reason that a new token does not change, or whose session has streams enough. */
  readonly patient: number
  /** At most so much longer when all who listen may have been sent away in one moment. */
  readonly apart: number
  readonly silence: number
  /** A stream that was open for so long was a good one. */
  readonly good: number
}

const usualWaits: Waits = {
  first: 1000,
  longest: 30_000,
  patient: 300_000,
  apart: 10_000,
  silence: 45_000,
  good: 10_000,
}

/** Between half and one and a half: pages that lost the same server do not come back in one moment. */
const spread = (milliseconds: number): number => milliseconds * (0.5 + Math.random())

/** Waits; a page that is online again or back in sight does not wait any longer. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const events = [
      [globalThis.window, 'online'] as const,
      [globalThis.document, 'visibilitychange'] as const,
    ]
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      for (const [target, name] of events) target?.removeEventListener(name, end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    for (const [target, name] of events) target?.addEventListener(name, end)
  })

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** True when the session is over; whatever else keeps from renewing the token passes. */
const renewFails = async (refresh: () => Promise<void>): Promise<boolean> => {
  try {
    await refresh()
    return false
  } catch (error) {
    return isOver(error)
  }
}

/**
 * True when the server sent away whoever listens: it stops, it is overloaded, or it could not tell in time who may go on
 * listening. A token that runs out ends one stream, and its page comes back soon.
 */
const isOfMany = (end: StreamEnd, isTokenStale: boolean): boolean => {
  if (end.kind === 'refused') return end.status !== 401
  return end.kind === 'ended' && !(end.reason === 'refused' && isTokenStale)
}

const waitAfter = (end: StreamEnd, failures: number, waits: Waits, isTokenStale: boolean): number => {
  const isForLong =
    (end.kind === 'refused' && end.status === 403) || (end.kind === 'ended' && end.reason === 'replaced')
  if (isForLong) return spread(waits.patient)
  const apart = isOfMany(end, isTokenStale) ? Math.random() * waits.apart : 0
  return apart + spread(Math.min(waits.first * 2 ** Math.max(0, failures - 1), waits.longest))
}

/** Listens until aborted or until the session is over, coming back whenever the stream ends. */
export const keepListening = async (parts: ListeningParts, signal: AbortSignal): Promise<void> => {
  const { baseUrl, tokens, refresh, waits = usualWaits, practiceId, tell } = parts
  let failures = 0
  while (!signal.aborted) {
    const from = Date.now()
    const wish = { baseUrl, token: tokens.current(), practiceId, signal, silenceMs: waits.silence }
    const end = await listenToPractice(wish, tell)
    failures = Date.now() - from > waits.good ? 0 : failures + 1
    const isSpent = end.kind === 'refused' && end.status === 401 && !signal.aborted
    if (isSpent && (await renewFails(refresh))) return
    // A token lasts a quarter of an hour: that one ends is no failure, that the next one is refused too is.
    if (!isSpent || failures > 1) await pause(waitAfter(end, failures, waits, tokens.isStale()), signal)
  }
}
