import { setTimeout as pause } from 'node:timers/promises'
import type { StreamAnswer } from './route.ts'

/**
 * Milliseconds between two looks at the streams that are open, and how long a look may take: together less than the
 * five seconds after which somebody who may no longer listen must not hear anything (promises.md G17).
 */
const lookEveryMs = 1500
const patienceMs = 3000

/**
 * Looks again and again whether whoever opened a stream would still be let in, and ends it when not. All streams are
 * looked at together; while none is open nothing is asked. Where nobody can say, nobody listens: they come back.
 */
export class StreamWatch {
  private readonly admissions = new Map<StreamAnswer, () => Promise<unknown>>()
  private timer: NodeJS.Timeout | undefined

  /** `admitAgain` rejects when the request that opened the stream would now be refused. */
  watch(answer: StreamAnswer, admitAgain: () => Promise<unknown>): void {
    this.admissions.set(answer, admitAgain)
    answer.body.once('close', () => this.admissions.delete(answer))
    this.lookLater()
  }

  private lookLater(): void {
    this.timer ??= setTimeout(() => void this.look(), lookEveryMs).unref()
  }

  private async look(): Promise<void> {
    const tooLate = pause(patienceMs, false, { ref: false })
    const looks = [...this.admissions].map(async ([answer, admitAgain]) => {
      const admitted = admitAgain().then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([admitted, tooLate]))) answer.refuse()
    })
    await Promise.all(looks)
    this.timer = undefined
    if (this.admissions.size > 0) this.lookLater()
  }
}
