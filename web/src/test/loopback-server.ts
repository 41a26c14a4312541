import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Milliseconds since the server started. */
  readonly at: number
}

export interface PlannedAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a test answers to the n-th request (from 0); `drop` closes the connection without an answer. */
export type Plan = (
  request: SeenRequest,
  index: number,
) => PlannedAnswer | 'drop' | Promise<PlannedAnswer | 'drop'>

export interface LoopbackServer {
  readonly baseUrl: string
  readonly seen: SeenRequest[]
  readonly close: () => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const answer = (response: ServerResponse, planned: PlannedAnswer | 'drop'): void => {
  if (planned === 'drop') {
    response.socket?.destroy()
    return
  }
  response.writeHead(planned.status, { 'content-type': 'application/json', ...planned.headers })
  response.end(typeof planned.body === 'string' ? planned.body : JSON.stringify(planned.body ?? {}))
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

/** A real HTTP server on a free port of this machine, answering by plan. */
export const startLoopbackServer = async (plan: Plan): Promise<LoopbackServer> => {
  const seen: SeenRequest[] = []
  const startedAt = Date.now()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { method = '', url = '', headers } = request
    const entry = { method, url, headers, body, at: Date.now() - startedAt }
    seen.push(entry)
    answer(response, await plan(entry, seen.length - 1))
  }
  const server = createServer((request, response) => void handle(request, response))
  await listen(server)
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
