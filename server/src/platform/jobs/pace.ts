import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that work goes on at least before it pauses. */
const stretchMs = 3

/** Milliseconds that it pauses at most: a transaction that pauses is ended after eight seconds (openPool). */
const longestPauseMs = 4000

/** Leaves others their part of the time while much is worked on piece by piece. */
export class Pace {
  #since = performance.now()
  readonly #breath: number

  /** `breath`: of the time that work went on, what others are served in before it goes on. */
  constructor(breath: number) {
    this.#breath = breath
  }

  /**
   * To be waited for behind each piece, however small: pauses once work has gone on for long enough. Throws, also in the middle
   * of a pause, once `stopping` is aborted.
   */
  async keep(stopping?: AbortSignal): Promise<void> {
    stopping?.throwIfAborted()
    const workedMs = performance.now() - this.#since
    if (workedMs < stretchMs) return
    await pause(
      Math.min(workedMs * this.#breath, longestPauseMs),
      undefined,
      stopping && { signal: stopping },
    )
    this.#since = performance.now()
  }
}
