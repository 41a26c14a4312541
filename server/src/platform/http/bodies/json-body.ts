import { setImmediate as nextTurn } from 'node:timers/promises'
import { bodyLimits } from '@ulna/contract/http/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'
import { countKeys } from './json-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Most parts of a body that is JSON; as of a public endpoint when nothing is said. */
    readonly bodyParts?: number
  }
}

const keysOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, one) => sum + keysOf(one), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

/** Bytes from which on others get their turn between the steps that a body takes. */
const large = 1024 * 1024

/** The text, when it is worth parsing: deep or many-headed ones are refused before anything is made of them. */
const textOf = (request: FastifyRequest, bytes: Buffer): { readonly text: string; readonly keys: number } => {
  const keys = countKeys(bytes, request.routeOptions.config.bodyParts ?? bodyLimits.public.parts)
  return { text: bytes.toString('utf8'), keys }
}

/**
 * Bodies are JSON and nothing else; a form or plain text, which a foreign page can send without asking, is answered
 * 415. What is nested too deep, a key that reaches for a prototype, and one that stands twice are invalid_request:
 * `JSON.parse` keeps the last of two and other readers the first, so what was checked and what somebody else sees could
 * differ.
 */
export const acceptOnlyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parsed = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, value: unknown) => (error ? reject(error) : resolve(value)))
    })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > large) await nextTurn()
      const { text, keys } = textOf(request, bytes)
      if (bytes.length > large) await nextTurn()
      const value = await parsed(request, text)
      if (keys !== keysOf(value)) throw new AppError('invalid_request')
      if (bytes.length > large) await nextTurn()
      return value
    },
  )
}
