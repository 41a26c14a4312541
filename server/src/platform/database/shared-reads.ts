import type pg from 'pg'
import { isBroken } from './postgres-errors.ts'
import {
  type Bracket,
  endsConnection,
  type Line,
  type Statement,
  StatementBatch,
  type StatementResult,
  type Waiting,
  waitingFor,
} from './statement-batch.ts'

/** What one reader sends in one turn of the event loop. */
interface Share {
  readonly bracket: Bracket
  readonly waiting: readonly Waiting[]
}

/** So many readers share a connection at most: PostgreSQL answers them one after the other, and has more than one core. */
const mostReaders = 8

const ignore = (): void => undefined

/**
 * Short reads of many callers that come in one turn of the event loop leave together, over one connection and behind one
 * `Sync`, each with the bracket of its scope in front of it: to wake PostgreSQL costs more than to look up a row. What
 * stands behind a statement that failed is not run, so the readers behind it are sent again, each by itself: nobody waits
 * for two that fail slowly, and each hears of its own errors alone.
 */
export class SharedReads {
  private readonly connect: () => Promise<pg.PoolClient>
  private shares: Share[] = []

  constructor(connect: () => Promise<pg.PoolClient>) {
    this.connect = connect
  }

  /** Whether what is sent under this bracket may share a connection: nothing has to end it. */
  static canShare({ after }: Bracket): boolean {
    return after === undefined
  }

  join(share: Share): void {
    if (this.shares.length === 0) setImmediate(() => this.leave())
    this.shares.push(share)
  }

  /** Whether a share that joined has not left yet: more may go with it. */
  waits(share: Share): boolean {
    return this.shares.includes(share)
  }

  private leave(): void {
    const { shares } = this
    this.shares = []
    for (let from = 0; from < shares.length; from += mostReaders)
      void this.sendTogether(shares.slice(from, from + mostReaders))
  }

  private async sendTogether(shares: readonly Share[]): Promise<void> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.connect()
      client.query(this.batchOf(shares, client))
    } catch (error) {
      for (const { waiting } of shares) for (const { reject } of waiting) reject(error)
      client?.release(true)
    }
  }

  private batchOf(shares: readonly Share[], client: pg.PoolClient): StatementBatch {
    const begins: number[] = []
    const statements: Waiting[] = []
    const again = new Set<Share>()
    for (const share of shares) {
      begins.push(statements.length)
      statements.push(...share.bracket.before.map((one) => waitingFor(one, ignore, ignore)))
      const reject = (one: Waiting, error: unknown): void => {
        if (!again.has(share)) one.reject(error)
      }
      statements.push(
        ...share.waiting.map((one) => ({ ...one, rows: [], reject: (error: unknown) => reject(one, error) })),
      )
    }
    const batch = new StatementBatch(statements)
    batch.callback = (error) => {
      client.release(error instanceof Error && endsConnection(error) ? error : undefined)
      // Whose connection broke reads again by itself, after a pause.
      if (error === undefined || isBroken(error)) return
      for (const [at, share] of shares.entries()) if ((begins[at] ?? 0) > batch.answered) again.add(share)
      for (const share of again) void this.sendTogether([share])
    }
    return batch
  }
}

/** What one reader sends over shared connections: the statements of one turn together, behind its bracket. */
export class SharedLine implements Line {
  readonly isBracketed = true
  private readonly reads: SharedReads
  private bracket: Bracket
  private over = false
  private waiting: Waiting[] = []
  private share: Share | undefined

  constructor(reads: SharedReads, bracket: Bracket) {
    this.reads = reads
    this.bracket = bracket
  }

  bracketWith(bracket: Bracket): void {
    this.bracket = bracket
    this.share = undefined
  }

  send(statement: Statement): Promise<StatementResult> {
    if (this.over) return Promise.reject(new Error(`sent after the work was over: ${statement.text}`))
    return new Promise((resolve, reject) => {
      const one = waitingFor(statement, resolve, reject)
      this.joined().push(one)
    })
  }

  /** The end of the work: what comes behind it is refused. */
  release(): void {
    this.over = true
  }

  private joined(): Waiting[] {
    if (this.share === undefined || !this.reads.waits(this.share)) {
      this.waiting = []
      this.share = { bracket: this.bracket, waiting: this.waiting }
      this.reads.join(this.share)
    }
    return this.waiting
  }
}
