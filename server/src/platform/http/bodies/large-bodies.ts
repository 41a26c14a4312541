import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../app-error.ts'
import { announcedBytes } from './unwanted-body.ts'

/** Bytes from which on a body waits for its turn; what announces no length may be as large. */
export const largeFrom = 256 * 1024

/** Large bodies of one person that may wait. */
const mostWaiting = 30

export const isLarge = (request: IncomingMessage): boolean =>
  (announcedBytes(request) ?? Number.POSITIVE_INFINITY) > largeFrom

interface Turns {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Large bodies of one person take turns: nobody fills the memory or keeps the processor for themselves with many at a
 * time. Until its turn has come a body is not read, and stays where it is.
 */
export class LargeBodies {
  private readonly atOnce: number
  private readonly people = new Map<number, Turns>()

  /** `atOnce`: bodies of one person that are read and worked on at a time. */
  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  /** Resolves when a body of this person may be read. The turn lasts until the answer is gone. */
  async enter(userId: number, answer: ServerResponse): Promise<void> {
    const turns = this.people.get(userId) ?? { taken: 0, waiting: [] }
    this.people.set(userId, turns)
    if (turns.taken < this.atOnce) turns.taken += 1
    else await this.wait(turns)
    if (answer.closed) this.leave(userId, turns)
    else answer.once('close', () => this.leave(userId, turns))
  }

  private wait(turns: Turns): Promise<void> {
    if (turns.waiting.length >= mostWaiting) throw new AppError('rate_limited', { retryAfter: 5 })
    return new Promise((resolve) => void turns.waiting.push(resolve))
  }

  private leave(userId: number, turns: Turns): void {
    const next = turns.waiting.shift()
    if (next) {
      next()
      return
    }
    turns.taken -= 1
    if (turns.taken === 0) this.people.delete(userId)
  }
}
