import type { ChangeNotice } from '@ulna/contract/news/news'
import pg from 'pg'
import type { ConnectionSettings } from '../database/database.ts'
import { noticeChannel, readNotice } from './news.ts'

export interface ListenerHooks {
  heard(practiceId: number, notice: ChangeNotice): void
  /** It listens again after a time in which it did not. */
  missed(): void
  warn(error: Error): void
}

/** Milliseconds between two questions whether the database is still at the other end. */
const askedEveryMs = 15_000
/** First and longest wait before it is tried again to listen. */
const retryMs = { first: 200, longest: 5000 } as const

/**
 * The one connection on which a process hears what changed anywhere. It is opened when somebody first wants to hear,
 * and opened again whenever it breaks.
 */
export class NoticeListener {
  private readonly connection: ConnectionSettings
  private readonly hooks: ListenerHooks
  private client: pg.Client | undefined
  private connecting: Promise<void> | undefined
  private retry: NodeJS.Timeout | undefined
  private question: NodeJS.Timeout | undefined
  private hasListened = false
  private isClosed = false

  constructor(connection: ConnectionSettings, hooks: ListenerHooks) {
    this.connection = connection
    this.hooks = hooks
  }

  /** Resolves once it listens; rejects when the database cannot be reached. */
  async listen(): Promise<void> {
    if (this.client) return
    this.connecting ??= this.connect().finally(() => {
      this.connecting = undefined
    })
    await this.connecting
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.retry)
    clearInterval(this.question)
    await this.connecting?.catch(ignore)
    const { client } = this
    this.client = undefined
    await client?.end().catch(ignore)
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...this.connection,
      connectionTimeoutMillis: 3500,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'ulna notices',
    })
    client.on('error', (error) => this.lose(client, error))
    client.on('end', () => this.lose(client, new Error('the connection ended')))
    client.on('notification', ({ payload = '' }) => this.hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${noticeChannel}`)
    } catch (error) {
      destroy(client)
      throw error
    }
    if (this.isClosed) return destroy(client)
    this.client = client
    clearInterval(this.question)
    this.question = setInterval(() => this.ask(client), askedEveryMs)
    this.question.unref()
    if (this.hasListened) this.hooks.missed()
    this.hasListened = true
  }

  private hear(payload: string): void {
    try {
      const { practiceId, notice } = readNotice(payload)
      this.hooks.heard(practiceId, notice)
    } catch (error) {
      this.hooks.warn(error as Error)
    }
  }

  /** A network that swallows packets breaks no connection; whoever gets no answer has lost it all the same. */
  private ask(client: pg.Client): void {
    client.query('select 1').catch((error: Error) => this.lose(client, error))
  }

  private lose(client: pg.Client, error: Error): void {
    if (client !== this.client || this.isClosed) return
    this.client = undefined
    clearInterval(this.question)
    destroy(client)
    this.hooks.warn(error)
    this.tryAgain(retryMs.first)
  }

  private tryAgain(afterMs: number): void {
    this.retry = setTimeout(() => {
      this.listen().catch(() => {
        if (!this.isClosed) this.tryAgain(Math.min(afterMs * 2, retryMs.longest))
      })
    }, afterMs)
    this.retry.unref()
  }
}

const ignore = (): void => undefined

/** Its statements reject and nobody is told a second time. */
const destroy = (client: pg.Client): void => {
  client.on('error', ignore)
  client.connection.stream.destroy()
}
