import { Readable } from 'node:stream'
import {
  type ChangeNotice,
  type PracticeNews,
  practiceNews,
  type streamEndings,
} from '@ulna/contract/news/news'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import type { ConnectionSettings } from '../database/database.ts'
import { fromPostgres } from '../database/postgres-errors.ts'
import { StreamAnswer } from '../http/route.ts'
import { NoticeListener } from './news.listener.ts'

export interface StreamLimits {
  /** Tabs of one session; the oldest stream ends when another is opened. */
  readonly ofSession: number
  readonly ofProcess: number
  /** Bytes that wait for somebody who does not read; who has more waiting is dropped. */
  readonly waitingBytes: number
}

const usualLimits: StreamLimits = { ofSession: 10, ofProcess: 2000, waitingBytes: 65_536 }

/** Whose stream it is. */
export interface Follower {
  readonly practiceId: number
  readonly sessionId: number
}

type Ending = (typeof streamEndings)[number]

/** Milliseconds between two signs of life; a proxy cuts what says nothing for long. */
const heartbeatMs = 15_000
/** What a client that knows no better waits before it comes back, in milliseconds. */
const comeBackMs = 2000
/** What somebody who does not read gets to take the last words. */
const farewellMs = 1000

/** News without their id, which differs from stream to stream. */
const newsText = <Name extends keyof PracticeNews>(name: Name, data: PracticeNews[Name]): string =>
  `event: ${name}\ndata: ${JSON.stringify(z.parse(practiceNews[name] as z.ZodMiniType, data))}\n\n`

/** One open stream. */
class NewsStream {
  readonly follower: Follower
  readonly body = new Readable({ read: () => undefined })
  private readonly waitingBytes: number
  private told = 0

  constructor(follower: Follower, waitingBytes: number) {
    this.follower = follower
    this.waitingBytes = waitingBytes
  }

  tell(news: string): void {
    this.told += 1
    this.write(`id: ${this.told}\n${news}`)
  }

  write(text: string): void {
    if (this.body.destroyed) return
    if (this.body.readableLength > this.waitingBytes) this.body.destroy()
    else this.body.push(text)
  }

  end(reason: Ending): void {
    this.tell(newsText('end', { reason }))
    if (this.body.destroyed) return
    this.body.push(null)
    setTimeout(() => this.body.destroy(), farewellMs).unref()
  }
}

/** The open streams of a process, told by practice what is announced in any process. */
export class NewsStreams {
  private readonly listener: NoticeListener
  private readonly limits: StreamLimits
  /** Streams in the order in which they were opened. */
  private readonly streams = new Set<NewsStream>()
  private heartbeat: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(
    connection: ConnectionSettings,
    warn: (error: Error) => void,
    limits: Partial<StreamLimits> = {},
  ) {
    this.limits = { ...usualLimits, ...limits }
    this.listener = new NoticeListener(connection, {
      heard: (practiceId, notice) => this.tell(practiceId, notice),
      missed: () => this.tellAll(newsText('refetch', {})),
      warn,
    })
  }

  /** A stream of what changes in the practice from now on. */
  async open({ practiceId, sessionId }: Follower): Promise<StreamAnswer> {
    await this.listener.listen().catch((error: unknown) => {
      throw fromPostgres(error) ?? error
    })
    if (this.isClosed || this.streams.size >= this.limits.ofProcess)
      throw new AppError('service_unavailable', { retryAfter: 10 })
    this.makeRoomFor(sessionId)
    const stream = new NewsStream({ practiceId, sessionId }, this.limits.waitingBytes)
    this.add(stream)
    stream.write(`retry: ${comeBackMs}\n`)
    stream.tell(newsText('ready', {}))
    return new StreamAnswer(stream.body, () => this.end(stream, 'refused'))
  }

  /** Ends every stream; none is opened any more. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const stream of [...this.streams]) this.end(stream, 'closing')
    await this.listener.close()
  }

  private add(stream: NewsStream): void {
    this.streams.add(stream)
    stream.body.once('close', () => this.remove(stream))
    this.heartbeat ??= setInterval(() => this.beat(), heartbeatMs).unref()
  }

  private remove(stream: NewsStream): void {
    this.streams.delete(stream)
    if (this.streams.size > 0) return
    clearInterval(this.heartbeat)
    this.heartbeat = undefined
  }

  private end(stream: NewsStream, reason: Ending): void {
    if (!this.streams.has(stream)) return
    this.remove(stream)
    stream.end(reason)
  }

  private makeRoomFor(sessionId: number): void {
    const own = [...this.streams].filter(({ follower }) => follower.sessionId === sessionId)
    for (const stream of own.slice(0, Math.max(0, own.length + 1 - this.limits.ofSession)))
      this.end(stream, 'replaced')
  }

  private tell(practiceId: number, notice: ChangeNotice): void {
    const news = newsText('change', notice)
    for (const stream of this.streams) if (stream.follower.practiceId === practiceId) stream.tell(news)
  }

  private tellAll(news: string): void {
    for (const stream of this.streams) stream.tell(news)
  }

  private beat(): void {
    for (const stream of this.streams) stream.write(':\n\n')
  }
}
