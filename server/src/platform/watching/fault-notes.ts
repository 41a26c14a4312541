import type { Fault } from '@ulna/contract/monitoring/monitoring'

/** What is kept until it can be written down: a database that is away is what fails most. */
const most = 100
const everyMs = 2000

/**
 * Answers of 500 and above, on their way to where whoever runs the installation finds them. Nobody waits for it: they are written
 * some at a time, and the oldest go where there are too many.
 */
export class FaultNotes {
  #waiting: Fault[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  readonly #write: (faults: readonly Fault[]) => Promise<void>

  constructor(write: (faults: readonly Fault[]) => Promise<void>) {
    this.#write = write
  }

  note(fault: Fault): void {
    this.#waiting = [...this.#waiting, fault].slice(-most)
    this.#flushIn(everyMs)
  }

  /** Writes what waits; what cannot be written waits on. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const faults = this.#waiting
    if (faults.length === 0) return
    this.#waiting = []
    await this.#write(faults).catch(() => {
      this.#waiting = [...faults, ...this.#waiting].slice(-most)
      this.#flushIn(everyMs * 5)
    })
  }

  /** Writes what waits for the last time: the database goes away next. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
  }

  #flushIn(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref()
  }
}
