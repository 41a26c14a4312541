import type { Readable } from 'node:stream'
import type {
  BodyOf,
  EndpointShape,
  EndpointTable,
  MediaType,
  MetadataOf,
  ParamsOf,
  PayloadOf,
  QueryOf,
  Schema,
} from '@ulna/contract/http/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { WireParts, WireText } from '../database/wire.ts'
import type { ActorOf } from '../sessions/actor.ts'
import { fromIssues } from './request-errors.ts'

/** A payload with metadata. */
export class Answer<P, M> {
  readonly payload: P
  readonly metadata: M
  /** Cookies to set, ready for `Set-Cookie`. */
  readonly cookies: readonly string[]
  constructor(payload: P, metadata: M, cookies: readonly string[] = []) {
    this.payload = payload
    this.metadata = metadata
    this.cookies = cookies
  }
}

/** Headers of a file besides its type, where they differ from those of every answer. */
export interface FileHeaders {
  readonly etag?: string
  /** `no-store` unless anybody may keep it. */
  readonly 'cache-control'?: string
  readonly 'content-disposition'?: string
  readonly 'content-length'?: string
  readonly 'cross-origin-resource-policy'?: string
}

/** Bytes instead of JSON: a picture, a download. Of a stream `content-length` says how many there are. */
export class FileAnswer {
  readonly bytes: Buffer | Readable
  readonly contentType: string
  readonly headers: FileHeaders
  /** Called once all of it is on its way to whoever asked, and not when they go away before that. */
  readonly onSent: (() => void) | undefined
  constructor(
    bytes: Buffer | Readable,
    contentType: string,
    headers: FileHeaders,
    { onSent }: { readonly onSent?: () => void } = {},
  ) {
    this.bytes = bytes
    this.contentType = contentType
    this.headers = headers
    this.onSent = onSent
  }
}

/** An answer that goes on until it is over: the events of an endpoint that has some. */
export class StreamAnswer {
  readonly body: Readable
  /** Ends the body: whoever asked would not be let in any more. */
  readonly refuse: () => void
  constructor(body: Readable, refuse: () => void) {
    this.body = body
    this.refuse = refuse
  }
}

export type HandlerAnswer<E extends EndpointShape> = E extends { readonly events: object }
  ? StreamAnswer
  : E extends { readonly answers: readonly MediaType[] }
    ? FileAnswer
    : PayloadOf<E> | Answer<PayloadOf<E>, MetadataOf<E>> | WireText<PayloadOf<E>, MetadataOf<E>>

export interface HandlerCall<E extends EndpointShape> {
  readonly actor: ActorOf<E['access']>
  readonly path: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<E extends EndpointShape> = (call: HandlerCall<E>) => Promise<HandlerAnswer<E>>

export interface Route {
  readonly endpoint: EndpointShape
  readonly handler: Handler<EndpointShape>
}

/** Handlers for a whole table of endpoints; a missing one does not compile. */
export const implement = <const T extends EndpointTable>(
  endpoints: T,
  handlers: { readonly [K in keyof T]: Handler<T[K]> },
): Route[] =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof T] as unknown as Handler<EndpointShape>,
  }))

/** Input parsed by the contract's schema; everything wrong with it is told at once. */
export const parseInput = (schema: Schema | undefined, input: unknown): unknown => {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, input)
  if (!parsed.success) throw fromIssues(parsed.error.issues, input)
  return parsed.data
}

/** Strict about the answers of our own database text: used in development and tests. */
const checkText = (schema: Schema | undefined, text: string, what: string): void => {
  if (!schema) return
  const value: unknown = JSON.parse(text)
  const parsed = z.safeParse(schema, value)
  if (!parsed.success)
    throw new Error(`${what} does not fit the contract: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`)
  if (JSON.stringify(sorted(parsed.data)) !== JSON.stringify(sorted(value)))
    throw new Error(`${what} has keys that the contract does not name`)
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** The JSON body of an answer. Keys the endpoint does not name are dropped. */
export const encodeAnswer = (endpoint: EndpointShape, answer: unknown, strict: boolean): string | Buffer => {
  const name = `${endpoint.method} ${endpoint.path}`
  if (answer instanceof WireText) {
    if (strict) checkText(endpoint.returns, answer.payload, `payload of ${name}`)
    if (strict) checkText(endpoint.metadata, answer.metadata, `metadata of ${name}`)
    const { parts } = answer.body
    return new WireParts<unknown>(['{"payload":', ...parts, `,"metadata":${answer.metadata}}`]).join()
  }
  if (!endpoint.returns) throw new Error(`${name} answers no JSON`)
  const whole = answer instanceof Answer ? answer : new Answer<unknown, unknown>(answer, undefined)
  const payload = z.parse(endpoint.returns, whole.payload)
  const metadata = endpoint.metadata ? z.parse(endpoint.metadata, whole.metadata ?? {}) : {}
  return `{"payload":${JSON.stringify(payload)},"metadata":${JSON.stringify(metadata)}}`
}
