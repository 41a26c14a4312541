import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

const closingQuote = (text: string, opening: number): number => {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
  return text.length
}

const isFollowedByColon = (text: string, from: number): boolean => {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

/** How many keys a JSON text spells out: every string that a colon follows. */
const keysWritten = (text: string): number => {
  let count = 0
  for (let open = text.indexOf('"'); open !== -1; ) {
    const close = closingQuote(text, open)
    if (isFollowedByColon(text, close + 1)) count += 1
    open = text.indexOf('"', close + 1)
  }
  return count
}

/** Deeper than any form; what lies below would only exhaust whoever walks through it. */
const deepest = 50

const keysOf = (value: unknown, depth = 0): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === deepest) throw new AppError('invalid_request')
  const inner = Object.values(value).reduce<number>((sum, one) => sum + keysOf(one, depth + 1), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

/**
 * Refuses a text in which an object has a key twice: `JSON.parse` keeps the last one and other readers the first, so
 * what was checked and what somebody else sees could differ.
 */
const refuseAmbiguous = (text: string, value: unknown): void => {
  if (keysWritten(text) !== keysOf(value)) throw new AppError('invalid_request')
}

/**
 * Bodies are JSON and nothing else; a form or plain text, which a foreign page can send without asking, is answered
 * 415. A key that stands twice or reaches for a prototype, and what is nested too deep, is invalid_request.
 */
export const acceptOnlyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, value: unknown) => {
      if (error) return done(error)
      try {
        refuseAmbiguous(text, value)
      } catch (refusal) {
        return done(refusal as AppError)
      }
      return done(null, value)
    })
  })
}
