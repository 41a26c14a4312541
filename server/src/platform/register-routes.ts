import '@fastify/cookie'
import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, type Claims, practiceHeader } from './access.ts'
import type { Actor, Call, IdempotentCall, StoredAnswer } from './actor.ts'
import { AppError } from './app-error.ts'
import { deviceCookie } from './cookies.ts'
import { AnsweredBefore } from './idempotency.ts'
import { Answer, encodeAnswer, FileAnswer, parseInput, type Route, StreamAnswer } from './route.ts'
import type { SessionReader } from './sessions.reading.ts'
import { StreamWatch } from './stream-watch.ts'
import { requestHash } from './tokens.ts'
import { acceptOnlyUploads } from './upload-body.ts'

export interface RouteSettings {
  readonly sessions: SessionReader
  /** Checks every answer of the database against the contract: development and tests. */
  readonly strictAnswers: boolean
}

const statusOf = (endpoint: EndpointShape): number => endpoint.status ?? 200

const idempotent = (
  endpoint: EndpointShape,
  request: FastifyRequest,
  strict: boolean,
): IdempotentCall | null => {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_request', { fields: [{ field: 'Idempotency-Key', message: 'field_text' }] })
  }
  return {
    key,
    path: endpoint.path,
    // Of an upload the body is yet to come: the handler adds what it was (`withContent`).
    requestHash: requestHash([request.url, endpoint.upload ? '' : JSON.stringify(request.body ?? null)]),
    encode: (answer): StoredAnswer => ({
      status: statusOf(endpoint),
      body: encodeAnswer(endpoint, answer, strict).toString(),
      cookies: answer instanceof Answer ? answer.cookies : [],
    }),
  }
}

const callOf = (endpoint: EndpointShape, request: FastifyRequest, strict: boolean): Call => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  device: request.cookies[deviceCookie] ?? null,
  idempotent: idempotent(endpoint, request, strict),
})

const claimsOf = ({ headers }: FastifyRequest): Claims => {
  const practice = headers[practiceHeader]
  return {
    authorization: headers.authorization,
    practice: Array.isArray(practice) ? practice.join() : practice,
  }
}

/** A stream tells of the practice it was opened in, whether or not the request named it. */
const claimedPractice = (actor: Actor): string | undefined =>
  actor.kind === 'member' ? String(actor.practiceId) : undefined

interface Sendable {
  readonly status: number
  readonly body: string | Buffer
  readonly cookies: readonly string[]
}

const send = (reply: FastifyReply, { status, body, cookies }: Sendable): FastifyReply => {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

const sendFile = (reply: FastifyReply, file: FileAnswer): FastifyReply =>
  reply
    .header('content-type', file.contentType)
    .headers({ ...file.headers })
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .send(file.bytes)

/** Milliseconds that the end of a stream may take on its way to somebody who does not read. */
const farewellMs = 2000

/**
 * Written past Fastify, which logs every reader that goes away. The connection is not used again, so that a server
 * that stops waits for none.
 */
const sendStream = (reply: FastifyReply, { body }: StreamAnswer): FastifyReply => {
  reply.headers({ 'content-type': 'text/event-stream', connection: 'close', 'x-accel-buffering': 'no' })
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  body.once('end', () => setTimeout(() => raw.destroy(), farewellMs).unref())
  pipeline(body, raw, noteNothing)
  return reply
}

// Whoever listened went away or was dropped; both is how a stream ends.
const noteNothing = (): void => undefined

interface Routing extends RouteSettings {
  readonly watch: StreamWatch
}

/** One endpoint on the wire: admit, parse, run, answer. */
const handle = async (
  { endpoint, handler }: Route,
  settings: Routing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.header('cache-control', 'no-store')
  // Whoever is refused an upload may go on sending for as long as the connection lasts. A server that stops says so to all.
  const endsRefused = endpoint.upload !== undefined && !reply.hasHeader('connection')
  if (endsRefused) reply.header('connection', 'close')
  const call = callOf(endpoint, request, settings.strictAnswers)
  const claims = claimsOf(request)
  const actor = await admit(settings.sessions, endpoint, claims, call)
  const path = parseInput(endpoint.params, request.params)
  const query = parseInput(endpoint.query, request.query)
  const body = parseInput(endpoint.body, request.body)
  try {
    const answer: unknown = await handler({ actor, path, query, body, request, reply } as never)
    if (endsRefused) reply.removeHeader('connection')
    if (answer instanceof FileAnswer) return sendFile(reply, answer)
    if (answer instanceof StreamAnswer) {
      const practice = claimedPractice(actor)
      settings.watch.watch(answer, () => admit(settings.sessions, endpoint, { ...claims, practice }, call))
      return sendStream(reply, answer)
    }
    return send(reply, {
      status: statusOf(endpoint),
      body: encodeAnswer(endpoint, answer, settings.strictAnswers),
      cookies: answer instanceof Answer ? answer.cookies : [],
    })
  } catch (error) {
    if (error instanceof AnsweredBefore) return send(reply, error.stored)
    throw error
  }
}

/** Puts every route below `/api`; a known path with another method answers 405. */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  settings: RouteSettings,
): void => {
  const routing = { ...settings, watch: new StreamWatch() }
  const register = (on: FastifyInstance, one: Route): void => {
    on.route({
      method: one.endpoint.method,
      url: `/api${one.endpoint.path}`,
      ...(one.endpoint.bodyLimit ? { bodyLimit: one.endpoint.bodyLimit } : {}),
      config: { goesOn: one.endpoint.events !== undefined },
      // What reads forms tells every header at the lowest level, the token of the session among them.
      ...(one.endpoint.upload === 'multipart' && app.log.level === 'trace' ? { logLevel: 'debug' } : {}),
      handler: (request, reply) => handle(one, routing, request, reply),
    })
  }
  for (const one of routes.filter(({ endpoint }) => !endpoint.upload)) register(app, one)
  for (const kind of ['bytes', 'multipart'] as const) {
    void app.register(async (own) => {
      await acceptOnlyUploads(own, kind)
      for (const one of routes.filter(({ endpoint }) => endpoint.upload === kind)) register(own, one)
    })
  }
  registerOtherMethods(app, routes)
}

const allMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

// Paths with the same shape are one path: /patient/:id and /patient/:key would be the same.
const shapeOf = (path: string): string => path.replaceAll(/:[A-Za-z]+/g, ':')

const registerOtherMethods = (app: FastifyInstance, routes: readonly Route[]): void => {
  const known = new Map<string, { path: string; methods: Set<string> }>()
  for (const { endpoint } of routes) {
    const shape = shapeOf(endpoint.path)
    const entry = known.get(shape) ?? { path: endpoint.path, methods: new Set<string>() }
    entry.methods.add(endpoint.method)
    known.set(shape, entry)
  }
  for (const { path, methods } of known.values()) {
    const others = allMethods.filter((method) => !methods.has(method))
    app.route({
      method: others,
      url: `/api${path}`,
      handler: async () => {
        throw new AppError('method_not_allowed')
      },
    })
  }
}
