import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { isWebPath } from '@ulna/contract/web-paths'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../app-error.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { type PageSettings, pagePolicyOf } from './page-policy.ts'
import { allowPage, newNonce } from './security-headers.ts'
import { WebFiles } from './web-files.ts'

export interface WebAppSettings {
  /** The built web app: index.html and assets. */
  readonly directory: string
  readonly pageSettings: PageSettings
}

/** index.html with this answer's nonce and the page's settings in place of their markers. */
const renderPage = (template: string, nonce: string, settings: PageSettings): string =>
  template.replaceAll('%NONCE%', nonce).replaceAll('%SETTINGS%', escapeHtml(JSON.stringify(settings)))

/** Browsers say so of the script of a service worker, whatever it is called. */
const isWorkerScript = (headers: IncomingHttpHeaders): boolean => headers['service-worker'] === 'script'

/**
 * Ulna has no service worker (decision 0022). What another tenant of this origin left in a browser asks for its script
 * anew at every visit and gets this one: it takes the place of the old, clears its caches and is gone. No page is
 * reloaded by it.
 */
const lastWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(leave())
})
`

/** For files whose names change with what is in them. */
const keptForEver = 'public, max-age=31536000, immutable'
/** For files whose names stay the same when they change. */
const keptForAnHour = 'public, max-age=3600'

/** The page for every path that is neither API nor asset, with 404 where its router has nothing to show. */
export const serveWebApp = async (
  app: FastifyInstance,
  { directory, pageSettings }: WebAppSettings,
): Promise<void> => {
  const file = path.join(directory, 'index.html')
  const template = existsSync(file) ? await readFile(file, 'utf8') : undefined
  if (template === undefined) return
  const policy = pagePolicyOf(pageSettings)
  const page = (reply: FastifyReply, status: 200 | 404): FastifyReply => {
    const nonce = newNonce()
    allowPage(reply, nonce, policy)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage(template, nonce, pageSettings))
  }
  const assets = await WebFiles.of(path.join(directory, 'assets'))
  // They come in the codings of the build: a tag stands for the very bytes that are sent.
  const asBuilt = { compress: false } as const
  app.get<{ Params: { '*': string } }>('/assets/*', asBuilt, (request, reply) =>
    assets.send(request, reply, request.params['*'], keptForEver),
  )
  const ownFiles = await WebFiles.of(directory)
  for (const name of ['favicon.svg', 'manifest.webmanifest', 'robots.txt']) {
    if (ownFiles.has(name))
      app.get(`/${name}`, asBuilt, (request, reply) => ownFiles.send(request, reply, name, keptForAnHour))
  }
  app.get('/', (_request, reply) => page(reply, 200))
  // Managers of passwords lead people here (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/app/settings/security'),
  )
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    if (request.url.startsWith('/api')) throw new AppError('not_found')
    if (!isWorkerScript(request.headers)) return page(reply, isWebPath(`/${request.params['*']}`) ? 200 : 404)
    return reply
      .headers({
        'cache-control': 'no-store',
        // The old one may have been let to reach further than its own folder.
        'service-worker-allowed': '/',
      })
      .type('text/javascript; charset=utf-8')
      .send(lastWorker)
  })
}
