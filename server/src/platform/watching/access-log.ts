import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The pattern of the route that answered, never the address that was asked for; of nobody where none is known. */
export const patternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** Asked every few seconds by whoever watches; a line each would hide all others. */
const asked = ['/api/health/', '/metrics']

/** The line of one call. */
export const logAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  const route = patternOf(request)
  const line = {
    ...{ method: request.method, route, status: reply.statusCode },
    ms: Math.round(reply.elapsedTime),
  }
  if (asked.some((path) => route.startsWith(path))) request.log.debug(line, 'answered')
  else request.log.info(line, 'answered')
}

/**
 * One line for each call that was answered: which route, how and how long it took. It says nothing of who called and nothing
 * that somebody typed: no address of a network, no path, no query, no account. `reqId` leads to the row of the trail that does.
 */
export const useAccessLog = (server: FastifyInstance): void => {
  server.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply)
    done()
  })
}
