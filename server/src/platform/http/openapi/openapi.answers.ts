import { STATUS_CODES } from 'node:http'
import { type ErrorKey, errorCatalogue, wireKey } from '@ulna/contract/errors'
import type { EndpointShape, MediaType, Schema } from '@ulna/contract/http/endpoint'
import * as z from 'zod/mini'
import type {
  oas31,
  ZodOpenApiContentObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'

const noMetadata = z.object({})
z.globalRegistry.add(noMetadata, { id: 'NoMetadata' })

const envelopeOf = (returns: Schema, metadata: Schema = noMetadata): Schema =>
  z.object({ payload: returns, metadata })

/** What may stand in `event`, and the JSON in `data` of each (HTML standard, server-sent events). */
const eventOf = ([name, schema]: [string, Schema]): oas31.SchemaObject => {
  const { $schema: _, ...rendered } = z.toJSONSchema(schema, { metadata: z.registry() })
  // Both libraries describe JSON Schema 2020-12; Zod’s types say of each keyword that it may be undefined.
  const data = rendered as oas31.SchemaObject
  return { type: 'object', required: ['event', 'data'], properties: { event: { const: name }, data } }
}

const streamOf = (events: Readonly<Record<string, Schema>>) => ({
  type: 'string' as const,
  description: 'Server-sent events, one after the other.',
  contentMediaType: 'text/event-stream',
  contentSchema: { anyOf: Object.entries(events).map(eventOf) },
})

/** Bytes have no schema (OpenAPI 3.1, "Considerations for File Uploads"); text is a string. */
const contentOfType = (type: MediaType) => [
  type,
  type.startsWith('text/') ? { schema: { type: 'string' as const } } : {},
]

const contentOf = (endpoint: EndpointShape): ZodOpenApiContentObject => {
  if (endpoint.events) return { 'text/event-stream': { schema: streamOf(endpoint.events) } }
  if (endpoint.answers) return Object.fromEntries(endpoint.answers.map(contentOfType))
  return { 'application/json': { schema: envelopeOf(endpoint.returns, endpoint.metadata) } }
}

/** What every endpoint may answer besides its own errors, by what it is like. */
const commonStatuses = ({ access, method }: EndpointShape): number[] => [
  ...[400, 404, 429, 500, 503],
  ...(access === 'public' ? [] : [401, 403]),
  ...(method === 'GET' ? [] : [403, 408, 413, 415]),
  ...(method === 'POST' ? [409, 422] : []),
]

const errorStatuses = (endpoint: EndpointShape): number[] => {
  const own = (endpoint.errors ?? []).map((key) => errorCatalogue[key].status)
  return [...new Set<number>([...commonStatuses(endpoint), ...own])].sort((a, b) => a - b)
}

/** `NotFound`, the component of answers with status 404. */
const refusalName = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '')

/** A single answer of success, and one refusal a status that can occur. */
export const answersOf = (endpoint: EndpointShape): ZodOpenApiResponsesObject => ({
  [String(endpoint.status ?? 200)]: {
    description: endpoint.status === 201 ? 'Created' : 'Done',
    content: contentOf(endpoint),
  },
  ...Object.fromEntries(
    errorStatuses(endpoint).map((status) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(status)}` },
    ]),
  ),
})

/** Reasons of single fields travel inside of invalid_request; the others are errors of their own. */
const errorKeys = (Object.keys(errorCatalogue) as ErrorKey[]).filter(
  (key) => !(errorCatalogue[key].code >= '1001'),
)

const keysOfStatus = (status: number): string[] => [
  ...new Set(errorKeys.filter((key) => errorCatalogue[key].status === status).map(wireKey)),
]

/** The envelope of every refusal (specification §8). */
const errors = z.object({
  errors: z.array(
    z.object({
      code: z.string().check(z.regex(/^\d{4}$/)),
      message: z.enum([...new Set(errorKeys.map(wireKey))]).register(z.globalRegistry, {
        description: 'The key, which programs compare.',
      }),
      field: z.optional(z.string()).register(z.globalRegistry, {
        description: 'Of invalid_request: dotted path into the body of what is wrong.',
      }),
      params: z.optional(z.record(z.string(), z.unknown())).register(z.globalRegistry, {
        description: 'Of a field: its `reason`, another key, and what that refers to.',
      }),
    }),
  ),
  metadata: z.optional(z.record(z.string(), z.unknown())),
})
z.globalRegistry.add(errors, { id: 'Errors' })

const wait = {
  'Retry-After': {
    description: 'Seconds after which trying again makes sense.',
    schema: { type: 'integer' as const, minimum: 0 },
  },
}

const refusalOf = (status: number): ZodOpenApiResponseObject => ({
  description: `${STATUS_CODES[status]}: ${keysOfStatus(status).join(', ')}`,
  ...([429, 503].includes(status) ? { headers: wait } : {}),
  content: { 'application/json': { schema: errors } },
})

/** The refusals that some endpoint can answer with, one component a status. */
export const refusals = (endpoints: readonly EndpointShape[]): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...new Set(endpoints.flatMap(errorStatuses))].map((status) => [refusalName(status), refusalOf(status)]),
  )
