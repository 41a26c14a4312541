import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../http/api-error.ts'
import { keepListening, type ListeningParts } from './live-listening.ts'
import type { News } from './live-stream.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server on this machine that answers the n-th request by plan, the last one from then on. */
let server: Server
let plan: Answer[]
let seen: IncomingMessage['headers'][]
let baseUrl: string
let following: AbortController

beforeEach(async () => {
  seen = []
  plan = []
  following = new AbortController()
  server = createServer((request, response) => {
    const answer = plan[Math.min(seen.length, plan.length - 1)]
    seen.push(request.headers)
    answer?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterEach(async () => {
  following.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const news = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const change = { topic: 'appointments', ids: [1], many: false }

const streams =
  (...texts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) response.write(text)
  }
const ends =
  (...texts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(texts.join(''))
  }
const refuses =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":[]}')
const breaks: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(news('ready', {}))
  setTimeout(() => response.destroy(), 5)
}

const quick = { first: 10, longest: 40, patient: 60_000, apart: 0, silence: 60_000, good: 60_000 }

const follow = (given: Partial<ListeningParts> = {}) => {
  const told: News[] = []
  let token = 'one'
  let renewals = 0
  const over = keepListening(
    {
      baseUrl,
      tokens: { current: () => token, isStale: () => false },
      refresh: async () => {
        renewals += 1
        token = `renewed ${renewals}`
      },
      practiceId: 7,
      tell: (heard) => void told.push(heard),
      waits: quick,
      ...given,
    },
    following.signal,
  )
  return { told, over, renewals: () => renewals }
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const namesOf = (told: readonly News[]): string[] => told.map(({ name }) => name)

describe('a page that listens', () => {
  it('tells what it hears, in order, and says who it is and which practice it shows', async () => {
    plan = [
      streams(news('ready', {}), ':\n\n', news('change', change), news('news', {}), news('refetch', {})),
    ]
    const { told } = follow()
    await until(() => told.length === 3)
    expect(told).toEqual([
      { name: 'ready', data: {} },
      { name: 'change', data: change },
      { name: 'refetch', data: {} },
    ])
    expect(seen[0]).toMatchObject({ authorization: 'Bearer one', 'ulna-practice': '7' })
  })

  it('comes back whenever the stream ends, breaks or is refused for the moment', async () => {
    plan = [ends(news('ready', {}), news('end', { reason: 'closing' })), breaks, refuses(503), refuses(429)]
    plan.push(streams(news('ready', {})))
    const { told } = follow()
    await until(() => seen.length === 5)
    await until(() => told.length === 3)
    expect(namesOf(told)).toEqual(['ready', 'ready', 'ready'])
  })

  it('waits longer each time, up to a limit, and not at the same moment as others', async () => {
    plan = [refuses(503)]
    const at: number[] = []
    server.prependListener('request', () => at.push(performance.now()))
    follow({ waits: { ...quick, first: 40, longest: 80 } })
    await until(() => seen.length === 6)
    const waits = at.slice(1).map((moment, index) => moment - (at[index] ?? 0))
    // Between half and one and a half of 40, then of 80; a busy machine only makes them longer.
    expect(waits[0]).toBeGreaterThanOrEqual(19)
    for (const wait of waits.slice(1)) expect(wait).toBeGreaterThanOrEqual(39)
  })

  it('renews a token that is spent, at once, and goes on with the new one', async () => {
    plan = [refuses(401), streams(news('ready', {}))]
    const { told, renewals } = follow({ waits: { ...quick, first: 60_000 } })
    await until(() => told.length === 1)
    expect([seen[1]?.authorization, renewals()]).toEqual(['Bearer renewed 1', 1])
  })

  it('stops when the session is over', async () => {
    plan = [refuses(401)]
    const refresh = async () => {
      throw new ApiError(401, [{ code: '0012', message: 'session_invalid' }])
    }
    await follow({ refresh }).over
    expect(seen).toHaveLength(1)
  })

  it('goes on when the token cannot be renewed at the moment', async () => {
    plan = [refuses(401), streams(news('ready', {}))]
    const refresh = async () => {
      throw new ConnectionError('no network')
    }
    const { told } = follow({ refresh })
    await until(() => told.length === 1)
  })

  it.each([
    ['is not let in', refuses(403)],
    ['opened too many streams', ends(news('ready', {}), news('end', { reason: 'replaced' }))],
  ])('leaves the server in peace when it %s', async (_, answer) => {
    plan = [answer]
    const { over } = follow()
    await until(() => seen.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen).toHaveLength(1)
    following.abort()
    await over
  })

  it.each([
    ['stops', ends(news('ready', {}), news('end', { reason: 'closing' }))],
    ['ends all streams at once', ends(news('ready', {}), news('end', { reason: 'refused' }))],
    ['has no room', refuses(503)],
  ])('does not come back in one moment with all others when the server %s', async (_, answer) => {
    plan = [answer]
    follow({ waits: { ...quick, apart: 1_000_000_000 } })
    await until(() => seen.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen).toHaveLength(1)
  })

  it('comes back soon when its own token ran out, as it does four times an hour', async () => {
    plan = [ends(news('ready', {}), news('end', { reason: 'refused' })), streams(news('ready', {}))]
    const tokens = { current: () => 'one', isStale: () => true }
    const { told } = follow({ tokens, waits: { ...quick, apart: 1_000_000_000 } })
    await until(() => told.length === 2)
    expect(seen).toHaveLength(2)
  })

  it('takes a server that says nothing for gone', async () => {
    plan = [streams(news('ready', {}))]
    follow({ waits: { ...quick, silence: 100 } })
    await until(() => seen.length === 3)
  })

  it('closes the stream when it is not wanted any more', async () => {
    let isClosed = false
    plan = [
      (response, request) => {
        response.on('close', () => {
          isClosed = true
        })
        streams(news('ready', {}))(response, request)
      },
    ]
    const { told, over } = follow()
    await until(() => told.length === 1)
    following.abort()
    await over
    await until(() => isClosed)
    expect(seen).toHaveLength(1)
  })
})
