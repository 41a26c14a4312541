import '@fastify/cookie'
import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { bodyLimits, bodyLimitsOf, type EndpointShape } from '@ulna/contract/http/endpoint'
import { scopesFor } from '@ulna/contract/practice-keys/practice-keys.scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { AnsweredBefore } from '../idempotency.ts'
import type { ExplainMissing } from '../patient-aliases.ts'
import { admit, type Claims, practiceHeader, type Readers } from '../sessions/access.ts'
import type { Actor, Call, IdempotentCall, PracticeActor, StoredAnswer } from '../sessions/actor.ts'
import { requestHash } from '../tokens.ts'
import { acceptOnlyForms, withFields } from './bodies/form-body.ts'
import { isLarge, LargeBodies, largeFrom } from './bodies/large-bodies.ts'
import { acceptOnlyUploads } from './bodies/upload-body.ts'
import { deviceCookie } from './cookies.ts'
import { isUnchanged } from './entity-tags.ts'
import { endpointNames } from './openapi/openapi.names.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { Answer, encodeAnswer, FileAnswer, parseInput, type Route, StreamAnswer } from './route.ts'
import type { Strangers } from './strangers.ts'
import { StreamWatch } from './stream-watch.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, from the moment they were let in; a body is read after that. */
    admitted: Actor | null
  }
}

export interface RouteSettings extends Readers {
  /** Connections of people who have not shown who they are. */
  readonly strangers: Strangers
  /** Checks every answer of the database against the contract: development and tests. */
  readonly strictAnswers: boolean
  /** What a call is told that found nothing. */
  readonly explainMissing: ExplainMissing
  /** Notes what a program read that leaves no row by itself: every call of a key is in the trail. */
  readonly noteKeyRead: (reader: PracticeActor, route: string) => Promise<void>
}

const statusOf = (endpoint: EndpointShape): number => endpoint.status ?? 200

/** A path is the same with a slash at its end. */
const withoutLastSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1')

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
    // The body of an upload is yet to come: the handler adds what it was (`withContent`).
    requestHash: requestHash([
      withoutLastSlash(request.url),
      endpoint.upload ? '' : JSON.stringify(request.body ?? null),
    ]),
    encode: (answer): StoredAnswer => ({
      status: statusOf(endpoint),
      body: encodeAnswer(endpoint, answer, strict).toString(),
      cookies: answer instanceof Answer ? answer.cookies : [],
    }),
  }
}

const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  device: request.cookies[deviceCookie] ?? null,
  idempotent: null,
})

const claimsOf = ({ headers }: FastifyRequest): Claims => {
  const practice = headers[practiceHeader]
  return {
    authorization: headers.authorization,
    practice: Array.isArray(practice) ? practice.join() : practice,
  }
}

/** What a key of a practice has to be given for an endpoint: its feature says so. */
const keyScopesOf = (endpoint: EndpointShape) =>
  scopesFor(endpointNames.get(endpoint)?.feature ?? '', endpoint)

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

/** Ends what reads the bytes of an answer that nobody is sent after all. */
const closeUnsent = (answer: unknown): void => {
  if (answer instanceof FileAnswer && answer.bytes instanceof Readable)
    answer.bytes.on('error', noteNothing).destroy()
}

const sendFile = (reply: FastifyReply, answer: FileAnswer): FastifyReply => {
  const { contentType, headers, bytes, onSent } = answer
  reply
    .header('content-type', contentType)
    .headers({ ...headers })
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  const { method, headers: asked } = reply.request
  // Nothing else is kept by whoever asks (RFC 9110 §13.1.2).
  if (method !== 'POST' && isUnchanged(asked['if-none-match'], headers.etag)) {
    closeUnsent(answer)
    return reply.code(304).send()
  }
  // Nobody reads the file for somebody who asks what it is like.
  if (method === 'HEAD') closeUnsent(answer)
  // What ends with an error in place of the bytes was not sent.
  if (method !== 'HEAD' && onSent)
    reply.raw.once('finish', () => {
      if (reply.raw.statusCode < 400) onSent()
    })
  return reply.send(bytes)
}

/** Milliseconds that the end of a stream may take on its way to somebody who does not read. */
const farewellMs = 2000

/**
 * Written past Fastify, which logs every reader that goes away. The connection is not used again, so that a server
 * that stops waits for none.
 */
const sendStream = (reply: FastifyReply, { body, refuse }: StreamAnswer): FastifyReply => {
  reply.headers({ 'content-type': 'text/event-stream', connection: 'close', 'x-accel-buffering': 'no' })
  if (reply.request.method === 'HEAD') {
    refuse()
    return reply.send(body.destroy())
  }
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
  /** What is JSON is held in memory whole; uploads pass through it. */
  readonly largeBodies: { readonly json: LargeBodies; readonly upload: LargeBodies }
}

/**
 * Who calls is known, and may, before anything of a body is read. The connection of somebody who is signed in is none of
 * those that make room for others, and their large bodies take turns.
 */
