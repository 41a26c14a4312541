import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The addresses at the end of the list, which proxies near us wrote; what stands before a text that is none counts for nothing. */
const believable = (header: string): string => {
  const texts = header.split(',').map((text) => text.trim())
  const strange = texts.findLastIndex((text) => isIP(text) === 0)
  return texts.slice(strange + 1).join(', ')
}

/**
 * Only an address is where a caller is: of what a proxy hands on as one, the rest is ignored in favour of whoever is
 * nearer. Registered before anything looks at `request.ip`.
 */
export const believeOnlyAddresses = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const header = headers['x-forwarded-for']
    if (header !== undefined) headers['x-forwarded-for'] = believable(String(header))
    done()
  })
}
