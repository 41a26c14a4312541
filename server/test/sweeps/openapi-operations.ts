import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { TestApp } from '../build-test-app.ts'
import type { JsonSchema, OpenApiPaths, Operation } from './json-schema.ts'

/** What the server itself publishes of each endpoint at `/api/openapi.json`. */
export const readOperations = async (
  app: Pick<TestApp, 'server'>,
): Promise<(endpoint: EndpointShape) => Operation> => {
  const { body } = await app.server.inject('/api/openapi.json')
  const { paths } = JSON.parse(body) as { paths: OpenApiPaths }
  return ({ method, path }) => {
    const operation = paths[`/api${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} is not in /api/openapi.json`)
    return operation
  }
}

export const bodySchemaOf = (operation: Operation): JsonSchema | undefined =>
  operation.requestBody?.content['application/json']?.schema
