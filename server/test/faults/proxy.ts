import { createConnection, createServer, type Server, type Socket } from 'node:net'

interface Link {
  readonly near: Socket
  readonly far: Socket
  /** Swallowed packets never come again: a link that was silent once stays so. */
  dead: boolean
}

/** Hands over what comes in the order in which it came, each piece so many milliseconds later. */
class Delay {
  private lastDue = 0

  pass(ms: number, handOver: () => void): void {
    const now = performance.now()
    const due = Math.max(this.lastDue, now + ms)
    this.lastDue = due
    if (due <= now) handOver()
    else setTimeout(handOver, due - now)
  }
}

/** A way to the database that can be taken away, closed at once or open and without a word; it can also be slow or break. */
export class DatabaseProxy {
  private readonly target: string
  private readonly links = new Set<Link>()
  private server: Server | undefined
  private silent = false
  /** How much later everything that is asked arrives, in milliseconds. */
  delayMs = 0
  port = 0

  /** `target`: path of the database's Unix socket. */
  constructor(target: string) {
    this.target = target
  }

  async open(): Promise<void> {
    const server = createServer((near) => this.connect(near))
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as { port: number }).port
    this.server = server
    this.silent = false
  }

  /** The way is gone: connections break and new ones are refused. */
  async close(): Promise<void> {
    const server = this.server
    this.server = undefined
    for (const { near, far } of this.links) for (const socket of [near, far]) socket.destroy()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  /** Everything is swallowed from now on, on the connections that are there and on new ones. */
  fallSilent(): void {
    this.silent = true
    for (const link of this.links) link.dead = true
  }

  /** New connections get through again. The database has forgotten the old ones; nobody tells our side. */
  speakAgain(): void {
    this.silent = false
    for (const { far } of this.links) far.destroy()
  }

  /** How many connections there are. */
  get count(): number {
    return this.links.size
  }

  /** Breaks one connection in the middle of whatever goes over it, another one each time. */
  breakOne(): void {
    const [link] = this.links
    if (!link) return
    this.links.delete(link)
    link.near.resetAndDestroy()
    link.far.destroy()
  }

  private connect(near: Socket): void {
    const far = createConnection(this.target)
    const link = { near, far, dead: this.silent }
    this.links.add(link)
    const pass = (from: Socket, to: Socket): void => {
      const delay = new Delay()
      const handOver = (bytes: Buffer) => () => void (link.dead || to.destroyed || to.write(bytes))
      from.on('data', (bytes: Buffer) => delay.pass(from === near ? this.delayMs : 0, handOver(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!link.dead || from === near) to.destroy()
        if (from === near) this.links.delete(link)
      })
    }
    pass(near, far)
    pass(far, near)
  }
}
