import { type Queries, type Tx, transaction } from '../database/database.ts'
import { appendAudit } from './audit.strands.ts'
import { type UnchainedRow, unavailable } from './audit.ts'

interface Waiting extends UnchainedRow {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How long a row waits for those of reads that have begun, so that they share one insert. Milliseconds. */
const patienceMs = 2
const largestBatch = 500

export interface ReadWatch {
  /** Looks at the rows of reads in the transaction that writes them. */
  note(tx: Tx, practiceId: number, rows: readonly UnchainedRow[]): Promise<void>
  /** Hears that these were not written, and nothing else of that transaction. */
  lost(practiceId: number, rows: readonly UnchainedRow[]): void
}

/** Reads of one practice. */
class Queue {
  waiting: Waiting[] = []
  /** Reads that have begun and whose row will come. */
  expected = 0
  underway = false
  timer: NodeJS.Timeout | undefined
}

/**
 * Rows for reads. Those of one practice that come at about the same time go into the trail with one insert; the
 * promise resolves when that is committed, so no answer leaves before its row stands.
 */
export class ReadAudit {
  private readonly queries: Queries
  private readonly key: Buffer
  private readonly queues = new Map<number, Queue>()
  private watch: ReadWatch | undefined

  constructor(queries: Queries, key: Buffer) {
    this.queries = queries
    this.key = key
  }

  /** Has somebody look at what is read from now on. */
  watchedBy(watch: ReadWatch): void {
    this.watch = watch
  }

  private queueOf(practiceId: number): Queue {
    const known = this.queues.get(practiceId)
    if (known) return known
    const queue = new Queue()
    this.queues.set(practiceId, queue)
    return queue
  }

  /** Runs a read whose row is about to come: others wait a moment for it. */
  async expecting<T>(practiceId: number, read: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(practiceId)
    queue.expected += 1
    try {
      return await read()
    } finally {
      queue.expected -= 1
      setImmediate(() => this.dispatch(practiceId, queue, false))
    }
  }

  record(row: UnchainedRow): Promise<void> {
    const practiceId = row.actor.practiceId
    const queue = this.queueOf(practiceId)
    return new Promise((resolve, reject) => {
      queue.waiting.push({ ...row, resolve, reject })
      setImmediate(() => this.dispatch(practiceId, queue, false))
    })
  }

  private dispatch(practiceId: number, queue: Queue, impatient: boolean): void {
    if (queue.underway) return
    if (queue.waiting.length === 0) {
      if (queue.expected === 0 && this.queues.get(practiceId) === queue) this.queues.delete(practiceId)
      return
    }
    if (queue.expected > 0 && !impatient) {
      queue.timer ??= setTimeout(() => this.dispatch(practiceId, queue, true), patienceMs)
      return
    }
    clearTimeout(queue.timer)
    queue.timer = undefined
    queue.underway = true
    void this.write(practiceId, queue.waiting.splice(0, largestBatch)).then(() => {
      queue.underway = false
      this.dispatch(practiceId, queue, false)
    })
  }

  private async write(practiceId: number, batch: readonly Waiting[]): Promise<void> {
    try {
      await transaction(this.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
        await appendAudit(tx, this.key, practiceId, batch)
        await this.watch?.note(tx, practiceId, batch)
      })
      for (const one of batch) one.resolve()
    } catch (error) {
      this.watch?.lost(practiceId, batch)
      for (const one of batch) one.reject(unavailable(error))
    }
  }
}
