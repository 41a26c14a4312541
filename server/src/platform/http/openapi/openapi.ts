import { features } from '@ulna/contract/features'
import { type EndpointShape, freshMinutes, needsFreshProof } from '@ulna/contract/http/endpoint'
import { scopesFor } from '@ulna/contract/practice-keys/practice-keys.scopes'
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
} from 'zod-openapi'
import { practiceHeader } from '../../sessions/access.ts'
import { answersOf, refusals } from './openapi.answers.ts'
import { type EndpointName, endpointNames, nameSchemas } from './openapi.names.ts'
import { asProgramsReadIt } from './openapi.schemas.ts'

export type Document = ReturnType<typeof createDocument>

/** What an upload is sent as. */
const uploads: Readonly<Record<'bytes' | 'multipart', ZodOpenApiContentObject>> = {
  bytes: { 'application/octet-stream': {} },
  multipart: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['document'],
        properties: { document: { contentMediaType: 'application/octet-stream' } },
      },
    },
  },
}

const bodyOf = ({ body, upload }: EndpointShape): Pick<ZodOpenApiOperationObject, 'requestBody'> => {
  if (upload) return { requestBody: { required: true, content: uploads[upload] } }
  if (!body) return {}
  const required = body._zod.optin === undefined
  return { requestBody: { required, content: { 'application/json': { schema: body } } } }
}

/** Headers that a program may send besides its token. */
const headers = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Chosen by the caller: a call with the same key and content is carried out once and answered alike.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$', maxLength: 200 },
  },
  Practice: {
    name: practiceHeader,
    in: 'header',
    description:
      'Id of the practice that the caller means: refused when the session works in another by now.',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
} as const

const headersOf = ({ method, access }: EndpointShape) => [
  ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(typeof access === 'object' ? [{ $ref: '#/components/parameters/Practice' }] : []),
]

const accessText = ({ access }: EndpointShape): string => {
  if (typeof access === 'string') return access
  const clinical = { true: ', clinical', 'unless owner': ', clinical unless owner', undefined: '' }
  return `rank ${access.rank} or above${clinical[`${access.clinical}`]}`
}

const proofText = (endpoint: EndpointShape): string => {
  if (!needsFreshProof(endpoint)) return ''
  const code = endpoint.shortCode ? ', or a short code' : ''
  return `, with a proof of identity of the last ${freshMinutes} minutes${code}`
}

const keyText = (endpoint: EndpointShape): string[] => {
  const scopes = scopesFor(nameOf(endpoint).feature, endpoint)
  return scopes === null ? [] : [`A key of the practice needs: ${scopes.join(', ')}.`]
}

const descriptionOf = (endpoint: EndpointShape): string =>
  [
    `Access: ${accessText(endpoint)}${proofText(endpoint)}.`,
    ...keyText(endpoint),
    ...(endpoint.audit ? [`Audited as ${endpoint.audit}.`] : []),
    ...(endpoint.errors ? [`Errors of its own: ${endpoint.errors.join(', ')}.`] : []),
  ].join(' ')

const nameOf = (endpoint: EndpointShape): EndpointName => {
  const name = endpointNames.get(endpoint)
  if (!name)
    throw new Error(`${endpoint.method} ${endpoint.path} is of no feature (contract/src/features.ts)`)
  return name
}

const parametersOf = ({ params, query }: EndpointShape): ZodOpenApiParameters =>
  ({ ...(params ? { path: params } : {}), ...(query ? { query } : {}) }) as ZodOpenApiParameters

const operationOf = (endpoint: EndpointShape): ZodOpenApiOperationObject => {
  const { feature, operationId } = nameOf(endpoint)
  return {
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    operationId,
    tags: [feature],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    requestParams: parametersOf(endpoint),
    parameters: headersOf(endpoint),
    ...bodyOf(endpoint),
    responses: answersOf(endpoint),
  }
}

/** The same call with its query in a form. */
const formOperationOf = (endpoint: EndpointShape): ZodOpenApiOperationObject => {
  const { query, ...withoutQuery } = endpoint
  return {
    ...operationOf(endpoint),
    requestParams: parametersOf(withoutQuery),
    operationId: `${nameOf(endpoint).operationId}ByForm`,
    requestBody: { content: query ? { 'application/x-www-form-urlencoded': { schema: query } } : {} },
    responses: answersOf({ ...endpoint, method: 'POST' }),
  }
}

const pathsOf = (endpoints: readonly EndpointShape[]): NonNullable<ZodOpenApiObject['paths']> => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
    if (endpoint.asForm) paths[`${path}${endpoint.asForm}`] = { post: formOperationOf(endpoint) }
  }
  return paths
}

export interface Installation {
  readonly version: string
  /** Where people reach it. */
  readonly appUrl: string
}

/** OpenAPI 3.1 of the endpoints, from the same schemas the server validates with (decision 0039). */
export const openApiDocument = (
  endpoints: readonly EndpointShape[],
  { version, appUrl }: Installation,
): Document => {
  nameSchemas()
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Ulna',
        version,
        description:
          'Clinical record and practice manager for physiotherapy. Answers are `{ payload, metadata }`, refusals `{ errors }` with keys that programs compare.',
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [
        { url: '/', description: 'The server that this document came from' },
        { url: appUrl, description: 'Where people reach this installation' },
      ],
      tags: Object.entries(features).map(([name, { description }]) => ({ name, description })),
      paths: pathsOf(endpoints),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The token of the last answer that carried one: sign-in, or `GET /api/auth/refresh`. Or a key of the practice (`ulna_…`), where the call says which scopes it needs.',
          },
        },
        parameters: headers,
        responses: refusals(endpoints),
      },
    },
    { override: asProgramsReadIt },
  )
}
