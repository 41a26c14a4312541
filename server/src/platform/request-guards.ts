import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

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
  if (!writes && !renewsSession) return
  if (origin !== undefined && !allowed().has(origin)) throw new AppError('forbidden')
  if (site === 'cross-site' || (site === 'same-site' && origin === undefined)) throw new AppError('forbidden')
}

const isApi = (request: FastifyRequest): boolean => routeOf(request).startsWith('/api/')

/** Origins that may write: APP_URL, and the loopback names of the port when it is a local installation. */
export const allowedOrigins = (appUrl: string, port: () => number): ReadonlySet<string> => {
  const url = new URL(appUrl)
  const origins = new Set([url.origin])
  if (['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      origins.add(`http://${host}:${url.port || '80'}`)
      origins.add(`http://${host}:${port()}`)
    }
  }
  return origins
}

export const useRequestGuards = (app: FastifyInstance, origins: () => ReadonlySet<string>): void => {
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) refuseForeign(request, origins)
  })
}
