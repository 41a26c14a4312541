import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { strictPolicy } from './page-policy.ts'

/** Two years. */
const transportSeconds = 63_072_000

/** A nonce for one answer of the web app's page. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** The headers of a page; it may do what `policy` says and nothing else. */
export const allowPage = (reply: FastifyReply, nonce: string, policy = strictPolicy): void => {
  reply.header('content-security-policy', policy.contentSecurityPolicy(nonce))
  reply.header('cross-origin-opener-policy', policy.openerPolicy)
}

/** Headers of answers before any hook runs: to a URL that cannot be decoded, to what is not even HTTP. */
export const headersBeforeHooks: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'strict-transport-security': `max-age=${transportSeconds}; includeSubDomains`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

/**
 * Headers of every answer; answers that are no page may load nothing at all. The set is helmet's; it is written out
 * because the plugin puts the same texts together for each request, a fifteenth of what a read costs.
 */
const always: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), interest-cohort=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${transportSeconds}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

export const useSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    // The number under which log and trail know the request: whoever reports an error can quote it.
    reply.header('x-request-id', request.id)
    done()
  })
}
