import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'

type Fields = Readonly<Record<string, unknown>>

/** Bodies of these routes are the fields of a form; anything else is answered 415. */
export const acceptOnlyForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parse(text),
  )
}

/** What an address and a form say together: of a field that stands in both, both. */
export const withFields = (query: unknown, body: unknown): Fields => {
  const [first, second] = [query, body].map((one) => (one ?? {}) as Fields)
  const fields: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second ?? {}))
    fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value
  return fields
}
