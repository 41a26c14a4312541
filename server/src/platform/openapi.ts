import { type EndpointShape, freshMinutes, needsFreshProof, type Schema } from '@ulna/contract/http/endpoint'
import { errorCatalogue } from '@ulna/contract/http/errors'
import * as z from 'zod/mini'

type JsonSchema = Record<string, unknown>

const schemaOf = (schema: Schema, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonSchema
  return rest
}

const parametersOf = (schema: Schema | undefined, place: 'path' | 'query'): JsonSchema[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const envelopeOf = (endpoint: EndpointShape): JsonSchema => ({
  type: 'object',
  required: ['payload', 'metadata'],
  properties: {
    payload: schemaOf(endpoint.returns, 'output'),
    metadata: endpoint.metadata ? schemaOf(endpoint.metadata, 'output') : { type: 'object' },
  },
})

/** Events one after the other, each with a name, an id and its data as JSON (HTML standard, server-sent events). */
const eventsOf = (events: NonNullable<EndpointShape['events']>): JsonSchema => ({
  type: 'string',
  description: 'Server-sent events; `x-events` has the schema of the data of each.',
  'x-events': Object.fromEntries(
    Object.entries(events).map(([name, schema]) => [name, schemaOf(schema, 'output')]),
  ),
})

const contentOf = (endpoint: EndpointShape): JsonSchema =>
  endpoint.events
    ? { 'text/event-stream': { schema: eventsOf(endpoint.events) } }
    : { 'application/json': { schema: envelopeOf(endpoint) } }

const anyBytes: JsonSchema = { type: 'string', format: 'binary' }

/** What an upload is sent as. */
const uploads = {
  bytes: { 'application/octet-stream': { schema: anyBytes } },
  multipart: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['document'], properties: { document: anyBytes } },
    },
  },
} as const

const bodyContentOf = ({ body, upload }: EndpointShape): JsonSchema | undefined => {
  if (upload) return uploads[upload]
  return body && { 'application/json': { schema: schemaOf(body, 'input') } }
}

const requestBodyOf = (endpoint: EndpointShape): JsonSchema => {
  const content = bodyContentOf(endpoint)
  return content === undefined ? {} : { requestBody: { required: true, content } }
}

/** What every endpoint may answer besides its own errors, by what it is like. */
const commonStatuses = ({ access, method }: EndpointShape): number[] => [
  ...[400, 404, 429, 500, 503],
  ...(access === 'public' ? [] : [401, 403]),
  ...(method === 'GET' ? [] : [403, 413, 415]),
  ...(method === 'POST' ? [409, 422] : []),
]

const errorStatuses = (endpoint: EndpointShape): number[] => {
  const own = (endpoint.errors ?? []).map((key) => errorCatalogue[key].status)
  return [...new Set<number>([...commonStatuses(endpoint), ...own])].sort((a, b) => a - b)
}

const accessText = ({ access }: EndpointShape): string => {
  if (typeof access === 'string') return access
  return `rank ${access.rank} or above${access.clinical ? ', clinical' : ''}`
}

const proofText = (endpoint: EndpointShape): string =>
  needsFreshProof(endpoint) ? `, with a proof of identity of the last ${freshMinutes} minutes` : ''

const operationOf = (endpoint: EndpointShape): JsonSchema => ({
  summary: endpoint.summary,
  description: `Access: ${accessText(endpoint)}${proofText(endpoint)}.${endpoint.audit ? ` Audited as ${endpoint.audit}.` : ''}`,
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[/:](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  tags: [endpoint.path.split('/')[1] ?? 'api'],
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.method === 'POST'
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: 200 },
          },
        ]
      : []),
  ],
  ...requestBodyOf(endpoint),
  responses: {
    [String(endpoint.status ?? 200)]: {
      description: 'Done',
      content: contentOf(endpoint),
    },
    ...Object.fromEntries(
      errorStatuses(endpoint).map((status) => [
        String(status),
        {
          description: 'Refused',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
        },
      ]),
    ),
  },
})

const errorsSchema: JsonSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string', enum: Object.keys(errorCatalogue) },
          field: { type: 'string' },
          params: { type: 'object' },
        },
      },
    },
    metadata: { type: 'object' },
  },
}

/** OpenAPI 3.1 of the endpoints, from the same schemas the server validates with. */
export const openApiDocument = (endpoints: readonly EndpointShape[], version: string): JsonSchema => {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ulna', version, description: 'Clinical record and practice manager for physiotherapy.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Errors: errorsSchema },
    },
  }
}
