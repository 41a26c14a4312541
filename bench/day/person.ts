import { randomBytes } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import type { Call, Step, Who } from './calls.ts'

export type Record = (step: Step, due: number, failure?: string) => void

/** Somebody at a page: a browser's connections, a session, and what is asked over them. */
export interface Person {
  readonly who: Who
  /** Sends a call and notes how long after `due` its answer was there; answers whether it went well. */
  ask(call: Call, step: Step, due: number, learn?: (payload: unknown) => void): Promise<boolean>
  /** Opens a stream; answers it, or nothing when it was refused. */
  follow(due: number): Promise<IncomingMessage | undefined>
  /** Resolves when the sign-in was answered. */
  readonly signedIn: Promise<void>
  /** What was sent and is not answered yet. */
  unanswered(): readonly { readonly step: Step; readonly due: number }[]
  leave(): void
}

interface Answer {
  readonly status: number
  readonly body: () => Promise<string>
  readonly response: IncomingMessage
}

const decoders = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
} as const

const textOf = async (bytes: Buffer, coding: string | undefined): Promise<string> => {
  if (coding === 'br' || coding === 'gzip' || coding === 'zstd')
    return (await decoders[coding](bytes)).toString('utf8')
  return bytes.toString('utf8')
}

/** Milliseconds before its end in which a page takes a token for spent. */
const staleBefore = 30_000

/** A page that waits longer is left. */
const patience = 60_000

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
}

/** A browser opens six connections to a server that speaks HTTP/1.1, and keeps them. */
const connections = 6

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

const createBrowser = (url: string) => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const open = ({ method, path, headers, body }: Request, streams: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const call = request({ agent, hostname, port, method, path, headers })
      // A server may close a kept connection in the moment in which it is used again: a browser then takes another.
      call.once('error', (error) => {
        if (call.reusedSocket && isLostConnection(error))
          open({ method, path, headers, body }, streams).then(resolve, reject)
        else reject(error)
      })
      if (!streams) call.setTimeout(patience, () => call.destroy(new Error('no answer in time')))
      call.once('response', resolve)
      call.end(body)
    })

  const send = async (wish: Request): Promise<Answer> => {
    const response = await open(wish, false)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const body = (): Promise<string> => textOf(Buffer.concat(chunks), response.headers['content-encoding'])
    return { status: response.statusCode ?? 0, body, response }
  }

  return { send, open, close: () => agent.destroy() }
}

interface Session {
  readonly token: string
  readonly endsAt: number
}

interface SessionAnswer {
  readonly metadata: { readonly token: string; readonly expiresAt: string }
}

const sessionOf = (text: string): Session => {
  const { metadata } = JSON.parse(text) as SessionAnswer
  return { token: metadata.token, endsAt: Date.parse(metadata.expiresAt) }
}

/** `pageTag` is of the page itself, which every browser has from its last visit. */
export const createPerson = (
  { url, who, pageTag }: { readonly url: string; readonly who: Who; readonly pageTag: string },
  record: Record,
): Person => {
  const browser = createBrowser(url)
  const cookies = new Map<string, string>()
  let session: Session = { token: '', endsAt: 0 }
  let renewing: Promise<void> | undefined
  let enter: () => void
  const signedIn = new Promise<void>((resolve) => {
    enter = resolve
  })

  const keepCookies = ({ headers }: IncomingMessage): void => {
    for (const line of headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
  }

  const headersOf = ({ method, kind, body }: Call): { [name: string]: string } => ({
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    ...(session.token && {
      authorization: `Bearer ${session.token}`,
      'ulna-practice': String(who.practiceId),
    }),
    ...(kind === 'page' && pageTag && { 'if-none-match': pageTag }),
    ...(method === 'POST' && { 'idempotency-key': randomBytes(16).toString('hex') }),
    ...(body && { 'content-type': 'application/json' }),
  })

  const requestOf = (call: Call): Request => {
    const body = call.body && JSON.stringify(call.body)
    return {
      method: call.method,
      path: call.kind === 'page' ? call.path : `/api${call.path}`,
      headers: { ...headersOf(call), ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
      body,
    }
  }

  const isStale = (): boolean => session.token !== '' && session.endsAt - Date.now() < staleBefore

  const renew = async (): Promise<void> => {
    const due = performance.now()
    const call = { method: 'GET', path: '/auth/refresh' } as const
    const answer = await browser.send(requestOf(call))
    keepCookies(answer.response)
    if (answer.status !== 200) return record('token renewed', due, `refresh answered ${answer.status}`)
    session = sessionOf(await answer.body())
    record('token renewed', due)
  }

  const renewIfStale = async (): Promise<void> => {
    if (!isStale()) return
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    await renewing
  }

  const read = async (call: Call, { status, body, response }: Answer, learn?: (payload: unknown) => void) => {
    keepCookies(response)
    const isFine =
      (status >= 200 && status < 300) || status === 304 || (status === 404 && call.mayBeMissing === true)
    if (!isFine) return `${call.method} ${call.path} answered ${status}: ${(await body()).slice(0, 300)}`
    if (call.kind === 'login') {
      session = sessionOf(await body())
      enter()
    }
    if (learn) learn((JSON.parse(await body()) as { payload: unknown }).payload)
    return undefined
  }

  const underWay = new Set<{ step: Step; due: number }>()

  const ask: Person['ask'] = async (call, step, due, learn) => {
    let failure: string | undefined
    const sent = { step, due }
    underWay.add(sent)
    try {
      await renewIfStale()
      failure = await read(call, await browser.send(requestOf(call)), learn)
    } catch (error) {
      failure = `${call.method} ${call.path}: ${error instanceof Error ? error.message : String(error)}`
    }
    underWay.delete(sent)
    record(step, due, failure)
    return failure === undefined
  }

  const follow: Person['follow'] = async (due) => {
    try {
      await renewIfStale()
      const response = await browser.open(requestOf({ method: 'GET', path: '/events' }), true)
      const isOpen = response.statusCode === 200
      record('stream opened', due, isOpen ? undefined : `GET /events answered ${response.statusCode}`)
      if (isOpen) return response
      response.resume()
    } catch (error) {
      record('stream opened', due, `GET /events: ${String(error)}`)
    }
    return undefined
  }

  return { who, ask, follow, signedIn, unanswered: () => [...underWay], leave: browser.close }
}
