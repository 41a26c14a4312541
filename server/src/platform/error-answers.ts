import { type ErrorKey, errorCatalogue, type WireError, wireKey } from '@ulna/contract/http/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { fromPostgres } from './postgres-errors.ts'
import { headersBeforeHooks } from './security-headers.ts'

interface ErrorBody {
  readonly errors: readonly WireError[]
  readonly metadata?: unknown
}

const entry = (key: ErrorKey, params?: WireError['params']): WireError => ({
  code: errorCatalogue[key].code,
  message: wireKey(key),
  ...(params ? { params } : {}),
})

/** The envelope of an error (decisions.md §2). Nothing in it comes from inside: only keys, fields and parameters. */
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

const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toAppError(error)
  const { status } = errorCatalogue[known.key]
  if (status >= 500) request.log.error({ err: error }, known.key)
  const retryAfter = known.details.retryAfter ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === 405) reply.header('allow', 'GET, POST, PUT, DELETE')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(known)))
}

/** Faults found while Fastify still reads the request line: URL it cannot decode, and the like. */
export const frameworkErrors = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  for (const [name, value] of Object.entries(headersBeforeHooks)) reply.header(name, value)
  answer(error, request, reply)
}

const rawHeaders = Object.entries(headersBeforeHooks)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** What is not even HTTP gets the envelope written onto the socket. */
export const clientErrorHandler = (error: NodeJS.ErrnoException, socket: import('node:net').Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const large = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify(errorBody(new AppError(large ? 'payload_too_large' : 'invalid_request')))
  const status = large ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n${rawHeaders}` +
      `connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

export const useErrorAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply))
}
