import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { TestApp } from '../../../build-test-app.ts'
import type { JsonSchema, OpenApiPaths, Operation } from './schema.ts'

const target = (document: unknown, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)

/** A part of the document with what its references name in their place; within itself a part is anything. */
const withoutReferences = (document: unknown, part: unknown, above: readonly string[] = []): unknown => {
  if (Array.isArray(part)) return part.map((one) => withoutReferences(document, one, above))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') {
    if (above.includes(part.$ref)) return {}
    return withoutReferences(document, target(document, part.$ref), [...above, part.$ref])
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutReferences(document, value, above)]),
  )
}

/** What the server itself publishes of each endpoint at `/api/openapi.json`. */
export const readOperations = async (
  app: Pick<TestApp, 'server'>,
): Promise<(endpoint: EndpointShape) => Operation> => {
  const { body } = await app.server.inject('/api/openapi.json')
  const document = JSON.parse(body) as { paths: OpenApiPaths }
  const read = new Map<EndpointShape, Operation>()
  return (endpoint) => {
    const known = read.get(endpoint)
    if (known) return known
    const { method, path } = endpoint
    const found = document.paths[`/api${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`]?.[method.toLowerCase()]
    if (!found) throw new Error(`${method} ${path} is not in /api/openapi.json`)
    const operation = withoutReferences(document, found) as Operation
    read.set(endpoint, operation)
    return operation
  }
}

export const bodySchemaOf = (operation: Operation): JsonSchema | undefined =>
  operation.requestBody?.content['application/json']?.schema
