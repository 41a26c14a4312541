import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'

export const isEventStream = (headers: Readonly<Record<string, unknown>>): boolean =>
  String(headers['content-type']).startsWith('text/event-stream')

/** What an endpoint with events says first, or the whole of a refusal; whoever asked is gone afterwards. */
export const openingOf = async (response: LightMyRequestResponse): Promise<string> => {
  let text = ''
  for await (const chunk of response.stream()) {
    text += String(chunk)
    if (isEventStream(response.headers) && text.includes('\n\n')) break
  }
  response.raw.res.destroy()
  return text
}

export interface ToldNews {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const fieldOf = (block: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]

const newsIn = (text: string): ToldNews[] =>
  text.split('\n\n').flatMap((block) => {
    const data = fieldOf(block, 'data')
    if (data === undefined) return []
    return [{ id: fieldOf(block, 'id') ?? '', event: fieldOf(block, 'event') ?? '', data: JSON.parse(data) }]
  })

/** Somebody who follows a practice over a real connection. */
export class TestFollower {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Everything as it came. */
  text = ''
  hasEnded = false
  private readonly asked: ClientRequest
  private readonly response: IncomingMessage

  constructor(asked: ClientRequest, response: IncomingMessage) {
    this.asked = asked
    this.response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      this.text += chunk
    })
    response.on('error', () => undefined)
    response.on('close', () => {
      this.hasEnded = true
    })
  }

  get news(): ToldNews[] {
    return newsIn(this.text.slice(0, this.text.lastIndexOf('\n\n') + 2))
  }

  /** Changes that were told so far. */
  get changes(): unknown[] {
    return this.news.filter(({ event }) => event === 'change').map(({ data }) => data)
  }

  /** Waits until so many news of a name were told; whatever is slow, the test's own limit ends it. */
  async heard(event: string, count = 1): Promise<void> {
    while (this.news.filter((one) => one.event === event).length < count) {
      if (this.hasEnded) throw new Error(`ended before ${event} was told: ${this.text}`)
      await Promise.race([once(this.response, 'data'), once(this.response, 'close')])
    }
  }

  /** Milliseconds until the server has ended the stream. */
  async ended(): Promise<number> {
    const from = performance.now()
    if (!this.hasEnded) await once(this.response, 'close')
    return performance.now() - from
  }

  /** Reads nothing any more, and leaves the connection open. */
  stopReading(): Readable {
    return this.response.pause()
  }

  leave(): void {
    this.asked.destroy()
  }
}

/** Opens the stream of a server that listens on a port; a refusal is a follower too, with its status. */
export const follow = (
  port: number,
  headers: Readonly<Record<string, string>>,
  path = '/api/events',
): Promise<TestFollower> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) =>
      resolve(new TestFollower(asked, response)),
    )
    asked.on('error', reject)
    asked.end()
  })
