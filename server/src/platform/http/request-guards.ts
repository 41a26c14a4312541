import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream: what it tells is not told to another site's page either. */
    readonly goesOn?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

// The route that answers, not the text of the URL: `/%61pi/auth/refresh` leads to the same one.
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? ''

/**
 * Requests that another site made a browser send are refused before anything is read (CSRF): a foreign or null Origin,
 * a Fetch Metadata that says cross-site, a body that is not JSON. Programs that are no browser send neither header;
 * they need a Bearer token, which no foreign page has.
 */
const refuseForeign = (request: FastifyRequest, allowed: () => ReadonlySet<string>): void => {
  const { origin, 'sec-fetch-site': site } = request.headers
  const writes = !safeMethods.has(request.method)
  const renewsSession = routeOf(request).startsWith('/api/auth/refresh')
  const goesOn = request.routeOptions.config.goesOn === true
  if (!writes && !renewsSession && !goesOn) return
  if (origin !== undefined && !allowed().has(origin)) throw new AppError('forbidden')
  if (site === 'cross-site' || (site === 'same-site' && origin === undefined)) throw new AppError('forbidden')
}

const isApi = (request: FastifyRequest): boolean => routeOf(request).startsWith('/api/')

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** An origin as a browser writes it: the port of the scheme is left out. */
const originOf = (scheme: string, host: string, port: number | string): string =>
  new URL(`${scheme}//${host}:${port}`).origin

/** Origins that may write: APP_URL, and the loopback names of its port and of ours when it is a local installation. */
export const allowedOrigins = (appUrl: string, port: () => number): ReadonlySet<string> => {
  const { origin, protocol, hostname, port: portOfUrl } = new URL(appUrl)
  if (!loopbackNames.includes(hostname)) return new Set([origin])
  return new Set(
    loopbackNames.flatMap((host) => [originOf(protocol, host, portOfUrl), originOf('http:', host, port())]),
  )
}

export const useRequestGuards = (app: FastifyInstance, origins: () => ReadonlySet<string>): void => {
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) refuseForeign(request, origins)
  })
}
