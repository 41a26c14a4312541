import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { type PageSettings, pagePolicyOf } from './page-policy.ts'
import { allowPage, newNonce } from './security-headers.ts'

export interface WebAppSettings {
  /** The built web app: index.html and assets. */
  readonly directory: string
  readonly pageSettings: PageSettings
}

const escapeForAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** index.html with this answer's nonce and the page's settings in place of their markers. */
const renderPage = (template: string, nonce: string, settings: PageSettings): string =>
  template.replaceAll('%NONCE%', nonce).replaceAll('%SETTINGS%', escapeForAttribute(JSON.stringify(settings)))

/** The page for every path that is neither API nor asset: the router of the web app tells them apart. */
export const serveWebApp = async (
  app: FastifyInstance,
  { directory, pageSettings }: WebAppSettings,
): Promise<void> => {
  const file = path.join(directory, 'index.html')
  const template = existsSync(file) ? await readFile(file, 'utf8') : undefined
  if (template === undefined) return
  const policy = pagePolicyOf(pageSettings)
  const page = (reply: FastifyReply): FastifyReply => {
    const nonce = newNonce()
    allowPage(reply, nonce, policy)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage(template, nonce, pageSettings))
  }
  await app.register(fastifyStatic, {
    root: path.join(directory, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  for (const name of ['favicon.svg', 'manifest.webmanifest', 'robots.txt']) {
    if (existsSync(path.join(directory, name)))
      app.get(`/${name}`, (_request, reply) => reply.sendFile(name, directory))
  }
  app.get('/', (_request, reply) => page(reply))
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api') || request.url.startsWith('/assets/')) throw new AppError('not_found')
    return page(reply)
  })
}
