import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { answerOnSocket } from '../error-answers.ts'
import { announcedBytes, throwAwayRest } from './unwanted-body.ts'

export interface BodyPatience {
  /** Milliseconds between two looks at the bodies that are on their way. */
  readonly lookEveryMs: number
  /** Looks in a row that must see `leastBytes` together: silence and what hardly drips get that long. */
  readonly looks: number
  readonly leastBytes: number
}

/** Slowest body that is read to its end, in bytes a second. */
const slowestRate = 1024

/** 30 seconds of silence, or of less than 1 kB a second. */
export const usualPatience: BodyPatience = {
  lookEveryMs: 5000,
  looks: 6,
  leastBytes: 30 * slowestRate,
}

/** Milliseconds that the slowest body of so many bytes may take, and a minute for its headers and the first look. */
export const longestBodyMs = (bytes: number): number => Math.ceil(bytes / slowestRate) * 1000 + 60_000

interface Coming {
  readonly answer: ServerResponse
  /** Nothing more of it will come: it is watched no longer. */
  readonly gone: () => void
  /** Bytes of the connection at the last look; undefined before the first. */
  read: number | undefined
  /** What each of the last looks saw come. */
  came: number[]
}

/**
 * Watches every body that comes, whoever reads it and whether or not anybody does: JSON, uploads, what follows a
 * refusal. One that stands still, or drips, is answered request_timeout and loses its connection; all are looked at
 * together. What waits for us to take it is not late.
 */
export class BodyWatch {
  private readonly patience: BodyPatience
  private readonly bodies = new Map<IncomingMessage, Coming>()
  private timer: NodeJS.Timeout | undefined

  constructor(patience: BodyPatience = usualPatience) {
    this.patience = patience
  }

  /** Bodies that are on their way. */
  get size(): number {
    return this.bodies.size
  }

  watch(server: Server): void {
    server.on('request', (request, answer) => {
      if (announcedBytes(request) === 0) return
      this.bodies.set(request, { answer, gone: this.endsWith(request), read: undefined, came: [] })
      answer.prependOnceListener('finish', () => throwAwayRest(request))
      this.timer ??= setInterval(() => this.look(), this.patience.lookEveryMs).unref()
    })
  }

  /** Once it was answered, a request is not told that its connection is gone: both are listened to. */
  private endsWith(request: IncomingMessage): () => void {
    const { socket } = request
    const gone = (): void => {
      this.bodies.delete(request)
      request.off('close', gone)
      socket.off('close', gone)
    }
    request.once('close', gone)
    socket.once('close', gone)
    return gone
  }

  private look(): void {
    for (const [request, coming] of this.bodies) {
      if (request.complete) coming.gone()
      else if (this.isLate(request, coming)) this.end(request, coming)
    }
    if (this.bodies.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  private isLate(request: IncomingMessage, coming: Coming): boolean {
    const { bytesRead } = request.socket
    const before = coming.read
    coming.read = bytesRead
    if (before === undefined) return false
    const { looks, leastBytes } = this.patience
    coming.came = request.readableLength > 0 ? [] : [...coming.came, bytesRead - before].slice(-looks)
    const sum = coming.came.reduce((all, one) => all + one, 0)
    return coming.came.length === looks && sum < leastBytes
  }

  private end(request: IncomingMessage, { answer, gone }: Coming): void {
    gone()
    if (!answer.headersSent) answerOnSocket(request.socket, 'request_timeout')
    request.socket.destroySoon()
  }
}
