import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const
type Method = (typeof allMethods)[number]

// Paths with the same shape are one path: /patient/:id and /patient/:key would be the same.
const shapeOf = (path: string): string => path.replaceAll(/:[A-Za-z]+/g, ':')

interface KnownPath {
  readonly path: string
  /** HEAD is wherever GET is. */
  readonly methods: Set<Method>
}

/** Where calls are made whose query is a form. */
const formsOf = (endpoints: readonly EndpointShape[]) =>
  endpoints.flatMap(({ path, asForm }) =>
    asForm === undefined ? [] : [{ path: `${path}${asForm}`, method: 'POST' as const }],
  )

const knownPaths = (endpoints: readonly EndpointShape[]): KnownPath[] => {
  const known = new Map<string, KnownPath>()
  for (const { path, method } of [...endpoints, ...formsOf(endpoints)]) {
    const entry = known.get(shapeOf(path)) ?? { path, methods: new Set() }
    entry.methods.add(method)
    if (method === 'GET') entry.methods.add('HEAD')
    known.set(shapeOf(path), entry)
  }
  return [...known.values()]
}

/** A known path with another method is answered 405 with those it has (RFC 9110 §15.5.6), before a body is read. */
export const refuseOtherMethods = (app: FastifyInstance, endpoints: readonly EndpointShape[]): void => {
  for (const { path, methods } of knownPaths(endpoints)) {
    const allowed = allMethods.filter((method) => methods.has(method)).join(', ')
    const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
      reply.header('allow', allowed)
      throw new AppError('method_not_allowed')
    }
    app.route({
      method: allMethods.filter((method) => !methods.has(method)),
      url: `/api${path}`,
      preParsing: refuse,
      handler: refuse,
    })
  }
}
