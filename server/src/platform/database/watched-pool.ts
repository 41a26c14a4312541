import pg from 'pg'

/** The database is there and says nothing. `code` as of a socket that timed out. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database does not answer')
  }
}

const tickMs = 250
/** Ticks, not one timer: a process that was itself paused must not take that for the database's silence. */
const patienceTicks = 8

interface Question {
  readonly messenger: pg.Client
  ticks: number
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

const ignore = (): void => undefined

/**
 * A pool that notices a database which is there and says nothing: a machine that froze, a network that swallows
 * packets. Requests would wait on such connections for minutes, and go on doing so after it is back; so all of them
 * are cut, and whoever comes is refused at once until it speaks again. One that is only slow answers a question in
 * between and is left alone.
 */
export class WatchedPool extends pg.Pool {
  private readonly settings: pg.ClientConfig
  private readonly suspiciousMs: number
  private readonly connections = new Set<pg.PoolClient>()
  private readonly busySince = new Map<pg.PoolClient, number>()
  private readonly timer: NodeJS.Timeout
  private question: Question | undefined
  private answeredAt = 0
  private silent = false

  /**
   * `suspiciousMs`: a statement may be slow, and who listens keeps a connection; after this long we ask whether the
   * database is there at all.
   */
  constructor(settings: pg.PoolConfig, suspiciousMs = 1000) {
    super(settings)
    this.settings = settings
    this.suspiciousMs = suspiciousMs
    this.on('connect', (client) => this.follow(client))
    this.on('remove', (client) => this.forget(client))
    this.on('acquire', (client) => this.busySince.set(client, Date.now()))
    this.on('release', (_error, client) => this.busySince.delete(client))
    this.timer = setInterval(() => this.tick(), tickMs)
    this.timer.unref()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.silent ? Promise.reject(new DatabaseSilentError()) : super.connect()
    if (this.silent) process.nextTick(callback, new DatabaseSilentError(), undefined, ignore)
    else super.connect(callback)
    return undefined
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    clearInterval(this.timer)
    this.dropQuestion()
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }

  private follow(client: pg.PoolClient): void {
    // When a connection in use breaks, its statements reject; the event besides, unheard, would end the process.
    client.on('error', ignore)
    this.connections.add(client)
  }

  private forget(client: pg.PoolClient): void {
    this.connections.delete(client)
    this.busySince.delete(client)
  }

  private tick(): void {
    if (this.question === undefined) {
      if (this.silent || this.isSuspicious()) void this.ask()
      return
    }
    this.question.ticks += 1
    if (this.question.ticks >= patienceTicks) this.cutAll()
  }

  private isSuspicious(): boolean {
    const before = Date.now() - this.suspiciousMs
    return this.answeredAt < before && [...this.busySince.values()].some((since) => since < before)
  }

  private async ask(): Promise<void> {
    const messenger = new pg.Client({ ...this.settings, connectionTimeoutMillis: 0 })
    messenger.on('error', ignore)
    const question = { messenger, ticks: 0 }
    this.question = question
    // Refusing is an answer too: requests are refused as fast without our help.
    await messenger.connect().catch(ignore)
    if (this.question !== question) return
    this.answeredAt = Date.now()
    this.silent = false
    this.dropQuestion()
  }

  private cutAll(): void {
    this.silent = true
    this.dropQuestion()
    for (const client of this.connections) client.connection.stream.destroy(new DatabaseSilentError())
  }

  private dropQuestion(): void {
    this.question?.messenger.connection.stream.destroy()
    this.question = undefined
  }
}