const letIn = async (
  { endpoint }: Route,
  { sessions, keys, operators, strangers, largeBodies }: Routing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const actor = await admit(
    { sessions, keys, operators },
    {
      endpoint,
      keyScopes: keyScopesOf(endpoint),
      claims: claimsOf(request),
      call: callOf(request),
      recognised: (person) => {
        request.person = person
      },
    },
  )
  request.admitted = actor
  if (actor.kind === 'anonymous') return
  strangers.forget(request.socket)
  if (bodyLimitsOf(endpoint).bytes > largeFrom && isLarge(request.raw))
    await largeBodies[endpoint.upload ? 'upload' : 'json'].enter(actor.userId, reply.raw)
}

/** The actor with the key under which this call may be answered again: what it stands for is known with the body. */
const actorOf = (endpoint: EndpointShape, request: FastifyRequest, strict: boolean): Actor => {
  const { admitted } = request
  if (admitted === null) throw new Error(`${endpoint.path} was reached without admission`)
  const key = idempotent(endpoint, request, strict)
  return key === null ? admitted : { ...admitted, call: { ...admitted.call, idempotent: key } }
}

/** A call of a key that leaves no row by itself is noted before its answer goes out; where it cannot be, nothing goes. */
const noteCallOfKey = async (
  { endpoint }: Route,
  { noteKeyRead }: Routing,
  actor: Actor,
  answer: unknown,
): Promise<void> => {
  if (actor.kind !== 'member' || actor.practiceKeyId === null || endpoint.audit !== null) return
  try {
    await noteKeyRead(actor, `${endpoint.method} ${endpoint.path}`)
  } catch (error) {
    closeUnsent(answer)
    throw error
  }
}

/** One endpoint on the wire, once its caller was let in: parse, run, answer. */
const handle = async (
  route: Route,
  settings: Routing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { endpoint, handler } = route
  reply.header('cache-control', 'no-store')
  const actor = actorOf(endpoint, request, settings.strictAnswers)
  const path = parseInput(endpoint.params, request.params)
  const query = parseInput(endpoint.query, request.query)
  const body = parseInput(endpoint.body, request.body)
  try {
    const answer: unknown = await handler({ actor, path, query, body, request, reply } as never)
    await noteCallOfKey(route, settings, actor, answer)
    if (answer instanceof FileAnswer) return sendFile(reply, answer)
    if (answer instanceof StreamAnswer) {
      const claims = { ...claimsOf(request), practice: claimedPractice(actor) }
      const { call } = actor
      settings.watch.watch(answer, () => admit(settings, { endpoint, keyScopes: null, claims, call }))
      return sendStream(reply, answer)
    }
    return send(reply, {
      status: statusOf(endpoint),
      body: encodeAnswer(endpoint, answer, settings.strictAnswers),
      cookies: answer instanceof Answer ? answer.cookies : [],
    })
  } catch (error) {
    if (error instanceof AnsweredBefore) return send(reply, error.stored)
    const practiceId = actor.kind === 'member' ? actor.practiceId : null
    throw await settings.explainMissing(error, practiceId, [path, query, body])
  }
}

/** The same call with its query in a form, where its endpoint has one: let in as the call itself is. */
const registerForm = (on: FastifyInstance, one: Route, routing: Routing): void => {
  const { path, asForm } = one.endpoint
  if (asForm === undefined) return
  on.route({
    method: 'POST',
    url: `/api${path}${asForm}`,
    bodyLimit: bodyLimits.public.bytes,
    onRequest: (request, reply) => letIn(one, routing, request, reply),
    handler: (request, reply) => {
      request.query = withFields(request.query, request.body)
      return handle(one, routing, request, reply)
    },
  })
}

/** Puts every route below `/api`, each GET with its HEAD; a known path with another method answers 405. */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  settings: RouteSettings,
): void => {
  const largeBodies = { json: new LargeBodies(1), upload: new LargeBodies(3) }
  const routing = { ...settings, watch: new StreamWatch(), largeBodies }
  app.decorateRequest('admitted', null)
  const register = (on: FastifyInstance, one: Route): void => {
    const { bytes: bodyLimit, parts: bodyParts } = bodyLimitsOf(one.endpoint)
    on.route({
      method: one.endpoint.method,
      url: `/api${one.endpoint.path}`,
      bodyLimit,
      config: { goesOn: one.endpoint.events !== undefined, bodyParts },
      onRequest: (request, reply) => letIn(one, routing, request, reply),
      // What reads forms tells every header at the lowest level, the token of the session among them.
      ...(one.endpoint.upload === 'multipart' && app.log.level === 'trace' ? { logLevel: 'debug' } : {}),
      handler: (request, reply) => handle(one, routing, request, reply),
    })
  }
  for (const one of routes.filter(({ endpoint }) => !endpoint.upload)) register(app, one)
  void app.register(async (own) => {
    acceptOnlyForms(own)
    for (const one of routes) registerForm(own, one, routing)
  })
  for (const kind of ['bytes', 'multipart'] as const) {
    void app.register(async (own) => {
      await acceptOnlyUploads(own, kind)
      for (const one of routes.filter(({ endpoint }) => endpoint.upload === kind)) register(own, one)
    })
  }
  refuseOtherMethods(
    app,
    routes.map(({ endpoint }) => endpoint),
  )
}
