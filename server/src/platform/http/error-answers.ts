import type { Socket } from 'node:net'
import { type ErrorKey, errorCatalogue, type WireError, wireKey } from '@ulna/contract/errors'
import { freshMinutes } from '@ulna/contract/http/endpoint'
import type { Fault } from '@ulna/contract/monitoring/monitoring'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { fromPostgres } from '../database/postgres-errors.ts'
import { logAnswer, patternOf } from '../watching/access-log.ts'
import type { FaultNotes } from '../watching/fault-notes.ts'
import { isTooMuchUnread } from './bodies/unwanted-body.ts'
import { fhirJson, operationOutcome, speaksFhir } from './operation-outcome.ts'
import { headersBeforeHooks } from './pages/security-headers.ts'
import type { RefusalNotes } from './refused-access.ts'

interface ErrorBody {
  readonly errors: readonly WireError[]
  readonly metadata?: unknown
}

const entry = (key: ErrorKey, params?: WireError['params']): WireError => ({
  code: errorCatalogue[key].code,
  message: wireKey(key),
  ...(params ? { params } : {}),
})

/** The envelope of an error (product-decisions.md §2). Nothing in it comes from inside: only keys, fields and parameters. */
export const errorBody = (error: AppError): ErrorBody => {
  const { fields, params, metadata } = error.details
  const errors = fields?.length
    ? fields.map((one) => ({
        ...entry(error.key, { reason: one.message, ...one.params }),
        field: one.field,
      }))
    : [entry(error.key, params)]
  return metadata ? { errors, metadata } : { errors }
}

const fastifyKeys: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
}

const statusKeys: Readonly<Record<number, ErrorKey>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'media_type_unsupported',
  429: 'rate_limited',
  503: 'service_unavailable',
}

const fromFastify = (error: FastifyError): AppError | undefined => {
  const key =
    fastifyKeys[error.code] ?? (error.statusCode === undefined ? undefined : statusKeys[error.statusCode])
  if (key) return new AppError(key)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('invalid_request')
  return undefined
}

/** Every error as one of the catalogue; what is none of ours, the caller's or the database's is general_error. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : (fromPostgres(error) ?? fromFastify(error as FastifyError) ?? new AppError('general_error'))

const challenges: Readonly<Partial<Record<ErrorKey, string>>> = {
  invalid_token: 'error="invalid_token"',
  token_expired: 'error="invalid_token"',
  session_invalid: 'error="invalid_token"',
  reauth_required: `error="insufficient_user_authentication", max_age=${freshMinutes * 60}`,
}

/** How a 401 is to be answered (RFC 9110 §11.6.1), in the words of RFC 6750 and, for a fresh proof, of RFC 9470. */
const challengeOf = (key: ErrorKey): string =>
  ['Bearer realm="ulna"', challenges[key] ?? []].flat().join(', ')

/** Whoever sent a body broke it off: the connection is gone, and nothing failed here. */
const brokeOff = (error: unknown, request: FastifyRequest): boolean => request.raw.errored === error

/** Enough of a request's number to find it in the log, and little enough to be told by telephone. */
const referenceOf = ({ id }: FastifyRequest): string => id.slice(0, 8)

/** Nobody learns more of a failure that is ours than where its log is. */
const told = (error: unknown, request: FastifyRequest): AppError => {
  if (brokeOff(error, request)) return new AppError('invalid_request')
  const known = toAppError(error)
  if (errorCatalogue[known.key].status < 500) return known
  const params = { ...known.details.params, reference: referenceOf(request) }
  return new AppError(known.key, { ...known.details, params })
}

const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (brokeOff(error, request)) request.log.debug({ err: error }, 'a body broke off')
  const known = told(error, request)
  const { status } = errorCatalogue[known.key]
  if (status >= 500) request.log.error({ err: error }, known.key)
  const retryAfter = known.details.retryAfter ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === 401) reply.header('www-authenticate', challengeOf(known.key))
  if (isTooMuchUnread(request.raw)) reply.header('connection', 'close')
  const body = errorBody(known)
  const isFhir = speaksFhir(request.url)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(isFhir ? fhirJson : 'application/json; charset=utf-8')
    .send(JSON.stringify(isFhir ? operationOutcome(body.errors, status) : body))
}

/** Faults found while Fastify still reads the request line: URL it cannot decode, and the like. */
export const frameworkErrors = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers({ ...headersBeforeHooks, 'x-request-id': request.id })
  answer(error, request, reply)
  // Hooks are not asked of what no route can be looked up for.
  logAnswer(request, reply)
}

const rawHeaders = Object.entries(headersBeforeHooks)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** What is answered without a request that Fastify knows of, with the first line of its answer. */
const statusLines = {
  invalid_request: '400 Bad Request',
  payload_too_large: '431 Request Header Fields Too Large',
  request_timeout: '408 Request Timeout',
} as const satisfies Partial<Record<ErrorKey, string>>

/** The envelope, written onto the socket; its connection ends. */
export const answerOnSocket = (socket: Socket, key: keyof typeof statusLines): void => {
  const body = JSON.stringify(errorBody(new AppError(key)))
  socket.end(
    `HTTP/1.1 ${statusLines[key]}\r\ncontent-type: application/json; charset=utf-8\r\n${rawHeaders}` +
      `connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

const keysOfClientErrors: Readonly<Record<string, keyof typeof statusLines>> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What is not even HTTP, or takes too long to become it, gets the envelope too. */
export const clientErrorHandler = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  answerOnSocket(socket, keysOfClientErrors[error.code ?? ''] ?? 'invalid_request')
}

const faultOf = (error: unknown, request: FastifyRequest, status: number): Fault => ({
  ...{ reference: referenceOf(request), at: new Date().toISOString(), status, key: toAppError(error).key },
  method: request.method,
  route: patternOf(request),
})

export const useErrorAnswers = (
  app: FastifyInstance,
  noteRefusal: RefusalNotes,
  faults: Pick<FaultNotes, 'note'>,
): void => {
  app.setErrorHandler(async (error, request, reply) => {
    await noteRefusal(request, toAppError(error))
    const answered = answer(error, request, reply)
    if (reply.statusCode >= 500) faults.note(faultOf(error, request, reply.statusCode))
    return answered
  })
  app.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply))
}
