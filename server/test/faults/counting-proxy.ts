import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** What happens to the statement that is to fail: it never reaches the database, or its answer never comes back. */
export const statementFaults = ['request lost', 'answer lost'] as const
export type StatementFault = (typeof statementFaults)[number]

// A statement of the extended protocol is run by Execute, one of the simple protocol is a Query.
const running = new Set(['E', 'Q'].map((letter) => letter.charCodeAt(0)))

/** Milliseconds in which the database does what it was asked while nobody hears the answer. */
const deafMs = 60

/** Messages of the frontend, cut out of the bytes as they come; the first one has no letter. */
class Messages {
  private pending = Buffer.alloc(0)
  private hasStarted = false

  take(bytes: Buffer): Buffer[] {
    this.pending = Buffer.concat([this.pending, bytes])
    const whole: Buffer[] = []
    for (;;) {
      const lengthAt = this.hasStarted ? 1 : 0
      if (this.pending.length < lengthAt + 4) return whole
      const end = lengthAt + this.pending.readInt32BE(lengthAt)
      if (this.pending.length < end) return whole
      whole.push(this.pending.subarray(0, end))
      this.pending = this.pending.subarray(end)
      this.hasStarted = true
    }
  }
}

const isRun = (message: Buffer): boolean => running.has(message[0] ?? 0) && message.length > 4

/**
 * A way to the database on which the k-th statement fails, as SQLite's tests fail the k-th system call: the connection
 * breaks before it, or after it was sent and before it is answered.
 */
export class CountingProxy {
  private readonly target: string
  private readonly links = new Set<Socket>()
  private server: Server | undefined
  private left = Number.POSITIVE_INFINITY
  private fault: StatementFault = 'request lost'
  port = 0
  /** Statements since `failAt`. */
  count = 0

  /** `target`: path of the database's Unix socket. */
  constructor(target: string) {
    this.target = target
  }

  async open(): Promise<void> {
    const server = createServer((near) => this.connect(near))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.port = (server.address() as { port: number }).port
    this.server = server
  }

  async close(): Promise<void> {
    for (const socket of this.links) socket.destroy()
    const { server } = this
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  /** The k-th statement from now on fails, and only that one; `Infinity` means none. */
  failAt(k: number, fault: StatementFault): void {
    this.left = k
    this.fault = fault
    this.count = 0
  }

  private isNext(): boolean {
    this.count += 1
    this.left -= 1
    return this.left === 0
  }

  private connect(near: Socket): void {
    const far = createConnection(this.target)
    const messages = new Messages()
    const ends = [near, far]
    let isDeaf = false
    const end = (): void => {
      for (const socket of ends) {
        socket.destroy()
        this.links.delete(socket)
      }
    }
    for (const socket of ends) {
      this.links.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    near.on('data', (bytes) => {
      for (const message of messages.take(bytes)) {
        const fails = isRun(message) && this.isNext()
        if (fails && this.fault === 'request lost') return end()
        far.write(message)
        if (!fails) continue
        isDeaf = true
        setTimeout(end, deafMs)
      }
    })
    far.on('data', (bytes) => isDeaf || near.write(bytes))
  }
}
