import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Metrics } from './metrics.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a header brings the token, compared without telling how far it is right. */
const brings = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))

/** `GET /metrics` beside the API, for who brings the token; a page that is not there for everybody else. */
export const serveMetrics = (server: FastifyInstance, metrics: Metrics, token: string): void => {
  server.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!brings(request.headers.authorization, token)) throw new AppError('not_found')
    const { type, text } = await metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

export interface MetricsPort {
  /** The one that was asked for, or that the system chose. */
  readonly port: number
  /** Frees it; what is being answered is broken off. */
  close(): Promise<void>
}

/** `GET /metrics` on a port of its own, for whoever reaches it: it is to be closed to everybody but the machine that watches. */
export const listenForMetrics = async (
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<MetricsPort> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
