import type { WireError } from '@ulna/contract/errors'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { TestApp } from '../../build-test-app.ts'
import { errorsIn, UploadBody } from '../../client.ts'
import { openingOf } from '../../event-stream.ts'
import type { SampleInput } from '../samples/sample.ts'

export interface TextAnswer {
  readonly status: number
  readonly text: string
  readonly errors: readonly WireError[]
}

/** `/api/patient/12?limit=1` for a sample; query and path parameters are encoded. */
export const urlFor = (endpoint: EndpointShape, { params = {}, query }: SampleInput): string => {
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return `/api${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
}

/** The body of a sample as it is sent: JSON, or the bytes of an upload. */
export const asSent = (body: unknown): string | UploadBody | undefined => {
  if (body === undefined || body instanceof UploadBody) return body
  return JSON.stringify(body)
}

/** Sends a body as the text it is: JSON that no serialiser would write. */
export const sendText = async (
  app: Pick<TestApp, 'server'>,
  endpoint: EndpointShape,
  { url, body, token }: { url: string; body?: string | UploadBody | undefined; token: string | null },
): Promise<TextAnswer> => {
  const response = await app.server.inject({
    method: endpoint.method,
    url,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body instanceof UploadBody ? { 'content-type': body.contentType } : {}),
    },
    ...(body === undefined ? {} : { payload: body instanceof UploadBody ? body.bytes : body }),
    payloadAsStream: endpoint.events !== undefined,
  })
  const text = endpoint.events ? await openingOf(response) : response.body
  return { status: response.statusCode, text, errors: errorsIn(text) }
}
