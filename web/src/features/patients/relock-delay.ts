/** The server is asked no more often than this: the clock of this device may be wrong, and what the server says counts. */
const leastMs = 30_000
/** The longest that a timer of the browser can wait. */
const mostMs = 2 ** 31 - 1

/** Milliseconds until the file is asked for anew. */
export const relockDelay = (unlockedUntil: string, now: number): number =>
  Math.min(Math.max(Date.parse(unlockedUntil) - now + 1_000, leastMs), mostMs)
