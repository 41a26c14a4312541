/** The clock of this device may be wrong: the server is asked no more often than this, and what it says counts. */
const leastMs = 30_000
/** What a timer of the browser can wait. */
const mostMs = 2 ** 31 - 1

/** Milliseconds until the file is asked for anew. */
export const relockDelay = (unlockedUntil: string, now: number): number =>
  Math.min(Math.max(Date.parse(unlockedUntil) - now + 1_000, leastMs), mostMs)
