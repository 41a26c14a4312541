import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isEventStream } from '../../event-stream.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface RawRequest {
  readonly method?: string
  /** Sent as it stands: nothing decodes, encodes or shortens it on the way, as `inject` and `fetch` would. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Starts the server on a port of its own, unless it has one, and answers the port; `server.close()` ends it. */
export const listen = async (server: FastifyInstance): Promise<number> => {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const [address] = server.addresses()
  if (address === undefined || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** One request over a real connection, byte for byte. Of a stream of events the body is what it says first. */
export const askRaw = (
  port: number,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    // Node sends no length for a DELETE by itself, and the body would be read as the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        const answer = (): RawAnswer => ({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!isEventStream(response.headers) || !answer().body.includes('\n\n')) return
          resolve(answer())
          asked.destroy()
        })
        response.on('end', () => resolve(answer()))
        response.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** What the server says to bytes that need not be HTTP. */
export const sendBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
