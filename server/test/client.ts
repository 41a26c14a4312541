import type { WireError } from '@ulna/contract/errors'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { InjectOptions } from 'fastify'
import type { TestApp } from './build-test-app.ts'
import { openingOf } from './event-stream.ts'

export interface TestAnswer {
  readonly status: number
  readonly payload: never
  readonly metadata: never
  readonly errors: readonly WireError[]
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** A body that is bytes, and what they are. */
export class UploadBody {
  readonly bytes: Buffer
  readonly contentType: string
  constructor(bytes: Buffer, contentType: string) {
    this.bytes = bytes
    this.contentType = contentType
  }
}

/** How a body goes into a request: JSON, or the bytes of an upload. */
export const payloadOf = (body: unknown): Pick<InjectOptions, 'payload'> & { contentType?: string } => {
  if (body instanceof UploadBody) return { payload: body.bytes, contentType: body.contentType }
  return body === undefined ? {} : { payload: body as object }
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export const fillPath = (path: string, params: Readonly<Record<string, string | number>>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? `missing-${name}`)),
  )

interface Body {
  readonly payload?: unknown
  readonly metadata?: unknown
  readonly errors?: readonly WireError[]
  readonly resourceType?: string
  readonly issue?: readonly Issue[]
}

/** The name or the value of a parameter. */
interface ParamValue {
  readonly valueString?: string
  readonly valueDecimal?: number
  readonly valueBoolean?: boolean
}

const paramIn = (one: ParamValue | undefined): string | number | boolean | null =>
  one?.valueString ?? one?.valueDecimal ?? one?.valueBoolean ?? null

/** What is wrong, as FHIR tells it. */
interface Issue {
  readonly details: { readonly coding: readonly { readonly system: string; readonly code: string }[] }
  readonly expression?: readonly string[]
  readonly extension?: readonly { readonly extension: readonly ParamValue[] }[]
}

const errorOf = ({ details, expression, extension = [] }: Issue): WireError => {
  const codeIn = (system: string) => details.coding.find((one) => one.system.endsWith(system))?.code ?? ''
  const params = extension.map(
    ({ extension: [name, value] }) => [String(paramIn(name)), paramIn(value)] as const,
  )
  return {
    code: codeIn('/error-number'),
    message: codeIn('/error'),
    ...(expression ? { field: expression.join() } : {}),
    ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}),
  }
}

/** The same errors from an envelope and from an OperationOutcome. */
const errorsOf = ({ errors, resourceType, issue = [] }: Body): readonly WireError[] =>
  resourceType === 'OperationOutcome' ? issue.map(errorOf) : (errors ?? [])

const parse = (text: string): Body => {
  try {
    return JSON.parse(text) as Body
  } catch {
    return {}
  }
}

/** The errors in the text of an answer; none where it is another. */
export const errorsIn = (text: string): readonly WireError[] => errorsOf(parse(text))

/**
 * Calls an endpoint of the contract as a program would; nothing is thrown for a refusal. Of one with events the text is
 * what it says first.
 */
export const callEndpoint = async (
  app: Pick<TestApp, 'server'>,
  endpoint: Pick<EndpointShape, 'method' | 'path' | 'events'>,
  { params = {}, query, body, token, headers = {} }: CallOptions = {},
): Promise<TestAnswer> => {
  const { contentType, ...payload } = payloadOf(body)
  const options: InjectOptions = {
    method: endpoint.method,
    url: `/api${fillPath(endpoint.path, params)}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(contentType ? { 'content-type': contentType } : {}),
      ...headers,
    },
    ...(query ? { query: { ...query } } : {}),
    ...payload,
    payloadAsStream: endpoint.events !== undefined,
  }
  const response = await app.server.inject(options)
  const text = endpoint.events ? await openingOf(response) : response.body
  const parsed = parse(text)
  return {
    status: response.statusCode,
    payload: parsed.payload as never,
    metadata: (parsed.metadata ?? {}) as never,
    errors: errorsOf(parsed),
    text,
    headers: response.headers,
  }
}
